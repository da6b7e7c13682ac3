package io.proteus.lab.faults;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.Few;
import java.util.List;
import java.util.Optional;

/**
 * What a cluster is that lacks nothing.
 *
 * @param nodes that serve
 * @param partitions that are served
 */
record Wholeness(int nodes, int partitions) {

  /** What is missing; empty when nothing is. */
  Optional<String> missing(Topology now) {
    if (now.nodes().size() != nodes || !now.deadNodes().isEmpty()) {
      return Optional.of(
          "%d of %d servers live, dead: %s".formatted(now.nodes().size(), nodes, now.deadNodes()));
    }
    List<String> unserved =
        now.partitions().stream()
            .filter(partition -> partition.node() == null)
            .map(partition -> partition.id().value())
            .toList();
    if (!unserved.isEmpty() || now.partitions().size() != partitions) {
      return Optional.of(
          "%d of %d regions known, not served: %s"
              .formatted(now.partitions().size(), partitions, Few.of(unserved)));
    }
    if (!now.inTransition().isEmpty()) {
      return Optional.of("in transition: " + Few.of(now.inTransition()));
    }
    return now.nodes().stream()
        .filter(node -> node.memory() == null)
        .map(Node::id)
        .findFirst()
        .map("the memory split of %s is not known"::formatted);
  }

  /** How many partitions each server has, for a sentence. */
  static String spread(Topology now) {
    return now.nodes().stream()
        .map(
            node ->
                String.valueOf(
                    now.partitions().stream()
                        .map(Partition::node)
                        .filter(node.id()::equals)
                        .count()))
        .toList()
        .toString();
  }
}
