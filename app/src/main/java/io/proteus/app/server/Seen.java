package io.proteus.app.server;

import io.proteus.app.server.ClusterDocuments.Cluster;
import io.proteus.app.server.ClusterDocuments.NodeState;
import io.proteus.app.server.ClusterDocuments.PartitionSum;
import io.proteus.app.view.ClusterView;
import io.proteus.app.view.NodeRow;
import io.proteus.core.cluster.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as it was observed, with what is summed over all its partitions: once for each
 * observation, however often it is asked for.
 */
final class Seen {
  private final ClusterView view;
  private final Cluster figures;
  private final @Nullable Map<NodeId, Long> misplaced;
  private final Map<String, List<PartitionSum>> sums = new ConcurrentHashMap<>();

  Seen(String cluster, ClusterView view) {
    this(cluster, view, view.misplacedByNode());
  }

  private Seen(String cluster, ClusterView view, @Nullable Map<NodeId, Long> misplaced) {
    this.view = view;
    this.figures = Cluster.of(cluster, view, misplaced != null);
    this.misplaced = misplaced;
  }

  /** Of which nobody can say what is misplaced. */
  static Seen withoutPlan(String cluster, ClusterView view) {
    return new Seen(cluster, view, null);
  }

  ClusterView view() {
    return view;
  }

  Cluster figures() {
    return figures;
  }

  NodeState node(NodeRow row) {
    return NodeState.of(row, misplaced == null ? null : misplaced.getOrDefault(row.id(), 0L));
  }

  /**
   * Partitions in sum, the busiest first.
   *
   * @param by one of {@link ClusterDocuments#KEYS}
   */
  List<PartitionSum> sums(String by) {
    return sums.computeIfAbsent(
        by,
        key ->
            ClusterDocuments.sums(
                view.partitions(), Objects.requireNonNull(ClusterDocuments.KEYS.get(key))));
  }
}
