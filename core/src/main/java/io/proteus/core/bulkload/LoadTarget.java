package io.proteus.core.bulkload;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;

/**
 * The cluster, and the table, that take the load.
 *
 * @param nodes live ones
 * @param heap of the node that has least
 * @param allHeaps of all nodes together
 * @param memory how that node's heap is divided now
 * @param memoryOnline whether every node divides its heap anew while it runs
 * @param holdsRows whether the table is there and not empty
 */
public record LoadTarget(
    int nodes,
    ByteSize heap,
    ByteSize allHeaps,
    MemorySplit memory,
    boolean memoryOnline,
    boolean holdsRows) {
  public LoadTarget {
    if (nodes < 1) {
      throw new InvalidValue(
          "bulk-load: want a cluster with at least 1 live node, got none. Start one.");
    }
  }

  /** The share of the heap given away, in bytes. */
  public ByteSize ofHeap(double share) {
    return ByteSize.ofBytes((long) (heap.bytes() * share));
  }
}
