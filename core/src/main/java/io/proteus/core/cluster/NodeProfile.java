package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;

/**
 * A way to configure a node for one kind of work (MET-12).
 *
 * @param name what operators call it: read, write, read-write, scan, {@value #BY_POLICY}
 * @param memory how the heap is divided
 * @param blockSize size of the blocks in which the node's tables are read
 */
public record NodeProfile(String name, MemorySplit memory, ByteSize blockSize) {
  /** The name of what a policy of settings asks for. */
  public static final String BY_POLICY = "by policy";

  @Override
  public String toString() {
    return "%s (%s, blocks %s)".formatted(name, memory, blockSize);
  }
}
