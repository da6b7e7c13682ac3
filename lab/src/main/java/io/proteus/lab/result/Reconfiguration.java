package io.proteus.lab.result;

import io.proteus.workloads.run.ThroughputSample;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reconfiguration under load, by the second.
 *
 * @param events what was decided and done, the earliest first
 * @param samples throughput from some time before the decision to some time after the end
 */
public record Reconfiguration(List<Event> events, List<Sample> samples) {

  public Reconfiguration {
    events = List.copyOf(events);
    samples = List.copyOf(samples);
  }

  public static Reconfiguration of(List<Event> events, List<ThroughputSample> series) {
    return new Reconfiguration(events, series.stream().map(Sample::of).toList());
  }

  /** What happened, for a marker on the time line. */
  public enum EventKind {
    /** The first one is the decision that convergence is counted from. */
    DECISION,
    STEP,
    /** The last one is the end of the reconfiguration. */
    DONE
  }

  /**
   * @param text a sentence that an operator can read
   */
  public record Event(Instant at, EventKind kind, String text) {}

  /**
   * @param at end of the second
   * @param operationsPerSecond by tenant
   * @param failed operations of all tenants that failed in that second
   */
  public record Sample(Instant at, Map<String, Double> operationsPerSecond, long failed) {

    public Sample {
      operationsPerSecond = Collections.unmodifiableMap(new LinkedHashMap<>(operationsPerSecond));
    }

    static Sample of(ThroughputSample sample) {
      return new Sample(
          sample.at(),
          sample.operationsPerSecond(),
          sample.failed().values().stream().mapToLong(Long::longValue).sum());
    }

    public double totalPerSecond() {
      return operationsPerSecond.values().stream().mapToDouble(Double::doubleValue).sum();
    }
  }
}
