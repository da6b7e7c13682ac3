package io.proteus.hbase.plugin;

import java.util.Locale;

/**
 * How a RegionServer's heap is divided: the share of the block cache and the share of all memstores
 * together, each above 0 and below 1.
 *
 * <p>The rest of the heap is what HBase needs to run; how small it may get is the server's to say
 * ({@link MemorySplitLimits}), not this value's.
 */
public final class MemorySplit {

  /** Two shares closer than this are the same: HBase computes with floats. */
  static final float TOLERANCE = 1e-4f;

  private final float blockCache;
  private final float memstore;

  /**
   * @throws IllegalArgumentException if a share is not above 0 and below 1
   */
  public MemorySplit(float blockCache, float memstore) {
    this.blockCache = share("block cache", blockCache);
    this.memstore = share("memstore", memstore);
  }

  public float blockCache() {
    return blockCache;
  }

  public float memstore() {
    return memstore;
  }

  boolean sameAs(MemorySplit other) {
    return Math.abs(blockCache - other.blockCache) < TOLERANCE
        && Math.abs(memstore - other.memstore) < TOLERANCE;
  }

  private static float share(String of, float value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(
          of + " share: want a part of the heap above 0 and below 1, got " + value);
    }
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemorySplit
        && Float.compare(((MemorySplit) other).blockCache, blockCache) == 0
        && Float.compare(((MemorySplit) other).memstore, memstore) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Float.hashCode(blockCache) + Float.hashCode(memstore);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "cache %.1f %% / memstore %.1f %%", blockCache * 100, memstore * 100);
  }
}
