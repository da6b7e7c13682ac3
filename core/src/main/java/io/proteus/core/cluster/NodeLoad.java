package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The load of a node over the span of an observation (MET-1, MET-2). Null is "not known".
 *
 * @param host CPU, I/O wait, memory
 * @param requests served, op/s
 * @param cacheHitRatio blocks found in the cache, of all that were looked for in the span
 * @param queued requests that wait
 * @param heapUsed now
 * @param heapMax its limit
 * @param heapKept what of the heap was in use after garbage was last collected; of a store that has
 *     all its data in memory, the data, where they are kept when it is full
 * @param cacheUsed what of the heap caches what is read; of such a store the data, where they are
 *     evicted when it is full
 * @param locality share of the node's data that is stored on its own host
 * @param latencyMs mean time from a request's arrival to its answer, in the node
 * @param p99Ms time within which 99 of 100 requests were answered, in the node, of late
 */
public record NodeLoad(
    HostLoad host,
    @Nullable OperationsPerSecond requests,
    @Nullable Ratio cacheHitRatio,
    @Nullable Long queued,
    @Nullable ByteSize heapUsed,
    @Nullable ByteSize heapMax,
    @Nullable ByteSize heapKept,
    @Nullable ByteSize cacheUsed,
    @Nullable Ratio locality,
    @Nullable Double latencyMs,
    @Nullable Double p99Ms) {

  /** The load of a node that tells neither how it uses its heap nor how its answer times spread. */
  public NodeLoad(
      HostLoad host,
      @Nullable OperationsPerSecond requests,
      @Nullable Ratio cacheHitRatio,
      @Nullable Long queued,
      @Nullable ByteSize heapUsed,
      @Nullable ByteSize heapMax,
      @Nullable Ratio locality,
      @Nullable Double latencyMs) {
    this(
        host,
        requests,
        cacheHitRatio,
        queued,
        heapUsed,
        heapMax,
        null,
        null,
        locality,
        latencyMs,
        null);
  }

  /**
   * A figure of several nodes, each weighed by its requests; null where none tells it.
   *
   * @param figure of one node; null where it does not tell
   */
  public static @Nullable Double byRequests(
      Collection<NodeLoad> loads, Function<NodeLoad, @Nullable Double> figure) {
    double weighed = 0;
    double answered = 0;
    for (NodeLoad load : loads) {
      OperationsPerSecond requests = load.requests();
      Double told = figure.apply(load);
      if (requests != null && told != null) {
        weighed += requests.value() * told;
        answered += requests.value();
      }
    }
    return answered > 0 ? Double.valueOf(weighed / answered) : null;
  }

  /** The same with other figures of the host. */
  public NodeLoad on(HostLoad other) {
    return new NodeLoad(
        other,
        requests,
        cacheHitRatio,
        queued,
        heapUsed,
        heapMax,
        heapKept,
        cacheUsed,
        locality,
        latencyMs,
        p99Ms);
  }

  /** The same load without the number of requests. */
  public NodeLoad withoutRequests() {
    return new NodeLoad(
        host, null, null, queued, heapUsed, heapMax, heapKept, cacheUsed, locality, latencyMs,
        p99Ms);
  }
}
