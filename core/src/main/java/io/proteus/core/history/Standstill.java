package io.proteus.core.history;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * Counters that stand still beside a busy CPU. The store then shows old figures. What it served
 * meanwhile is not known, which is not zero.
 */
final class Standstill {
  /** An idle node uses less of its CPU, unless it compacts. */
  private static final Ratio BUSY = Ratio.of(0.1);

  private Standstill() {}

  /**
   * Why the counters are not believed; empty where they may be.
   *
   * @param rates of the partitions whose rate would be known
   * @param loads of the nodes over the same span
   */
  static Optional<Sentence> of(Collection<RequestRates> rates, Map<NodeId, NodeLoad> loads) {
    boolean moved =
        rates.stream().anyMatch(rate -> rate.total() > 0)
            || loads.values().stream().anyMatch(Standstill::hasServed);
    if (rates.isEmpty() || moved) {
      return Optional.empty();
    }
    return loads.entrySet().stream()
        .filter(node -> cpu(node.getValue()).exceeds(BUSY))
        .max(Comparator.comparing(node -> cpu(node.getValue())))
        .map(
            busiest ->
                Sentence.of(
                    "no counter of a request moved, and %s's host is at %s CPU, so these may be old"
                        + " figures",
                    busiest.getKey(), cpu(busiest.getValue())));
  }

  private static boolean hasServed(NodeLoad load) {
    OperationsPerSecond requests = load.requests();
    return (requests != null && requests.value() > 0) || load.cacheHitRatio() != null;
  }

  private static Ratio cpu(NodeLoad load) {
    HostLoad host = load.host();
    Ratio cpu = host.cpu();
    return cpu == null ? Ratio.ZERO : cpu;
  }
}
