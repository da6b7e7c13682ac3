package io.proteus.core.plan;

import io.proteus.core.cluster.NodeId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** How loaded each node will be after the steps of a draft so far, and which one is least so. */
final class NodeLoads {
  private final Map<NodeId, Double> loads = new HashMap<>();
  private final TreeSet<NodeId> waiting;
  private final TreeSet<NodeId> ready;

  NodeLoads() {
    Comparator<NodeId> byLoad =
        Comparator.<NodeId>comparingDouble(node -> loads.getOrDefault(node, 0.0))
            .thenComparing(Comparator.naturalOrder());
    waiting = new TreeSet<>(byLoad);
    ready = new TreeSet<>(byLoad);
  }

  void add(NodeId node, double load) {
    TreeSet<NodeId> rank = waiting.remove(node) ? waiting : ready.remove(node) ? ready : null;
    loads.merge(node, load, Double::sum);
    if (rank != null) {
      rank.add(node);
    }
  }

  /** From now on these nodes can take partitions; the waiting ones are asked first. */
  void open(Collection<NodeId> waitingNodes, Collection<NodeId> readyNodes) {
    waiting.addAll(waitingNodes);
    ready.addAll(readyNodes);
  }

  /** From now on this node takes nothing. */
  void close(NodeId node) {
    waiting.remove(node);
    ready.remove(node);
  }

  /** From now on this node is among those that are asked last. */
  void ready(NodeId node) {
    close(node);
    ready.add(node);
  }

  boolean isWaiting(NodeId node) {
    return waiting.contains(node);
  }

  /** The least loaded of those that wait for their restart, or else of the others. */
  Optional<NodeId> leastLoaded() {
    TreeSet<NodeId> rank = waiting.isEmpty() ? ready : waiting;
    return rank.isEmpty() ? Optional.empty() : Optional.of(rank.first());
  }
}
