package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.SURPLUS;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Few;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes the nodes that came beyond the number that a growth asked for. A cloud that starts a
 * machine but answers with an error, or does not list it yet, is asked again and starts another.
 * Only empty nodes are removed, whatever the load is.
 */
record Surplus() implements Proposer {
  /** A node that comes later was started by somebody else. */
  private static final Duration AFTER_A_GROWTH = Duration.ofHours(1);

  private static Duration since(Resized past, Situation now) {
    return Duration.between(past.at(), now.now());
  }

  /** An operator who asks is not answered with them. */
  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    return trigger == DecisionTrigger.SCHEDULED ? before.or(() -> removal(now)) : before;
  }

  /** An empty node of another pool is somebody's reserve. */
  private static boolean isOfTheNew(Situation now, NodeId node) {
    Restrictions restrictions = now.topology().restrictions();
    return !restrictions.areDivided()
        || restrictions.poolOf(node).filter(Pool::takesNewNodes).isPresent();
  }

  /** Takes them away; empty where there are none, or none is empty. */
  private static Optional<Verdict> removal(Situation now) {
    Optional<Resized> growth =
        now.memory()
            .scaling()
            .lastGrowth()
            // one of the far future is of a clock that was wrong
            .filter(past -> since(past, now).abs().compareTo(AFTER_A_GROWTH) < 0);
    // what a node holds is the store's affair there, and an empty one may be filling
    if (growth.isEmpty()
        || now.topology().placing().byStore()
        || !now.latest().capabilities().contains(Capability.RESIZE)) {
      return Optional.empty();
    }
    int wanted = now.memory().scaling().lastWanted().orElse(growth.get().to());
    Map<NodeId, List<Partition>> held = now.topology().partitionsByNode();
    // one that an operator has given back is empty until it is filled, and was counted out
    List<NodeId> returned = now.memory().drains().returned();
    List<NodeId> counted =
        now.topology().nodes().stream()
            .map(Node::id)
            .filter(
                node -> !returned.contains(node) || !held.getOrDefault(node, List.of()).isEmpty())
            .toList();
    int present = counted.size();
    List<NodeId> empty =
        counted.stream()
            .filter(node -> held.getOrDefault(node, List.of()).isEmpty())
            .filter(node -> isOfTheNew(now, node))
            .sorted(Comparator.reverseOrder())
            .toList();
    List<NodeId> surplus =
        now.topology().restrictions().mayLeave(empty).stream()
            .limit(Math.max(0, present - wanted))
            .toList();
    if (surplus.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Verdict.Retarget(
            Layout.of(PresentLayout.without(surplus, now), surplus, Map.of()),
            List.of(
                SURPLUS.says(
                    "{%d nodes} {is|are} there, the last resize was to lead to %d, and %s hold"
                        + " nothing",
                    present, wanted, Few.of(surplus))),
            now.memory()));
  }
}
