package io.proteus.core.plan.undo;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What should be after an undo. Its profiles have no purpose of their own: each is how a node was.
 *
 * @param splits of the nodes that get another one back
 * @param leaving nodes that go
 */
record UndoLayout(Topology now, Map<NodeId, MemorySplit> splits, List<NodeId> leaving) {
  private static final String AS_BEFORE = "as before";

  /** The store's own, for a node whose tables do not tell theirs. */
  private static final ByteSize USUAL_BLOCKS = ByteSize.ofKilobytes(64);

  /** Nodes whose split is not known have no target of their own. */
  Layout of(Map<PartitionId, NodeId> goals) {
    Map<NodeId, MemorySplit> known = new TreeMap<>();
    for (Node node : now.nodes()) {
      if (node.memory() != null) {
        known.put(node.id(), node.memory());
      }
    }
    known.putAll(splits);
    leaving.forEach(known::remove);
    Map<NodeId, List<PartitionId>> held = new HashMap<>();
    goals.forEach(
        (partition, node) -> held.computeIfAbsent(node, id -> new ArrayList<>()).add(partition));
    List<NodeTarget> targets = new ArrayList<>();
    known.forEach(
        (node, split) -> {
          List<PartitionId> partitions = held.getOrDefault(node, List.of());
          targets.add(
              new NodeTarget(
                  node, new NodeProfile(AS_BEFORE, split, blocksOf(partitions)), partitions));
        });
    return Layout.of(targets, leaving, Map.of());
  }

  Layout asItIs() {
    Map<PartitionId, NodeId> places = new HashMap<>();
    for (Partition partition : now.partitions()) {
      if (partition.node() != null) {
        places.put(partition.id(), partition.node());
      }
    }
    return of(places);
  }

  private ByteSize blocksOf(List<PartitionId> partitions) {
    return partitions.stream()
        .map(now::partition)
        .flatMap(Optional::stream)
        .map(partition -> now.table(partition.table()))
        .flatMap(Optional::stream)
        .map(Table::blockSize)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(USUAL_BLOCKS);
  }
}
