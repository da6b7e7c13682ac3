package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What former owners keep until they are cleaned up, one after the other: each reads and writes
 * anew all that it has.
 */
final class RingCleanup {
  private final Deque<NodeId> toClean = new ArrayDeque<>();

  /** Bytes on each node that it no longer owns. */
  private final Map<NodeId, Double> leftBehind = new TreeMap<>();

  /** Bytes that the first has to go through; none where it has not begun. */
  private double toGo;

  private boolean isLeft;

  /** Bytes that a node keeps though others own them. */
  double leftBehind(NodeId node) {
    return leftBehind.getOrDefault(node, 0.0);
  }

  /** Who is cleaned up now. */
  Optional<NodeId> now() {
    return Optional.ofNullable(toClean.peekFirst());
  }

  /** Whether it was left to a join that has not come. */
  boolean isLeft() {
    return isLeft;
  }

  /** Others own some of what a node has. */
  void leave(NodeId node, double bytes) {
    leftBehind.merge(node, bytes, Double::sum);
  }

  void forget(NodeId node) {
    leftBehind.remove(node);
  }

  /** A node has joined. */
  void afterJoin(Collection<NodeId> former, boolean moreFollow) {
    if (moreFollow) {
      isLeft = true;
    } else {
      begin(former);
    }
  }

  void begin(Collection<NodeId> nodes) {
    isLeft = false;
    toClean.addAll(nodes);
  }

  /**
   * The first goes on.
   *
   * @param held bytes that it owns
   * @param bytes that it gets through
   */
  void pass(double held, double bytes) {
    NodeId node = toClean.getFirst();
    if (toGo <= 0) {
      toGo = leftBehind(node) + held;
    }
    toGo -= bytes;
    if (toGo <= 0) {
      next();
      forget(node);
    }
  }

  /** The first is not gone on with. */
  void next() {
    toClean.removeFirst();
    toGo = 0;
  }
}
