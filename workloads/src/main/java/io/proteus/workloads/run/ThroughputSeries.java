package io.proteus.workloads.run;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One {@link ThroughputSample} a second, the newest {@link #MAX_SAMPLES} of them. */
final class ThroughputSeries {
  /** Four hours: longer than any experiment, and some tens of megabytes at most. */
  static final int MAX_SAMPLES = 4 * 3600;

  private final List<TenantMeter> meters;
  private final Clock clock;
  private final Deque<ThroughputSample> samples = new ArrayDeque<>();
  private final Map<String, Long> completedBefore = new LinkedHashMap<>();
  private final Map<String, Long> failedBefore = new LinkedHashMap<>();
  private long sampledNanos;

  ThroughputSeries(List<TenantMeter> meters, Clock clock, long nowNanos) {
    this.meters = meters;
    this.clock = clock;
    this.sampledNanos = nowNanos;
  }

  /** Adds what has been counted since the last call. */
  synchronized void sample(long nowNanos) {
    double seconds = (nowNanos - sampledNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    if (seconds <= 0) {
      return;
    }
    var rates = new LinkedHashMap<String, Double>();
    var failures = new LinkedHashMap<String, Long>();
    for (TenantMeter meter : meters) {
      String name = meter.tenant().name();
      rates.put(name, since(completedBefore, name, meter.completedSoFar()) / seconds);
      failures.put(name, since(failedBefore, name, meter.failedSoFar()));
    }
    sampledNanos = nowNanos;
    if (samples.size() == MAX_SAMPLES) {
      samples.removeFirst();
    }
    samples.addLast(new ThroughputSample(clock.instant(), rates, failures));
  }

  synchronized List<ThroughputSample> samples() {
    return List.copyOf(samples);
  }

  synchronized Optional<ThroughputSample> latest() {
    return Optional.ofNullable(samples.peekLast());
  }

  private static long since(Map<String, Long> before, String name, long now) {
    Long last = before.put(name, now);
    return now - (last == null ? 0 : last);
  }
}
