package io.proteus.core.model;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;

/**
 * How nodes of a kind of store use the memory that they divide between reads and writes, as the
 * store's engine says it.
 *
 * @param usualBlock in which a table is read that does not say how large its blocks are
 * @param usableCache share of a cache that holds what is read: it evicts before it is full
 * @param written what a write takes of the write buffer where nobody counts its bytes
 * @param least what a partition that is written takes of the write buffer
 * @param most what such a partition needs of it at most, on average
 * @param both share of a node's memory that cache and write buffer may take together
 */
public record MemoryModel(
    ByteSize usualBlock,
    Ratio usableCache,
    ByteSize written,
    ByteSize least,
    ByteSize most,
    Ratio both) {

  /** The write buffer that a partition needs for these writes within a time. */
  public double buffered(double writes) {
    return Math.max(least.bytes(), Math.min(most.bytes(), writes * written.bytes()));
  }
}
