package io.proteus.core.bulkload;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.Optional;

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

  /**
   * What to say of the heap (HCF-3 "heap from the node's memory", PCM-2 half to three quarters of
   * it): empty where it is of that size.
   *
   * @param nodeMemory what a node's machine has
   */
  public Optional<String> heapRemark(ByteSize nodeMemory) {
    ByteSize least = ByteSize.ofBytes(nodeMemory.bytes() / 2);
    ByteSize most = ByteSize.ofBytes(nodeMemory.bytes() / 4 * 3);
    if (heap.compareTo(least) >= 0 && heap.compareTo(most) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        "The heap is %s, and half to three quarters of %s, %s to %s, is recommended (HCF-3, PCM-2). It takes a restart; plan again after it, as a larger heap with the same flush size loses 20-30 %%."
            .formatted(heap, nodeMemory, least, most));
  }

  /** X of PCM-2: the heap in gigabytes. */
  double heapGigabytes() {
    return (double) heap.bytes() / (1L << 30);
  }

  /** The share of the heap given away, in bytes. */
  ByteSize ofHeap(double share) {
    return ByteSize.ofBytes((long) (heap.bytes() * share));
  }
}
