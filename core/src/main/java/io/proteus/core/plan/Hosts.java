package io.proteus.core.plan;

import io.proteus.core.cluster.NodeId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
  private static final Comparator<Host> LEAST_LOADED =
      Comparator.<Host>comparingDouble(host -> host.load).thenComparing(host -> host.id);

  private final Map<NodeId, Host> all = new HashMap<>();
  private final TreeSet<Host> waiting = new TreeSet<>(LEAST_LOADED);
  private final TreeSet<Host> ready = new TreeSet<>(LEAST_LOADED);

  /** A node. */
  private static final class Host {
    final NodeId id;
    final Set<TrackedPartition> held = new LinkedHashSet<>();
    double load;

    /** Among whom it is ranked; null while it takes no partitions. */
    @Nullable TreeSet<Host> rank;

    Host(NodeId id) {
      this.id = id;
    }

    void shift(double more) {
      if (rank != null) {
        rank.remove(this);
      }
      load += more;
      if (rank != null) {
        rank.add(this);
      }
    }

    void enter(@Nullable TreeSet<Host> other) {
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
    host.held.add(partition);
    host.shift(partition.load);
  }

  void remove(TrackedPartition partition, NodeId node) {
    Host host = host(node);
    host.held.remove(partition);
    host.shift(-partition.load);
  }

  Set<TrackedPartition> heldBy(NodeId node) {
    return host(node).held;
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
    TreeSet<Host> rank = waiting.isEmpty() ? ready : waiting;
    return rank.isEmpty() ? Optional.empty() : Optional.of(rank.first().id);
  }
}
