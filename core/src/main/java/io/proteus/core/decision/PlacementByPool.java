package io.proteus.core.decision;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Group;
import io.proteus.core.strategy.placement.LeastMoves;
import io.proteus.core.strategy.placement.Load;
import io.proteus.core.strategy.placement.Placement;
import io.proteus.core.strategy.placement.PlacementPolicy;
import io.proteus.core.strategy.placement.WithoutLeavers;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Places each pool by itself, so that no partition crosses from one to another. What nobody asks
 * for stays where it is, as far as it may be there.
 */
final class PlacementByPool {
  /** Moves only what its node may not hold, or what leaves with its node. */
  private static final PlacementPolicy AS_IT_IS = new LeastMoves(Even.LOAD, Ratio.ONE);

  private final PlacementPolicy policy;
  private final PlacementPolicy asItIs;
  private final Situation now;
  private final Restrictions restrictions;
  private final Map<PartitionId, Pool> pools = new HashMap<>();
  private final List<NodeTarget> targets = new ArrayList<>();
  private final List<NodeId> removed = new ArrayList<>();
  private final List<Reason> reasons = new ArrayList<>();

  private PlacementByPool(PlacementPolicy policy, Situation now, List<NodeId> leaving) {
    this.policy = WithoutLeavers.of(policy, leaving);
    this.asItIs = WithoutLeavers.of(AS_IT_IS, leaving);
    this.now = now;
    this.restrictions = now.topology().restrictions();
    for (Partition partition : now.topology().partitions()) {
      restrictions
          .poolOf(partition.table())
          .or(
              () ->
                  partition.node() == null
                      ? restrictions.pools().stream().findFirst()
                      : restrictions.poolOf(partition.node()))
          .ifPresent(pool -> pools.put(partition.id(), pool));
    }
  }

  /**
   * @param counts how many nodes each pool is to have
   * @param speeds what each node can do
   */
  static Placement place(
      PlacementPolicy policy,
      List<Group> groups,
      List<Load> idle,
      Situation now,
      Map<Pool, Integer> counts,
      ToDoubleFunction<NodeId> speeds) {
    int staying = counts.values().stream().mapToInt(Integer::intValue).sum();
    List<NodeId> leaving = Leavers.of(now.topology(), now.topology().nodes().size() - staying);
    PlacementByPool placement = new PlacementByPool(policy, now, leaving);
    counts.forEach((pool, count) -> placement.place(pool, count, groups, idle, speeds));
    return new Placement(placement.targets, placement.removed, placement.reasons);
  }

  private void place(
      Pool pool, int count, List<Group> groups, List<Load> idle, ToDoubleFunction<NodeId> speeds) {
    List<Node> present =
        now.topology().nodes().stream()
            .filter(node -> pool.equals(restrictions.poolOf(node.id()).orElse(null)))
            .toList();
    if (count < 1) {
      return; // nothing of it can be anywhere
    }
    List<Group> used =
        groups.stream()
            .map(group -> new Group(group.profile(), of(pool, group.loads())))
            .filter(group -> !group.loads().isEmpty())
            .toList();
    List<Load> unused = of(pool, idle);
    if (used.isEmpty() && unused.isEmpty() && count == present.size()) {
      present.forEach(
          node ->
              targets.add(new NodeTarget(node.id(), NodeProfile.asItIs(node.memory()), List.of())));
      return;
    }
    Placement placed =
        (used.isEmpty() ? asItIs : policy).place(used, unused, present, count, speeds);
    targets.addAll(placed.nodes());
    removed.addAll(placed.removed());
    for (Reason reason : placed.reasons()) {
      reasons.add(
          new Reason(
              reason.code(),
              Sentence.of("%s: %s", pool.name(), reason.sentence()),
              reason.setting()));
    }
  }

  private List<Load> of(Pool pool, List<Load> loads) {
    return loads.stream().filter(load -> pool.equals(poolOf(load))).toList();
  }

  private @Nullable Pool poolOf(Load load) {
    return pools.get(load.partition());
  }
}
