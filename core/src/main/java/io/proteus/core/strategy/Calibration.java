package io.proteus.core.strategy;

import io.proteus.core.step.StepKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What the store's own past says about the yields of plans and the durations of steps. Its size is
 * fixed.
 *
 * @param throughput by kind of plan
 * @param latency by kind of plan
 * @param paces by kind of step
 */
public record Calibration(
    Map<PlanKind, Evidence> throughput,
    Map<PlanKind, Evidence> latency,
    Map<StepKind, Pace> paces) {
  public static final Calibration NONE = new Calibration(Map.of(), Map.of(), Map.of());

  public Calibration {
    throughput = Map.copyOf(throughput);
    latency = Map.copyOf(latency);
    paces = Map.copyOf(paces);
  }

  public Evidence throughputOf(PlanKind kind) {
    return Objects.requireNonNullElse(throughput.get(kind), Evidence.NONE);
  }

  public Evidence latencyOf(PlanKind kind) {
    return Objects.requireNonNullElse(latency.get(kind), Evidence.NONE);
  }

  public Pace paceOf(StepKind kind) {
    return Objects.requireNonNullElse(paces.get(kind), Pace.UNKNOWN);
  }

  public Calibration withThroughput(PlanKind kind, Evidence evidence) {
    return new Calibration(with(throughput, kind, evidence), latency, paces);
  }

  public Calibration withLatency(PlanKind kind, Evidence evidence) {
    return new Calibration(throughput, with(latency, kind, evidence), paces);
  }

  /** The same with the duration of one more step, in seconds; for compactions, of a GB. */
  public Calibration withStep(StepKind kind, double seconds) {
    return new Calibration(throughput, latency, with(paces, kind, paceOf(kind).with(seconds)));
  }

  private static <K, V> Map<K, V> with(Map<K, V> old, K key, V value) {
    Map<K, V> all = new HashMap<>(old);
    all.put(key, value);
    return all;
  }
}
