package io.proteus.testkit;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node's state; only its cluster changes it. */
final class InMemoryNode {
  final NodeId id;
  final boolean memoryOnline;
  MemorySplit memory;

  /** The split at the next start, unless another one was set since. */
  MemorySplit started;

  boolean pinned;
  SortedMap<String, String> settings = new TreeMap<>();
  SortedMap<String, Effect> effects = new TreeMap<>();

  /** It divides no memory between reads and writes. */
  boolean undivided;

  HostLoad host;
  boolean readable = true;

  /** When its machine was started; always, for those that were there from the first. */
  Instant machineSince = Instant.EPOCH;

  double served;
  @Nullable Double latencyMs;
  @Nullable Double p99Ms;

  private int incarnation = 1;
  private int pollsDown;
  private boolean down;
  private boolean forgotten;
  private @Nullable MemorySplit coming;
  private int pollsToSplit;

  InMemoryNode(NodeId id, MemorySplit memory, boolean memoryOnline, HostLoad host) {
    this.id = id;
    this.memory = memory;
    this.started = memory;
    this.memoryOnline = memoryOnline;
    this.host = host;
  }

  boolean isLive() {
    return !down;
  }

  /** Whether the store lists it as dead; it knows nothing of a node that was never there. */
  boolean isKnownDead() {
    return down && incarnation > 0 && !forgotten;
  }

  /** The node is new, and still to come. */
  void start(int polls) {
    incarnation = 0;
    goDown(polls);
  }

  void goDown(int polls) {
    down = true;
    pollsDown = polls;
    coming = null;
  }

  /** The store no longer lists it as dead. Its machine runs on. */
  void forget() {
    forgotten = down;
  }

  void split(MemorySplit wanted, int polls) {
    coming = wanted;
    pinned = true;
    pollsToSplit = polls;
  }

  /** Passes one poll; returns whether the node came back in it. */
  boolean poll() {
    if (down) {
      if (pollsDown-- > 0) {
        return false;
      }
      down = false;
      forgotten = false;
      incarnation++;
      served = 0;
      memory = pinned ? memory : started;
      return true;
    }
    if (coming != null && pollsToSplit-- <= 0) {
      memory = coming;
      coming = null;
    }
    return false;
  }

  Node seen() {
    if (undivided) {
      return Node.undivided(id, "start-" + incarnation, settings, effects);
    }
    return new Node(
        id, "start-" + incarnation, memory, memoryOnline, memoryOnline, settings, pinned);
  }

  NodeCounters counters() {
    return new NodeCounters(
        (long) served, null, null, 0L, null, null, null, null, null, latencyMs, p99Ms);
  }
}
