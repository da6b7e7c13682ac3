package io.proteus.app.view;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Machine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A node and its machine.
 *
 * @param lives whether the store lists the node as alive
 * @param machine empty where the cloud knows none
 */
public record MachineRow(NodeId node, boolean lives, Optional<Machine> machine) {

  /** Every node of the store and every machine, by the names of the nodes. */
  public static List<MachineRow> of(Topology topology, List<Machine> machines) {
    Map<NodeId, Machine> byNode = new TreeMap<>();
    machines.forEach(machine -> byNode.put(machine.node(), machine));
    TreeSet<NodeId> all = new TreeSet<>(byNode.keySet());
    topology.nodes().stream().map(Node::id).forEach(all::add);
    return all.stream()
        .map(
            node ->
                new MachineRow(
                    node, topology.node(node).isPresent(), Optional.ofNullable(byNode.get(node))))
        .toList();
  }
}
