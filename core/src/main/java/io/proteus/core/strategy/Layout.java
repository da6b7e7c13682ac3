package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What should be: every partition on exactly one node, every node with its profile.
 *
 * @param nodes sorted by name; planned ones included
 * @param removed existing nodes that are to go
 * @param blockSizes of the tables whose block size matters
 */
public record Layout(
    List<NodeTarget> nodes, List<NodeId> removed, SortedMap<TableId, ByteSize> blockSizes) {
  public Layout {
    nodes = nodes.stream().sorted(Comparator.comparing(NodeTarget::node)).toList();
    removed = removed.stream().sorted().toList();
    blockSizes = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(blockSizes));
    Set<NodeId> seenNodes = new HashSet<>(removed);
    int placed = nodes.stream().mapToInt(target -> target.partitions().size()).sum();
    Set<PartitionId> seen = new HashSet<>(placed * 2);
    for (NodeTarget target : nodes) {
      if (!seenNodes.add(target.node())) {
        throw new InvalidValue("layout: node %s has two targets.".formatted(target.node()));
      }
      for (PartitionId partition : target.partitions()) {
        if (!seen.add(partition)) {
          throw new InvalidValue("layout: partition %s is on two nodes.".formatted(partition));
        }
      }
    }
  }

  public static Layout of(
      List<NodeTarget> nodes, List<NodeId> removed, Map<TableId, ByteSize> blockSizes) {
    return new Layout(nodes, removed, new TreeMap<>(blockSizes));
  }
}
