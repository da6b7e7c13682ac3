package io.proteus.app.view;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.health.Finding;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as it is shown: what is observed, and what Proteus makes of it.
 *
 * @param nodes sorted by name
 * @param partitions the busiest first
 * @param requests of all partitions that are known, op/s; null when none is
 * @param price what it would take to put everything in its place; null when nothing is wanted
 * @param reasons what Proteus says of it, the weightiest first
 * @param findings what is wrong with it as far as was observed, the most costly first
 */
public record ClusterView(
    Observation observation,
    List<NodeRow> nodes,
    List<PartitionRow> partitions,
    @Nullable Double requests,
    @Nullable Price price,
    List<Reason> reasons,
    List<Finding> findings) {
  public ClusterView {
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
    reasons = List.copyOf(reasons);
    findings = List.copyOf(findings);
  }

  /** The same with what is wrong. */
  public ClusterView with(List<Finding> found) {
    return new ClusterView(observation, nodes, partitions, requests, price, reasons, found);
  }

  /** How many partitions should be elsewhere. */
  public long misplaced() {
    return partitions.stream().filter(row -> row.wanted() != null).count();
  }

  /** How many partitions of each node should be elsewhere; nodes without any are left out. */
  public Map<NodeId, Long> misplacedByNode() {
    Map<NodeId, Long> misplaced = new HashMap<>();
    for (PartitionRow row : partitions) {
      NodeId node = row.partition().node();
      if (row.wanted() != null && node != null) {
        misplaced.merge(node, 1L, Long::sum);
      }
    }
    return misplaced;
  }

  /** How many nodes are configured otherwise than they should be. */
  public long misconfigured() {
    return nodes.stream().filter(row -> row.remarks().contains(Remark.MISCONFIGURED)).count();
  }

  /** How many nodes would be divided anew without a restart if what does that were there. */
  public long misconfiguredWithoutPlugin() {
    return nodes.stream()
        .map(NodeRow::remarks)
        .filter(remarks -> remarks.contains(Remark.MISCONFIGURED))
        .filter(remarks -> remarks.contains(Remark.NO_PLUGIN))
        .count();
  }

  /** How many nodes like this are configured otherwise than they should be. */
  public long misconfiguredWhere(Predicate<Node> like) {
    return nodes.stream()
        .filter(row -> row.remarks().contains(Remark.MISCONFIGURED))
        .filter(row -> observation.topology().node(row.id()).filter(like).isPresent())
        .count();
  }
}
