package io.proteus.core.plan.undo;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The layout after an undo. Each profile is what its node had before.
 *
 * @param splits of the nodes that get another one back
 * @param leaving nodes that go
 */
record UndoLayout(Topology now, Map<NodeId, MemorySplit> splits, List<NodeId> leaving) {
  private static final String AS_BEFORE = "as before";

  /** Nodes whose split is not known have no target of their own. */
  Layout of(Map<PartitionId, NodeId> goals) {
    Map<NodeId, @Nullable MemorySplit> known = new TreeMap<>();
    for (Node node : now.nodes()) {
      if (!node.split().isUnknown()) {
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
          targets.add(
              new NodeTarget(
                  node,
                  new NodeProfile(AS_BEFORE, split, null),
                  held.getOrDefault(node, List.of())));
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
}
