package io.proteus.workloads.run;

import io.proteus.core.units.OperationsPerSecond;
import io.proteus.workloads.tenant.OperationType;
import io.proteus.workloads.tenant.Tenant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Counts what the workers of one tenant achieve. Counters only grow, a window is the difference of
 * two readings; histograms begin anew with each window.
 */
final class TenantMeter {
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(5);
  private static final int SIGNIFICANT_DIGITS = 2;

  private final Tenant tenant;
  private final LongAdder completed = new LongAdder();
  private final Map<String, LongAdder> failed = new ConcurrentHashMap<>();
  private final Map<OperationType, Recorder> latency = new EnumMap<>(OperationType.class);
  private final Recorder latencyFromDue = recorder();

  TenantMeter(Tenant tenant) {
    this.tenant = tenant;
    tenant.mix().shares().keySet().forEach(type -> latency.put(type, recorder()));
  }

  Tenant tenant() {
    return tenant;
  }

  void completed(OperationType type, long dueNanos, long startNanos, long endNanos) {
    completed.increment();
    Recorder recorder = latency.get(type);
    if (recorder != null) {
      record(recorder, endNanos - startNanos);
    }
    if (tenant.cap().isPresent()) {
      record(latencyFromDue, endNanos - dueNanos);
    }
  }

  void failed(OperationType type, String cause) {
    failed.computeIfAbsent(type + " " + cause, key -> new LongAdder()).increment();
  }

  long completedSoFar() {
    return completed.sum();
  }

  long failedSoFar() {
    return failed.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** The counts so far, as the beginning of a window. */
  Reading beginWindow() {
    latency.values().forEach(Recorder::reset);
    latencyFromDue.reset();
    return reading();
  }

  TenantWindow endWindow(Reading begin, double seconds) {
    Reading end = reading();
    var failures = new TreeMap<String, Long>();
    end.failed()
        .forEach(
            (cause, count) -> {
              long since = count - begin.failed().getOrDefault(cause, 0L);
              if (since > 0) {
                failures.put(cause, since);
              }
            });
    var byType = new EnumMap<OperationType, LatencySummary>(OperationType.class);
    Histogram all = new Histogram(LONGEST_MICROS, SIGNIFICANT_DIGITS);
    latency.forEach(
        (type, recorder) -> {
          Histogram histogram = recorder.getIntervalHistogram();
          all.add(histogram);
          summary(histogram).ifPresent(summary -> byType.put(type, summary));
        });
    long done = end.completed() - begin.completed();
    return new TenantWindow(
        tenant.name(),
        done,
        new OperationsPerSecond(done / seconds),
        failures,
        byType,
        summary(all),
        summary(latencyFromDue.getIntervalHistogram()));
  }

  private Reading reading() {
    var failures = new TreeMap<String, Long>();
    failed.forEach((cause, count) -> failures.put(cause, count.sum()));
    return new Reading(completed.sum(), failures);
  }

  private static Optional<LatencySummary> summary(Histogram histogram) {
    return histogram.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(LatencySummary.of(histogram));
  }

  private static Recorder recorder() {
    return new Recorder(LONGEST_MICROS, SIGNIFICANT_DIGITS);
  }

  private static void record(Recorder recorder, long nanos) {
    recorder.recordValue(
        Math.min(LONGEST_MICROS, Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos))));
  }

  /** Counters at one moment. */
  record Reading(long completed, Map<String, Long> failed) {}
}
