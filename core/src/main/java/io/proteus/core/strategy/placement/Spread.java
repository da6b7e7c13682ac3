package io.proteus.core.strategy.placement;

import static io.proteus.core.strategy.ReasonCode.SPREAD;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Balances the load over the wanted number of nodes with few moves (TIR-6): leaving nodes are
 * emptied, new ones get their share, and a node within a tolerance of the mean gives nothing away.
 *
 * <p>The nodes with the least data to move leave. Their partitions go, the costliest first, to the
 * node with the least; then the fullest node gives to the emptiest, each time the partition that
 * brings both closest, while that helps.
 *
 * <p>Every node keeps its memory split. A new one gets the split of most others.
 *
 * @param even what is spread evenly
 * @param tolerance how far above the mean a node may be
 */
@Section("How partitions are spread over nodes that stay configured as they are.")
public record Spread(
    @Key(
            doc =
                "what `keep` spreads evenly: requests, partitions, or the larger of a partition's"
                    + " shares of the requests and of the bytes in use",
            usual = "data")
        Even even,
    @Key(doc = "how far above the mean a node may be then", usual = "0.10") Ratio tolerance)
    implements PlacementPolicy {

  @Override
  public Placement place(List<Group> groups, List<Load> idle, List<Node> present, int nodes) {
    if (nodes < 1) {
      throw new InvalidValue("placement: want 1 or more nodes, got %d.".formatted(nodes));
    }
    List<Load> loads = new ArrayList<>(idle);
    groups.forEach(group -> loads.addAll(group.loads()));
    List<NodeId> removed = leastToMove(present, loads, present.size() - nodes);
    Set<NodeId> gone = new HashSet<>(removed);
    SortedMap<NodeId, NodeProfile> profiles = KeptProfiles.of(present, gone, groups, nodes);
    boolean unused = loads.stream().allMatch(load -> load.cost() == 0);
    Shares shares = new Shares(profiles.keySet(), unused ? Even.COUNT : even, loads);
    shares.evenOut(tolerance);
    List<NodeTarget> targets = new ArrayList<>();
    profiles.forEach((id, profile) -> targets.add(new NodeTarget(id, profile, shares.heldBy(id))));
    return new Placement(
        targets,
        removed,
        List.of(
            SPREAD.because(
                "placement.even",
                "{%d partitions} over {%d nodes}, %d of them move",
                loads.size(),
                nodes,
                shares.moves())));
  }

  private static List<NodeId> leastToMove(List<Node> present, List<Load> loads, int count) {
    Map<NodeId, Long> bytes = new HashMap<>();
    for (Load load : loads) {
      if (load.node() != null) {
        bytes.merge(load.node(), load.bytes() + 1, Long::sum);
      }
    }
    return present.stream()
        .map(Node::id)
        .sorted(
            Comparator.<NodeId>comparingLong(id -> bytes.getOrDefault(id, 0L))
                .thenComparing(Comparator.reverseOrder()))
        .limit(Math.max(0, count))
        .toList();
  }
}
