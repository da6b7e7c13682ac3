package io.proteus.core.strategy.placement;

import static io.proteus.core.strategy.ReasonCode.HOT_PARTITION;
import static io.proteus.core.strategy.ReasonCode.SPREAD;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;

/**
 * Starts from what is there, and moves the fewest bytes that bring every node near its fair share.
 *
 * <ul>
 *   <li>A node's fair share is in proportion to its speed. A partition that is heavier than any
 *       fair share gets a node for itself, and is named.
 *   <li>Nothing moves while every node is within a wider band: the tolerance and half as much
 *       again, and at least {@value #NOISE} more than the tolerance. So noise moves nothing.
 *   <li>Otherwise, or where nodes come or go, every node is brought within the tolerance. Where
 *       partitions are too large for that, it is the narrowest tolerance that can be reached, in
 *       steps of a quarter.
 *   <li>Of nodes that have to go, the slowest go first, and of equally fast ones those with the
 *       least data.
 * </ul>
 *
 * <p>Every node keeps its memory split. A new one gets the split of most others. Groups are not
 * kept apart.
 *
 * @param even what is balanced
 * @param tolerance how far above or below its fair share a node may be
 */
public record LeastMoves(Even even, Ratio tolerance) implements PlacementPolicy {
  private static final double NOISE = 0.05;

  /** By how much the tolerance is widened where it cannot be reached. */
  private static final double WIDER = 1.25;

  /** Speeds that differ by less than this are alike when it is chosen who goes. */
  private static final double ALIKE = 0.2;

  /** How many possible moves are looked at, at most, to make a plan cheaper. */
  private static final long MOST_LOOKS = 2_000_000;

  @Override
  public Placement place(List<Group> groups, List<Load> idle, List<Node> present, int nodes) {
    return place(groups, idle, present, nodes, node -> 1);
  }

  @Override
  public Placement place(
      List<Group> groups,
      List<Load> idle,
      List<Node> present,
      int nodes,
      ToDoubleFunction<NodeId> speeds) {
    if (nodes < 1) {
      throw new InvalidValue("placement: want 1 or more nodes, got %d.".formatted(nodes));
    }
    List<Load> loads = new ArrayList<>(idle);
    groups.forEach(group -> loads.addAll(group.loads()));
    List<NodeId> removed = leaving(present, loads, speeds, present.size() - nodes);
    SortedMap<NodeId, NodeProfile> profiles =
        KeptProfiles.of(present, Set.copyOf(removed), groups, nodes);
    Rebalancing balanced =
        rebalance(loads, List.copyOf(profiles.keySet()), speeds, nodes != present.size());
    List<NodeTarget> targets = new ArrayList<>();
    List<List<PartitionId>> held = balanced.held();
    profiles.forEach(
        (id, profile) -> targets.add(new NodeTarget(id, profile, held.get(targets.size()))));
    return new Placement(targets, removed, reasons(loads, nodes, balanced));
  }

  /** The nodes to leave: the slowest, and of equally fast ones those with the least data. */
  private static List<NodeId> leaving(
      List<Node> present, List<Load> loads, ToDoubleFunction<NodeId> speeds, int count) {
    Map<NodeId, Long> bytes = new HashMap<>();
    if (count > 0) {
      loads.stream()
          .filter(load -> load.node() != null)
          .forEach(load -> bytes.merge(load.node(), load.bytes() + 1, Long::sum));
    }
    return present.stream()
        .map(Node::id)
        .sorted(
            Comparator.<NodeId>comparingLong(id -> Math.round(speeds.applyAsDouble(id) / ALIKE))
                .thenComparingLong(id -> bytes.getOrDefault(id, 0L))
                .thenComparing(Comparator.reverseOrder()))
        .limit(Math.max(0, count))
        .toList();
  }

  private Rebalancing rebalance(
      List<Load> loads, List<NodeId> nodes, ToDoubleFunction<NodeId> speeds, boolean resized) {
    boolean unused = loads.stream().allMatch(load -> load.cost() == 0);
    ToDoubleFunction<Load> weighing = (unused ? Even.COUNT : even).among(loads);
    Rebalancing rebalancing = new Rebalancing(loads, weighing, nodes, speeds, tolerance.value());
    double wide = tolerance.value() + Math.max(NOISE, tolerance.value() / 2);
    if (!resized && rebalancing.isWithin(wide, wide)) {
      return rebalancing;
    }
    double above = tolerance.value();
    double below = tolerance.value();
    rebalancing.solve(above, below, MOST_LOOKS);
    if (rebalancing.isSolved()) {
      return rebalancing;
    }
    above = widened(rebalancing.furthestAbove());
    below = widened(rebalancing.furthestBelow());
    rebalancing.putBack();
    if (resized || !rebalancing.isWithin(1.5 * above, 1.5 * below)) {
      rebalancing.solve(above, below, MOST_LOOKS);
    }
    return rebalancing;
  }

  private double widened(double reached) {
    double wider = Math.max(0.01, tolerance.value());
    while (wider < reached) {
      wider *= WIDER;
    }
    return wider;
  }

  private static List<Reason> reasons(List<Load> loads, int nodes, Rebalancing balanced) {
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        SPREAD.because(
            "placement.tolerance",
            "{%d partitions} over {%d nodes}, %d of them move (%s)",
            loads.size(),
            nodes,
            balanced.moves(),
            ByteSize.ofBytes(balanced.movedBytes())));
    List<PartitionId> alone = balanced.alone();
    if (!alone.isEmpty()) {
      reasons.add(
          HOT_PARTITION.says(
              "{%d partitions} {is|are} heavier than the fair share of any {node}, and {gets|get}"
                  + " one alone: %s",
              alone.size(), Few.of(alone)));
    }
    return reasons;
  }
}
