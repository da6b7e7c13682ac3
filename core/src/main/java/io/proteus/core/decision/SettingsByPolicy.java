package io.proteus.core.decision;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.strategy.configuration.SettingsPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets tables and nodes for their use. One plan does one thing: a resize comes first, then settings
 * with every partition where it is, and with them the splits of empty tables, then the remaining
 * moves.
 */
public record SettingsByPolicy(SettingsPolicy policy) implements Proposer {
  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    return before.map(
        answer -> with(answer, policy.choose(now, trigger == DecisionTrigger.ON_REQUEST), now));
  }

  private static Verdict with(Verdict answer, SettingsChoice choice, Situation now) {
    if (answer instanceof Verdict.Retarget wanted && resizes(now, wanted.target())) {
      return new Verdict.Retarget(
          wanted.target(), wanted.reasons(), remembering(wanted, choice.watched()));
    }
    if (choice.changesNothing()) {
      return unchanged(answer, choice);
    }
    List<Reason> reasons = new ArrayList<>(choice.switches());
    reasons.addAll(choice.waiting());
    reasons.addAll(choice.remarks());
    // what was to be moved is not moved now
    StrategyMemory memory = answer instanceof Verdict.Hold ? answer.memory() : now.memory();
    return new Verdict.Retarget(asItIs(now, choice), reasons, memory.with(choice.decided()));
  }

  private static Verdict unchanged(Verdict answer, SettingsChoice choice) {
    StrategyMemory memory = remembering(answer, choice.decided());
    if (answer instanceof Verdict.Retarget wanted) {
      return new Verdict.Retarget(wanted.target(), wanted.reasons(), memory);
    }
    List<Reason> reasons = new ArrayList<>(choice.waiting());
    reasons.addAll(answer.reasons());
    return new Verdict.Hold(reasons, memory);
  }

  private static StrategyMemory remembering(Verdict answer, SettingsMemory settings) {
    return answer.memory().with(settings);
  }

  private static boolean resizes(Situation now, Layout target) {
    return now.memory().resizingTo() != 0
        || !target.removed().isEmpty()
        || target.nodes().stream().anyMatch(wanted -> wanted.node().isPlanned());
  }

  /**
   * The layout with every partition where it is, so that a node that is emptied is filled again.
   */
  private static Layout asItIs(Situation now, SettingsChoice choice) {
    Map<NodeId, List<Partition>> held = now.topology().partitionsByNode();
    List<NodeTarget> nodes = new ArrayList<>();
    for (Node node : now.topology().nodes()) {
      MemorySplit chosen = choice.splits().get(node.id());
      if (chosen != null || !node.split().isUnknown()) {
        nodes.add(
            new NodeTarget(
                node.id(),
                chosen == null
                    ? NodeProfile.asItIs(node.memory())
                    : new NodeProfile(NodeProfile.BY_POLICY, chosen, null),
                ids(held.getOrDefault(node.id(), List.of()))));
      }
    }
    return Layout.of(nodes, List.of(), Map.of())
        .with(choice.settings())
        .with(Presplit.reshapes(choice.presplits(), now));
  }

  private static List<PartitionId> ids(List<Partition> partitions) {
    return partitions.stream().map(Partition::id).toList();
  }
}
