package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Topology;
import io.proteus.core.history.History;
import io.proteus.core.history.Smoothing;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that a decision is made from.
 *
 * @param now when the decision is made
 * @param latest the newest observation
 * @param samples how many observations were smoothed
 * @param windowFull whether there were as many as a decision wants
 * @param rates smoothed requests of the partitions that are known
 * @param loads smoothed loads of the nodes that are known
 * @param lastAction when the last action ended; null when there was none
 * @param memory what the strategy remembers
 */
public record Situation(
    Instant now,
    Observation latest,
    int samples,
    boolean windowFull,
    Map<PartitionId, RequestRates> rates,
    Map<NodeId, NodeLoad> loads,
    @Nullable Instant lastAction,
    StrategyMemory memory) {

  /** The situation after a window of observations; empty while there is none. */
  public static Optional<Situation> of(
      Instant now,
      History history,
      Smoothing smoothing,
      @Nullable Instant lastAction,
      StrategyMemory memory) {
    return history
        .latest()
        .map(
            latest ->
                new Situation(
                    now,
                    latest,
                    history.window().size(),
                    history.isFull(),
                    smoothing.rates(history.window()),
                    smoothing.loads(history.window()),
                    lastAction,
                    memory));
  }

  public Topology topology() {
    return latest.topology();
  }

  /** Smoothed requests of a partition; none for one of which nothing is known. */
  public RequestRates ratesOf(PartitionId partition) {
    return rates.getOrDefault(partition, RequestRates.NONE);
  }

  /**
   * Smoothed requests of every partition, in the topology's order; on all cores, as a million
   * look-ups all miss the processor's caches.
   */
  public List<RequestRates> ratesInOrder() {
    return topology().partitions().parallelStream()
        .map(partition -> ratesOf(partition.id()))
        .toList();
  }
}
