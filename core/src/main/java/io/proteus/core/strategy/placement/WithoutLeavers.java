package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A policy that does not choose who goes: the cloud does. The nodes that go are as good as gone,
 * and what they hold is placed as if nobody held it.
 *
 * @param leaving what goes if it is there
 */
public record WithoutLeavers(PlacementPolicy policy, Set<NodeId> leaving)
    implements PlacementPolicy {

  /** The policy itself where nobody is said to go. */
  public static PlacementPolicy of(PlacementPolicy policy, Collection<NodeId> leaving) {
    return leaving.isEmpty() ? policy : new WithoutLeavers(policy, Set.copyOf(leaving));
  }

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
    List<Node> staying = present.stream().filter(node -> !leaving.contains(node.id())).toList();
    Placement placed = policy.place(groups, idle, staying, nodes, speeds);
    List<NodeId> removed =
        new ArrayList<>(present.stream().map(Node::id).filter(leaving::contains).toList());
    removed.addAll(placed.removed());
    return new Placement(placed.nodes(), removed, placed.reasons());
  }
}
