package io.proteus.hbase.plugin;

import java.util.Locale;
import java.util.Optional;

/**
 * What this server can be set to: HBase's ranges for each share and the largest sum of the two.
 *
 * <p>HBase itself silently cuts a share to its range, and ignores a sum that is too large. Here
 * both are refused with a reason, because a server that runs on another split than the one it was
 * given looks configured when it is not.
 */
final class MemorySplitLimits {

  /**
   * HBase keeps a fifth of the heap free of both ({@code HBASE_CLUSTER_MINIMUM_MEMORY_THRESHOLD}).
   */
  static final float LARGEST_SUM = 0.8f;

  static final String CACHE_RANGE = "hfile.block.cache.size.{min,max}.range";
  static final String MEMSTORE_RANGE = "hbase.regionserver.global.memstore.size.{min,max}.range";

  private final Range blockCache;
  private final Range memstore;

  MemorySplitLimits(Range blockCache, Range memstore) {
    this.blockCache = blockCache;
    this.memstore = memstore;
  }

  Range blockCache() {
    return blockCache;
  }

  Range memstore() {
    return memstore;
  }

  /** Why this server cannot run on that split, or empty if it can. */
  Optional<String> refusal(MemorySplit wanted) {
    float sum = wanted.blockCache() + wanted.memstore();
    if (sum > LARGEST_SUM + MemorySplit.TOLERANCE) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "block cache %s + memstore %s = %s of the heap, at most %s is allowed",
              wanted.blockCache(),
              wanted.memstore(),
              rounded(sum),
              LARGEST_SUM));
    }
    if (!blockCache.contains(wanted.blockCache())) {
      return Optional.of(outside("block cache", wanted.blockCache(), blockCache, CACHE_RANGE));
    }
    if (!memstore.contains(wanted.memstore())) {
      return Optional.of(outside("memstore", wanted.memstore(), memstore, MEMSTORE_RANGE));
    }
    return Optional.empty();
  }

  private static String outside(String what, float value, Range range, String keys) {
    return what + " " + value + " is outside " + range + ", which " + keys + " set on this server";
  }

  private static float rounded(float value) {
    return Math.round(value * 1000) / 1000f;
  }

  /** A closed interval of shares of the heap. */
  static final class Range {
    final float min;
    final float max;

    Range(float min, float max) {
      this.min = min;
      this.max = max;
    }

    boolean contains(float value) {
      return value > min - MemorySplit.TOLERANCE && value < max + MemorySplit.TOLERANCE;
    }

    @Override
    public String toString() {
      return min + ".." + max;
    }
  }
}
