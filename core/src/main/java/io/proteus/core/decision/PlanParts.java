package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.PARTLY;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.plan.LayoutDifference;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.words.Sentence;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides a target that does not pay as a whole into parts that do not need each other, so that
 * each is weighed alone:
 *
 * <ul>
 *   <li>what tables and nodes take while they run, with every partition where it is. The memory of
 *       a node is a part of it only where most of its requests stay on the node, as it would be
 *       divided for others otherwise, and only where its cache does not become smaller;
 *   <li>the moves, with all settings as they are.
 * </ul>
 *
 * <p>Restarts are in neither part. A target that changes the number of nodes is not divided.
 */
final class PlanParts {
  /** The objections to the price of a plan; what another objects to, it objects to in parts too. */
  private static final Set<ReasonCode> OF_THE_PRICE =
      Set.of(
          ReasonCode.NOT_WORTH_IT,
          ReasonCode.DOES_NOT_PAY,
          ReasonCode.TOO_MANY_MOVES,
          ReasonCode.USE_CHANGES);

  /** So much of a node's requests must stay on it for its memory to be divided before the moves. */
  private static final double MOST = 0.8;

  private final Situation now;
  private final Verdict.Retarget wanted;
  private final Reason objection;
  private final StrategyMemory memory;
  private final LayoutDifference difference;

  private PlanParts(
      Situation now, Verdict.Retarget wanted, Reason objection, StrategyMemory memory) {
    this.memory = memory;
    this.now = now;
    this.wanted = wanted;
    this.objection = objection;
    this.difference = LayoutDifference.between(now.topology(), wanted.target());
  }

  /**
   * The parts, the cheapest first; none where the whole cannot be divided.
   *
   * @param objection to the whole
   * @param memory of the decision not to do the whole
   */
  static List<Verdict.Retarget> of(
      Situation now, Verdict.Retarget wanted, Reason objection, StrategyMemory memory) {
    if (!OF_THE_PRICE.contains(objection.code())
        || WorthIt.resizes(now, wanted.target())
        || now.topology().placing().byStore()) {
      return List.of();
    }
    return new PlanParts(now, wanted, objection, memory).divided();
  }

  /** The parts of a target that is done as a whole, to tell what each costs and yields. */
  static List<Verdict.Retarget> ofWhole(Situation now, Verdict.Retarget wanted) {
    boolean isWhole = WorthIt.resizes(now, wanted.target()) || now.topology().placing().byStore();
    return isWhole
        ? List.of()
        : new PlanParts(now, wanted, wanted.reasons().get(0), wanted.memory()).divided();
  }

  private List<Verdict.Retarget> divided() {
    boolean setsSomething =
        !difference.misconfigured().isEmpty()
            || !difference.altered().isEmpty()
            || WorthIt.changesSettings(now, wanted.target());
    int moves = difference.misplaced().size();
    if (!setsSomething || moves == 0) {
      return List.of();
    }
    Layout settings =
        Layout.of(settled(), List.of(), wanted.target().blockSizes())
            .with(wanted.target().settings());
    return List.of(
        part(
            settings,
            Sentence.of(
                "only what is set online is set, and {%d partitions} {stays|stay} in place: %s",
                moves, objection.sentence()),
            wanted.memory().settings()),
        part(
            Layout.of(unset(), List.of(), Map.of()),
            Sentence.of(
                "only {%d partitions} {moves|move}, and memory and blocks stay as they are: %s",
                moves, objection.sentence()),
            now.memory().settings().seen(wanted.memory().settings(), now.now())));
  }

  private Verdict.Retarget part(Layout target, Sentence leftOut, SettingsMemory settings) {
    List<Reason> reasons = new ArrayList<>();
    reasons.add(new Reason(PARTLY, leftOut, objection.setting()));
    reasons.addAll(wanted.reasons());
    return new Verdict.Retarget(target, reasons, memory.with(settings));
  }

  /** Every partition where it is, and nodes set as far as that needs no move. */
  private List<NodeTarget> settled() {
    Map<NodeId, List<Partition>> held = now.topology().partitionsByNode();
    Map<NodeId, Double> stays = sharesThatStay();
    boolean online = now.latest().capabilities().contains(Capability.MEMORY_SPLIT_ONLINE);
    List<NodeTarget> targets = new ArrayList<>();
    for (NodeTarget target : wanted.target().nodes()) {
      Node node = now.topology().node(target.node()).orElseThrow();
      MemorySplit split = difference.misconfigured().get(node.id());
      boolean isSet =
          split == null
              || (online
                  && node.takesOnline(split)
                  && !node.losesCacheBy(split)
                  && stays.getOrDefault(node.id(), 1.0) >= MOST);
      List<PartitionId> ids =
          held.getOrDefault(node.id(), List.of()).stream().map(Partition::id).toList();
      targets.add(
          new NodeTarget(
              node.id(), isSet ? target.profile() : NodeProfile.asItIs(node.memory()), ids));
    }
    return targets;
  }

  /** The moves alone. */
  private List<NodeTarget> unset() {
    List<NodeTarget> targets = new ArrayList<>();
    for (NodeTarget target : wanted.target().nodes()) {
      MemorySplit memory = now.topology().node(target.node()).orElseThrow().memory();
      targets.add(new NodeTarget(target.node(), NodeProfile.asItIs(memory), target.partitions()));
    }
    return targets;
  }

  /** Which share of its requests each node keeps. */
  private Map<NodeId, Double> sharesThatStay() {
    Map<NodeId, Double> all = new HashMap<>();
    Map<NodeId, Double> stay = new HashMap<>();
    for (LoadedPartition loaded : now.partitions()) {
      NodeId node = loaded.partition().node();
      if (node != null && loaded.load() > 0) {
        boolean goes = difference.misplaced().containsKey(loaded.partition().id());
        all.merge(node, loaded.load(), Double::sum);
        stay.merge(node, goes ? 0 : loaded.load(), Double::sum);
      }
    }
    stay.replaceAll((node, load) -> load / all.getOrDefault(node, 1.0));
    return stay;
  }
}
