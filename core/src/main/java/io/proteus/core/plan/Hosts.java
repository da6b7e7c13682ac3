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
import org.jspecify.annotations.Nullable;

/**
 * What each node will hold after the steps of a draft so far, and which of those that take
 * partitions is the least loaded.
 */
final class Hosts {
  private final Map<NodeId, Host> all = new HashMap<>();
  private final TreeSet<Host> waiting = new TreeSet<>(Hosts::leastLoadedFirst);

  /** Asked for the least loaded only once nobody waits any more: not kept in order. */
  private final Set<Host> ready = new LinkedHashSet<>();

  /** A node. */
  private static final class Host {
    final NodeId id;

    /** All that ever came; what has gone on is elsewhere now. */
    final List<TrackedPartition> received = new ArrayList<>();

    double load;

    /** PlanContext whom it is; null while it takes no partitions. */
    @Nullable Set<Host> rank;

    /**
     * PlanContext those who are kept in order by their load, by which it cannot be found once
     * changed.
     */
    boolean isRanked() {
      return rank instanceof TreeSet;
    }

    Host(NodeId id) {
      this.id = id;
    }

    void shift(double more) {
      Set<Host> order = rank;
      if (order == null || !isRanked()) {
        load += more;
        return;
      }
      order.remove(this);
      load += more;
      order.add(this);
    }

    void enter(@Nullable Set<Host> other) {
      if (rank != null) {
        rank.remove(this);
      }
      rank = other;
      if (other != null) {
        other.add(this);
      }
    }
  }

  private Host host(NodeId node) {
    return all.computeIfAbsent(node, Host::new);
  }

  void add(TrackedPartition partition, NodeId node) {
    Host host = host(node);
    host.received.add(partition);
    host.shift(partition.loaded.load());
  }

  void remove(TrackedPartition partition, NodeId node) {
    host(node).shift(-partition.loaded.load());
  }

  Set<TrackedPartition> heldBy(NodeId node) {
    Set<TrackedPartition> held = new LinkedHashSet<>(host(node).received);
    held.removeIf(partition -> !node.equals(partition.node));
    return held;
  }

  /** From now on the node takes partitions, before all that are ready. */
  void waiting(NodeId node) {
    host(node).enter(waiting);
  }

  /** From now on the node takes partitions once nobody waits any more. */
  void ready(NodeId node) {
    host(node).enter(ready);
  }

  /** From now on the node takes none. */
  void close(NodeId node) {
    host(node).enter(null);
  }

  boolean isWaiting(NodeId node) {
    return host(node).rank == waiting;
  }

  /** The least loaded of those that wait for their restart, or else of those that are ready. */
  Optional<NodeId> leastLoaded() {
    Optional<Host> least =
        waiting.isEmpty()
            ? ready.stream().min(Hosts::leastLoadedFirst)
            : Optional.of(waiting.first());
    return least.map(host -> host.id);
  }

  private static int leastLoadedFirst(Host one, Host other) {
    int byLoad = Double.compare(one.load, other.load);
    return byLoad != 0 ? byLoad : one.id.compareTo(other.id);
  }
}
