package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.placement.MostSimilar.Bundle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The worth of giving a set of partitions to a node: first an avoided restart, then bytes that need
 * not move, then a split that stays.
 *
 * <p>Both sides are padded to the same length: a set with an index past the nodes goes to a planned
 * node, and a node with an index past the sets has to leave.
 */
final class Likeness {
  /** More than all bytes together: an avoided restart outweighs every move. */
  private static final long NO_RESTART = 1L << 48;

  /** Bytes are counted in units so large that there are fewer than this: exact up to 64 TB. */
  private static final long MOST_UNITS = 1L << 46;

  private final List<Node> nodes;
  private final List<Bundle> sets;
  private final long[] idleBytes;
  private final long bytesPerUnit;

  /** For each set, the nodes that hold a part of it, in order, and how much. */
  private final int[][] holders;

  private final long[][] held;

  Likeness(List<Node> nodes, List<Bundle> sets, long[] idleBytes) {
    this.nodes = nodes;
    this.sets = sets;
    this.idleBytes = idleBytes;
    this.holders = new int[sets.size()][];
    this.held = new long[sets.size()][];
    Map<NodeId, Integer> indexOf = new HashMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      indexOf.put(nodes.get(node).id(), node);
    }
    long[] bytesOn = new long[nodes.size()];
    long all = Arrays.stream(idleBytes).sum();
    for (int set = 0; set < sets.size(); set++) {
      List<Load> loads = sets.get(set).loads();
      for (Load load : loads) {
        Integer holder = load.node() == null ? null : indexOf.get(load.node());
        if (holder != null) {
          bytesOn[holder] += load.bytes() + 1; // an empty partition is a move saved, too
          all += load.bytes() + 1;
        }
      }
      gather(set, bytesOn, indexOf);
    }
    this.bytesPerUnit = all / MOST_UNITS + 1;
  }

  private void gather(int set, long[] bytesOn, Map<NodeId, Integer> indexOf) {
    holders[set] =
        sets.get(set).loads().stream()
            .filter(load -> load.node() != null && indexOf.containsKey(load.node()))
            .mapToInt(load -> indexOf.get(load.node()))
            .sorted()
            .distinct()
            .toArray();
    held[set] = new long[holders[set].length];
    for (int index = 0; index < holders[set].length; index++) {
      held[set][index] = bytesOn[holders[set][index]];
      bytesOn[holders[set][index]] = 0;
    }
  }

  int nodes() {
    return nodes.size();
  }

  int sets() {
    return sets.size();
  }

  /** The length of the longer side. */
  int size() {
    return Math.max(nodes.size(), sets.size());
  }

  /** The nodes that hold some of a set. */
  int[] holders(int set) {
    return set < sets.size() ? holders[set] : new int[0];
  }

  /** The bytes of a set that a node holds already, and one for each partition. */
  long held(int node, int set) {
    if (set >= sets.size() || node >= nodes.size()) {
      return 0;
    }
    int index = Arrays.binarySearch(holders[set], node);
    return index < 0 ? 0 : held[set][index];
  }

  /** Whether a node can take a set as it is, its split included. */
  boolean sameSplit(int node, int set) {
    MemorySplit split = nodes.get(node).memory();
    MemorySplit wanted = sets.get(set).memory();
    return wanted == null || (split != null && split.isAbout(wanted));
  }

  /** Whether a node takes any split without a restart. */
  boolean isOnline(int node) {
    return nodes.get(node).memoryOnline() && nodes.get(node).shrinksOnline();
  }

  @Nullable MemorySplit memory(int set) {
    return sets.get(set).memory();
  }

  /** The worth of giving {@code set} to {@code node}; either may be padding. */
  long worth(int node, int set) {
    return worth(node, set, held(node, set));
  }

  /** The same for the {@code index}-th of a set's holders, without a search. */
  long worthOfHolder(int index, int set) {
    return worth(holders[set][index], set, held[set][index]);
  }

  private long worth(int node, int set, long held) {
    if (set >= sets.size() || node >= nodes.size()) {
      return NO_RESTART;
    }
    boolean same = sameSplit(node, set);
    long kept = (held + idleBytes[node]) / bytesPerUnit;
    return (same || isOnline(node) ? NO_RESTART : 0) + 2 * kept + (same ? 1 : 0);
  }
}
