package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The requests of token ranges. A node counts those of each keyspace; what it served between two
 * looks is divided evenly among the ranges that it is shown to serve. So the work of a keyspace is
 * measured, and that of one of its ranges is not.
 */
final class RangeLoads {
  /** By the node's address. */
  private final Map<String, Told> before = new HashMap<>();

  private final Map<PartitionId, double[]> counted = new HashMap<>();

  /**
   * What a node counts.
   *
   * @param start of its process, after which counters begin anew
   * @param requests by keyspace
   */
  record Told(String start, Map<String, RequestCounters> requests) {}

  /** Takes in what a node tells that serves these ranges. */
  synchronized void add(String node, Told now, List<Partition> ranges) {
    Told earlier = before.put(node, now);
    if (earlier == null || !earlier.start().equals(now.start())) {
      return;
    }
    ranges.stream()
        .collect(Collectors.groupingBy(range -> range.table().value()))
        .forEach(
            (keyspace, own) ->
                divide(earlier.requests().get(keyspace), now.requests().get(keyspace), ids(own)));
  }

  private void divide(
      @Nullable RequestCounters earlier, @Nullable RequestCounters now, List<PartitionId> ranges) {
    if (earlier == null || now == null || now.wentBackSince(earlier)) {
      return;
    }
    for (PartitionId range : ranges) {
      double[] sums = counted.computeIfAbsent(range, id -> new double[3]);
      sums[0] += (double) (now.reads() - earlier.reads()) / ranges.size();
      sums[1] += (double) (now.scans() - earlier.scans()) / ranges.size();
      sums[2] += (double) (now.writes() - earlier.writes()) / ranges.size();
    }
  }

  private static List<PartitionId> ids(List<Partition> ranges) {
    return ranges.stream().map(Partition::id).toList();
  }

  /** What each of these ranges has served since it was first looked at. */
  synchronized Map<PartitionId, RequestCounters> of(List<Partition> ranges) {
    Map<PartitionId, RequestCounters> requests = new HashMap<>();
    for (PartitionId range : ids(ranges)) {
      double[] sums = counted.getOrDefault(range, new double[3]);
      requests.put(range, new RequestCounters((long) sums[0], (long) sums[1], (long) sums[2]));
    }
    return requests;
  }

  /** Forgets nodes and ranges that are no more. */
  synchronized void keep(List<NodeId> nodes, List<Partition> ranges) {
    before.keySet().retainAll(nodes.stream().map(NodeId::value).collect(Collectors.toSet()));
    counted.keySet().retainAll(Set.copyOf(ids(ranges)));
  }
}
