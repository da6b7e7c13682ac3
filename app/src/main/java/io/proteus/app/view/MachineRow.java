package io.proteus.app.view;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Machine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A node and its machine.
 *
 * @param use of it, by the store's word
 * @param machine empty where the cloud knows none
 */
public record MachineRow(NodeId node, Use use, Optional<Machine> machine) {

  /** What a machine is of use for. */
  public enum Use {
    /** The store lists its node as alive. */
    SERVES,
    /** It holds copies of what a node serves. */
    FOLLOWS,
    /** The store knows nothing on it that lives. */
    NONE
  }

  /** Every node of the store and every machine, by the names of the nodes. */
  public static List<MachineRow> of(Topology topology, List<Machine> machines) {
    Map<NodeId, Machine> byNode = new TreeMap<>();
    machines.forEach(machine -> byNode.put(machine.node(), machine));
    TreeSet<NodeId> all = new TreeSet<>(byNode.keySet());
    topology.nodes().stream().map(Node::id).forEach(all::add);
    Set<NodeId> followers = topology.followers();
    return all.stream()
        .map(
            node ->
                new MachineRow(
                    node, use(node, topology, followers), Optional.ofNullable(byNode.get(node))))
        .toList();
  }

  private static Use use(NodeId node, Topology topology, Set<NodeId> followers) {
    if (topology.node(node).isPresent()) {
      return Use.SERVES;
    }
    return followers.contains(node) ? Use.FOLLOWS : Use.NONE;
  }
}
