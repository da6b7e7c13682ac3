package io.proteus.core.strategy;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Served;
import io.proteus.core.cluster.Topology;
import io.proteus.core.history.History;
import io.proteus.core.history.HostMeans;
import io.proteus.core.history.Smoothing;
import io.proteus.core.workload.LoadedPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The input of a decision. It is not a record, because it caches what several questions of one
 * decision ask for.
 */
public final class Situation {
  private final Instant now;
  private final Observation latest;
  private final int samples;
  private final boolean windowFull;
  private final Map<PartitionId, RequestRates> rates;
  private final Map<NodeId, NodeLoad> loads;
  private final @Nullable Instant lastAction;
  private final StrategyMemory memory;
  private final int setAside;
  private final HostMeans hosts;
  private @Nullable List<LoadedPartition> partitions;
  private @Nullable Totals totals;

  /** Sums over a million partitions, which several rules of one decision ask for. */
  private record Totals(@Nullable Double requests, long bytes) {}

  /**
   * @param now when the decision is made
   * @param latest the newest observation
   * @param samples how many observations were smoothed
   * @param windowFull whether there were as many as a decision wants
   * @param rates smoothed requests of the partitions that are known
   * @param loads smoothed loads of the nodes that are known
   * @param lastAction when the last action ended; null when there was none
   * @param memory what the strategy remembers
   */
  public Situation(
      Instant now,
      Observation latest,
      int samples,
      boolean windowFull,
      Map<PartitionId, RequestRates> rates,
      Map<NodeId, NodeLoad> loads,
      @Nullable Instant lastAction,
      StrategyMemory memory) {
    this(now, latest, samples, windowFull, rates, loads, lastAction, memory, 0, HostMeans.NONE);
  }

  private Situation(
      Instant now,
      Observation latest,
      int samples,
      boolean windowFull,
      Map<PartitionId, RequestRates> rates,
      Map<NodeId, NodeLoad> loads,
      @Nullable Instant lastAction,
      StrategyMemory memory,
      int setAside,
      HostMeans hosts) {
    this.now = now;
    this.latest = latest;
    this.samples = samples;
    this.windowFull = windowFull;
    this.rates = rates;
    this.loads = loads;
    this.lastAction = lastAction;
    this.memory = memory;
    this.setAside = setAside;
    this.hosts = hosts;
  }

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
                    memory,
                    0,
                    history.hosts()));
  }

  /** The same, with another memory; what each partition is asked is not looked up again. */
  public Situation with(StrategyMemory remembered) {
    Situation same =
        new Situation(
            now,
            latest,
            samples,
            windowFull,
            rates,
            loads,
            lastAction,
            remembered,
            setAside,
            hosts);
    same.partitions = partitions;
    same.totals = totals;
    return same;
  }

  /** The same, as if this had been observed. */
  public Situation with(Observation observed) {
    return new Situation(
        now, observed, samples, windowFull, rates, loads, lastAction, memory, setAside, hosts);
  }

  /**
   * The same with plain means of how busy hosts were, in place of the smoothed figures (TIR-2).
   *
   * @param length back from the newest observation, {@link HostMeans#LONGEST} at most; over less
   *     where less was observed since the last action
   */
  public Situation averaged(Duration length) {
    return new Situation(
        now,
        latest,
        samples,
        windowFull,
        rates,
        hosts.over(length, loads),
        lastAction,
        memory,
        setAside,
        hosts);
  }

  /** The same from the newest sample alone, for what cannot wait until it shows in a mean. */
  public Situation ofNewestSample() {
    return new Situation(
        now,
        latest,
        1,
        windowFull,
        latest.rates(),
        latest.loads(),
        lastAction,
        memory,
        setAside,
        HostMeans.NONE);
  }

  /**
   * The same cluster without some of its nodes, dead or alive, and without what is said of them. It
   * is also without what the store's drained nodes hold, as that stays there.
   */
  public Situation without(Set<NodeId> nodes) {
    int known = (int) nodes.stream().filter(topology()::knows).count();
    if (known == 0) {
      return this;
    }
    Map<NodeId, NodeLoad> left = new HashMap<>(loads);
    left.keySet().removeAll(nodes);
    Map<PartitionId, RequestRates> asked = new HashMap<>(rates);
    asked.keySet().removeAll(topology().stayingOn(nodes));
    return new Situation(
        now,
        latest.without(nodes),
        samples,
        windowFull,
        asked,
        left,
        lastAction,
        memory,
        setAside + known,
        hosts);
  }

  /** How many nodes the cluster has that are left out of this. */
  public int setAside() {
    return setAside;
  }

  /** When the decision is made. */
  public Instant now() {
    return now;
  }

  /** The newest observation. */
  public Observation latest() {
    return latest;
  }

  /** How many observations were smoothed. */
  public int samples() {
    return samples;
  }

  /** Whether the window held as many observations as a decision wants. */
  public boolean windowFull() {
    return windowFull;
  }

  /** Smoothed requests of the partitions that are known. */
  public Map<PartitionId, RequestRates> rates() {
    return rates;
  }

  /** Smoothed loads of the nodes that are known. */
  public Map<NodeId, NodeLoad> loads() {
    return loads;
  }

  /** When the last action ended; null when there was none. */
  public @Nullable Instant lastAction() {
    return lastAction;
  }

  /** The strategy's memory. */
  public StrategyMemory memory() {
    return memory;
  }

  public Topology topology() {
    return latest.topology();
  }

  /** How the request rates of partitions were obtained. */
  public LoadBasis basis() {
    return latest.basis();
  }

  /** Smoothed requests of all that is known, op/s; null when nothing is. */
  public @Nullable Double requests() {
    return totals().requests();
  }

  /** The bytes of all partitions. */
  public long bytes() {
    return totals().bytes();
  }

  private Totals totals() {
    Totals known = totals;
    if (known == null) {
      known =
          new Totals(
              Served.of(rates, loads),
              topology().partitions().stream().mapToLong(Partition::bytes).sum());
      totals = known;
    }
    return known;
  }

  /** The smoothed requests of a partition; none when they are not known. */
  public RequestRates ratesOf(PartitionId partition) {
    return rates.getOrDefault(partition, RequestRates.NONE);
  }

  /**
   * Every partition with its requests, in the topology's order. Looked up once, on all cores: of a
   * million look-ups each misses the processor's caches.
   */
  public List<LoadedPartition> partitions() {
    List<LoadedPartition> known = partitions;
    if (known == null) {
      known =
          topology().partitions().parallelStream()
              .map(partition -> new LoadedPartition(partition, ratesOf(partition.id()), basis()))
              .toList();
      partitions = known;
    }
    return known;
  }
}
