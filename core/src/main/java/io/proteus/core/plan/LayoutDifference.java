package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is not as it should be.
 *
 * @param misplaced where partitions should be that are elsewhere
 * @param misconfigured how nodes should divide their heap that divide it otherwise
 * @param altered which block size tables should have that have another
 * @param added targets of nodes that do not exist yet
 * @param removed nodes that should not be
 */
public record LayoutDifference(
    Map<PartitionId, NodeId> misplaced,
    Map<NodeId, MemorySplit> misconfigured,
    Map<TableId, ByteSize> altered,
    List<NodeTarget> added,
    List<NodeId> removed) {

  public LayoutDifference {
    misplaced = Map.copyOf(misplaced);
    misconfigured = Map.copyOf(misconfigured);
    altered = Map.copyOf(altered);
    added = List.copyOf(added);
    removed = List.copyOf(removed);
  }

  /** What of {@code is} differs from {@code target}; partitions that are gone are left out. */
  public static LayoutDifference between(Topology is, Layout target) {
    Map<PartitionId, NodeId> holders = new HashMap<>();
    for (Partition partition : is.partitions()) {
      if (partition.node() != null) {
        holders.put(partition.id(), partition.node());
      }
    }
    Map<PartitionId, NodeId> misplaced = new HashMap<>();
    Map<NodeId, MemorySplit> misconfigured = new TreeMap<>();
    List<NodeTarget> added = new ArrayList<>();
    for (NodeTarget wanted : target.nodes()) {
      Optional<Node> node = is.node(wanted.node());
      if (node.isEmpty()) {
        added.add(wanted);
      } else if (node.get().memory() == null
          || !node.get().memory().isAbout(wanted.profile().memory())) {
        misconfigured.put(wanted.node(), wanted.profile().memory());
      }
      for (PartitionId partition : wanted.partitions()) {
        NodeId holder = holders.get(partition);
        if (holder != null && !holder.equals(wanted.node())) {
          misplaced.put(partition, wanted.node());
        }
      }
    }
    Map<TableId, ByteSize> altered = new TreeMap<>();
    target
        .blockSizes()
        .forEach(
            (table, size) -> {
              if (is.table(table).map(t -> !size.equals(t.blockSize())).orElse(false)) {
                altered.put(table, size);
              }
            });
    List<NodeId> removed = target.removed().stream().filter(id -> is.node(id).isPresent()).toList();
    return new LayoutDifference(misplaced, misconfigured, altered, added, removed);
  }
}
