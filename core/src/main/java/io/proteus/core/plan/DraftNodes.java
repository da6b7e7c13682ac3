package io.proteus.core.plan;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What each node holds after the steps of a draft so far, and which open node has the least load.
 */
final class DraftNodes {
  private final Map<NodeId, DraftNode> all = new HashMap<>();
  private final TreeSet<DraftNode> waiting = new TreeSet<>(DraftNodes::leastLoadedFirst);

  /** The least loaded of these is asked for only when no node waits, so they are not sorted. */
  private final Set<DraftNode> ready = new LinkedHashSet<>();

  private static final class DraftNode {
    final NodeId id;

    /** All that ever came; what has gone on is elsewhere now. */
    final List<DraftPartition> received = new ArrayList<>();

    double load;

    /** The set that it is in; null while it takes no partitions. */
    @Nullable Set<DraftNode> rank;

    /**
     * Whether it is in the set that is sorted by load. Its load changes only while it is out of
     * that set.
     */
    boolean isRanked() {
      return rank instanceof TreeSet;
    }

    DraftNode(NodeId id) {
      this.id = id;
    }

    void shift(double more) {
      Set<DraftNode> order = rank;
      if (order == null || !isRanked()) {
        load += more;
        return;
      }
      order.remove(this);
      load += more;
      order.add(this);
    }

    void enter(@Nullable Set<DraftNode> other) {
      if (rank != null) {
        rank.remove(this);
      }
      rank = other;
      if (other != null) {
        other.add(this);
      }
    }
  }

  private DraftNode draft(NodeId node) {
    return all.computeIfAbsent(node, DraftNode::new);
  }

  void add(DraftPartition partition, NodeId node) {
    DraftNode draft = draft(node);
    draft.received.add(partition);
    draft.shift(partition.load());
  }

  void remove(DraftPartition partition, NodeId node) {
    draft(node).shift(-partition.load());
  }

  Set<DraftPartition> heldBy(NodeId node) {
    Set<DraftPartition> held = new LinkedHashSet<>(draft(node).received);
    held.removeIf(partition -> !node.equals(partition.node));
    return held;
  }

  /** From now on the node takes partitions, and goes before all ready ones. */
  void waiting(NodeId node) {
    draft(node).enter(waiting);
  }

  /** From now on the node takes partitions once no node waits. */
  void ready(NodeId node) {
    draft(node).enter(ready);
  }

  /** From now on the node takes no partitions. */
  void close(NodeId node) {
    draft(node).enter(null);
  }

  boolean isWaiting(NodeId node) {
    return draft(node).rank == waiting;
  }

  /** The least loaded node that waits for its restart, or else the least loaded ready one. */
  Optional<NodeId> leastLoaded(Predicate<NodeId> able) {
    return waiting.stream()
        .filter(draft -> able.test(draft.id))
        .findFirst()
        .or(
            () ->
                ready.stream()
                    .filter(draft -> able.test(draft.id))
                    .min(DraftNodes::leastLoadedFirst))
        .map(draft -> draft.id);
  }

  private static int leastLoadedFirst(DraftNode one, DraftNode other) {
    int byLoad = Double.compare(one.load, other.load);
    return byLoad != 0 ? byLoad : one.id.compareTo(other.id);
  }
}
