package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * Counters of a node since its start, and gauges. Null is "not known".
 *
 * @param requests served since its start
 * @param cacheHits blocks found in the cache since its start
 * @param cacheMisses blocks not found in the cache since its start
 * @param queued requests that wait now
 * @param heapUsed now
 * @param heapMax its limit
 * @param heapKept what of the heap was in use after garbage was last collected; of a store that has
 *     all its data in memory, the data, where they are kept when it is full
 * @param cacheUsed what of the heap caches what is read; of such a store the data, where they are
 *     evicted when it is full
 * @param locality share of the node's data that is stored on its own host
 * @param latencyMs mean time from a request's arrival to its answer, of late
 * @param p99Ms time within which 99 of 100 requests were answered, in the node, of late; 0 also
 *     where there were none
 * @param byKind its requests since its start by what they are; only where those of its partitions
 *     are not counted
 */
public record NodeCounters(
    @Nullable Long requests,
    @Nullable Long cacheHits,
    @Nullable Long cacheMisses,
    @Nullable Long queued,
    @Nullable ByteSize heapUsed,
    @Nullable ByteSize heapMax,
    @Nullable ByteSize heapKept,
    @Nullable ByteSize cacheUsed,
    @Nullable Ratio locality,
    @Nullable Double latencyMs,
    @Nullable Double p99Ms,
    @Nullable RequestCounters byKind) {

  /** Counters of a node whose partitions are counted. */
  public NodeCounters(
      @Nullable Long requests,
      @Nullable Long cacheHits,
      @Nullable Long cacheMisses,
      @Nullable Long queued,
      @Nullable ByteSize heapUsed,
      @Nullable ByteSize heapMax,
      @Nullable ByteSize heapKept,
      @Nullable ByteSize cacheUsed,
      @Nullable Ratio locality,
      @Nullable Double latencyMs,
      @Nullable Double p99Ms) {
    this(
        requests,
        cacheHits,
        cacheMisses,
        queued,
        heapUsed,
        heapMax,
        heapKept,
        cacheUsed,
        locality,
        latencyMs,
        p99Ms,
        null);
  }

  /** Counters of a node that tells its requests by kind and nothing else. */
  public static NodeCounters of(RequestCounters byKind) {
    return new NodeCounters(
        byKind.total(), null, null, null, null, null, null, null, null, null, null, byKind);
  }

  /** Counters of a node that tells neither how it uses its heap nor how its answer times spread. */
  public NodeCounters(
      @Nullable Long requests,
      @Nullable Long cacheHits,
      @Nullable Long cacheMisses,
      @Nullable Long queued,
      @Nullable ByteSize heapUsed,
      @Nullable ByteSize heapMax,
      @Nullable Ratio locality,
      @Nullable Double latencyMs) {
    this(
        requests,
        cacheHits,
        cacheMisses,
        queued,
        heapUsed,
        heapMax,
        null,
        null,
        locality,
        latencyMs,
        null);
  }
}
