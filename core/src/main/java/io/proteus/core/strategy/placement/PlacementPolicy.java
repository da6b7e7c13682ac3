package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Which partitions does each node hold? */
public interface PlacementPolicy {
  /**
   * Places every partition on one of {@code nodes} nodes.
   *
   * @param groups what is to be placed, by the profile that it wants
   * @param idle partitions without requests, which may stay where they are
   * @param present the live nodes
   * @param nodes how many there are to be, 1 or more
   */
  Placement place(List<Group> groups, List<Load> idle, List<Node> present, int nodes);

  /**
   * The same where nodes are unlike. A policy that takes all nodes for alike leaves it as it is.
   *
   * @param speeds what each node can do; 1 for the usual node, and for a new one
   */
  default Placement place(
      List<Group> groups,
      List<Load> idle,
      List<Node> present,
      int nodes,
      ToDoubleFunction<NodeId> speeds) {
    return place(groups, idle, present, nodes);
  }
}
