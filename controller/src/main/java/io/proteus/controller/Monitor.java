package io.proteus.controller;

import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Time;
import io.proteus.controller.provider.HostSources;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Sample;
import io.proteus.core.history.History;
import io.proteus.core.history.RateMeter;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.RunningMachines;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Samples the cluster and remembers what decisions are made from (MET-1 to MET-3). */
public final class Monitor {
  /**
   * Counters that stand still for so long are bridged: what they rose by is of the time since they
   * moved last. A store that shows its figures every ten seconds or so looks like that when it is
   * asked more often.
   */
  private static final Duration LONGEST_BRIDGED = Duration.ofSeconds(90);

  /**
   * After so many periods without an observation the older ones do not count: the store, or this
   * machine, may have been away.
   */
  private static final int MOST_PERIODS_UNSEEN = 3;

  private final Ports ports;
  private final HostSources hosts;
  private final MonitorSettings settings;
  private final Time time;
  private final MachineList machines;
  private History history;

  /** The last sample whose counters moved. */
  private @Nullable Sample earlier;

  /** Since when nothing was seen; null where nothing was measured that could be too old. */
  private @Nullable Instant seen;

  private @Nullable Observation latest;
  private boolean stoodStill;

  /** Counts the observations, those aside included. */
  private final AtomicLong numbers;

  public Monitor(Ports ports, HostMetrics hosts, MonitorSettings settings, Time time) {
    this(
        ports,
        hosts instanceof HostSources several
            ? several
            : new HostSources(List.of(new HostSources.Source("the only source", hosts))),
        settings,
        time,
        new AtomicLong());
  }

  private Monitor(
      Ports ports, HostSources hosts, MonitorSettings settings, Time time, AtomicLong numbers) {
    this.ports = ports;
    this.hosts = hosts;
    this.settings = settings;
    this.time = time;
    this.numbers = numbers;
    this.machines = new MachineList(ports, time);
    this.history = History.empty(settings.samples());
  }

  /**
   * Looks at the same cluster from its last sample on, for a time in which nothing is decided: what
   * it sees is no part of what decisions are made from.
   */
  Monitor aside() {
    Monitor aside = new Monitor(ports, hosts, settings, time, numbers);
    aside.earlier = earlier;
    aside.stoodStill = stoodStill;
    return aside;
  }

  /** Whether the next observation has rates. */
  boolean hasBegun() {
    return earlier != null;
  }

  /** The last observation; empty before the first. */
  Optional<Observation> latest() {
    return Optional.ofNullable(latest);
  }

  /** The time from one sample to the next. */
  public Duration period() {
    return settings.period();
  }

  /**
   * The observation since the last sample. The first one, and the first one after {@link #forget},
   * has no span: it has no rates, and no decision is made from it. After a time without samples the
   * window begins anew.
   */
  public Observation observe() throws PortException {
    // first, so that a node which comes meanwhile is not taken for one that never did
    RunningMachines running = machines.read().orElse(null);
    Sample sample = ports.store().sample().leavingIn(machines.leaving());
    if (running != null) {
      sample =
          sample
              .withMachines(running.since(), running.tagged())
              .with(running.prices())
              .takingBack(running.takenBack());
    }
    List<NodeId> nodes = sample.topology().nodes().stream().map(Node::id).toList();
    Map<NodeId, HostLoad> loads = hosts.read(nodes);
    Observation observation = between(earlier, sample, loads);
    Instant now = time.now();
    if (isTooLongUnseen(now)) {
      history = history.cut();
    }
    seen = now;
    latest = observation;
    if (earlier != null) {
      history = history.with(observation);
    }
    stoodStill = observation.has(Gap.Kind.COUNTERS_STAND_STILL);
    if (!stoodStill) {
      earlier = sample;
    }
    return observation;
  }

  private Observation between(@Nullable Sample before, Sample now, Map<NodeId, HostLoad> loads) {
    long number = numbers.incrementAndGet();
    Set<Capability> all = ports.capabilities();
    return before != null && stoodStill && !isBridged(before, now)
        ? RateMeter.observeAfterStandstill(number, before, now, loads, all)
        : RateMeter.observe(number, before, now, loads, all);
  }

  private static boolean isBridged(Sample before, Sample now) {
    Duration span = Duration.between(before.topology().at(), now.topology().at());
    return span.compareTo(LONGEST_BRIDGED) <= 0;
  }

  private boolean isTooLongUnseen(Instant now) {
    Duration periods = settings.period().multipliedBy(MOST_PERIODS_UNSEEN);
    Duration longest = periods.compareTo(LONGEST_BRIDGED) > 0 ? periods : LONGEST_BRIDGED;
    return seen != null && Duration.between(seen, now).compareTo(longest) > 0;
  }

  /**
   * All that a decision is made from; empty until there was a span to observe.
   *
   * @param lastAction when the last action ended; null when there was none
   * @param memory what the strategy remembers
   */
  public Optional<Situation> situation(@Nullable Instant lastAction, StrategyMemory memory) {
    return Situation.of(time.now(), history, settings.smoothing(), lastAction, memory)
        .map(now -> now.with(memory.seeing(now.topology())));
  }

  /**
   * Keeps the measurements although an action took its time: its second half is decided from them.
   */
  void stillCounts() {
    if (seen != null) {
      seen = time.now();
    }
  }

  /** Forgets what was measured: it says nothing of the time after an action. */
  public void forget() {
    history = history.cut();
    earlier = null;
    seen = null;
    stoodStill = false;
  }
}
