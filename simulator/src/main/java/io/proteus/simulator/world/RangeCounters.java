package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The requests of ranges of tokens, as Proteus's engine for Cassandra makes them of what nodes
 * count: what a node served of a keyspace between two looks is divided evenly among the ranges that
 * it is shown to serve.
 */
final class RangeCounters {
  private record Counted(int incarnation, double reads, double scans, double writes) {}

  /** By node and table. */
  private final Map<NodeId, Map<TableId, Counted>> before = new HashMap<>();

  private final Map<PartitionId, double[]> sums = new HashMap<>();

  /**
   * Takes in what a node has counted of a table since its start.
   *
   * @param ranges of the table that the node is shown to serve
   */
  void add(NodeId node, int incarnation, SimulatedPartition copy, List<Partition> ranges) {
    Counted now = new Counted(incarnation, copy.reads, copy.scans, copy.writes);
    @Nullable Counted earlier =
        before.computeIfAbsent(node, none -> new HashMap<>()).put(copy.table, now);
    if (earlier == null || earlier.incarnation() != incarnation || now.reads() < earlier.reads()) {
      return;
    }
    for (Partition range : ranges) {
      double[] sum = sums.computeIfAbsent(range.id(), none -> new double[3]);
      sum[0] += (now.reads() - earlier.reads()) / ranges.size();
      sum[1] += (now.scans() - earlier.scans()) / ranges.size();
      sum[2] += (now.writes() - earlier.writes()) / ranges.size();
    }
  }

  /** What a range has served since it was first looked at. */
  RequestCounters of(PartitionId range) {
    double[] sum = sums.getOrDefault(range, new double[3]);
    return new RequestCounters((long) sum[0], (long) sum[1], (long) sum[2]);
  }

  /** Forgets nodes and ranges that are no more. */
  void keep(Set<NodeId> nodes, List<Partition> ranges) {
    before.keySet().retainAll(nodes);
    sums.keySet().retainAll(ranges.stream().map(Partition::id).collect(Collectors.toSet()));
  }
}
