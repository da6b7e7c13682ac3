package io.proteus.core.strategy;

import io.proteus.core.step.StepKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the store's own past says about the yields of plans and the durations of steps. Its size is
 * fixed.
 *
 * @param throughput by kind of plan
 * @param latency by kind of plan
 * @param paces by kind of step
 * @param throughputWidth how much wider the interval has to be for the store's own plans, of all
 *     kinds together
 * @param latencyWidth the same
 * @param quietThroughput how much it changed by itself over spans in which no plan ran
 * @param quietLatency the same
 */
public record Calibration(
    Map<PlanKind, Evidence> throughput,
    Map<PlanKind, Evidence> latency,
    Map<StepKind, Pace> paces,
    @Nullable Width throughputWidth,
    @Nullable Width latencyWidth,
    @Nullable Evidence quietThroughput,
    @Nullable Evidence quietLatency) {
  public static final Calibration NONE = new Calibration(Map.of(), Map.of(), Map.of());

  /** One that has judged no interval, and knows no span without a plan. */
  public Calibration(
      Map<PlanKind, Evidence> throughput,
      Map<PlanKind, Evidence> latency,
      Map<StepKind, Pace> paces) {
    this(throughput, latency, paces, null, null, null, null);
  }

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
    return new Calibration(
        with(throughput, kind, evidence),
        latency,
        paces,
        throughputWidth,
        latencyWidth,
        quietThroughput,
        quietLatency);
  }

  public Calibration withLatency(PlanKind kind, Evidence evidence) {
    return new Calibration(
        throughput,
        with(latency, kind, evidence),
        paces,
        throughputWidth,
        latencyWidth,
        quietThroughput,
        quietLatency);
  }

  /** The same with the duration of one more step, in seconds; for compactions, of a GB. */
  public Calibration withStep(StepKind kind, double seconds) {
    return new Calibration(
        throughput,
        latency,
        with(paces, kind, paceOf(kind).with(seconds)),
        throughputWidth,
        latencyWidth,
        quietThroughput,
        quietLatency);
  }

  /** How much wider the interval of the throughput has to be; 1 before there was a plan. */
  public Width widthOfThroughput() {
    return Objects.requireNonNullElse(throughputWidth, Width.USUAL);
  }

  /** The same of the latency. */
  public Width widthOfLatency() {
    return Objects.requireNonNullElse(latencyWidth, Width.USUAL);
  }

  public Calibration withWidths(Width ofThroughput, Width ofLatency) {
    return new Calibration(
        throughput, latency, paces, ofThroughput, ofLatency, quietThroughput, quietLatency);
  }

  /** How much the throughput changes by itself; nothing is known before there was such a span. */
  public Evidence quietOfThroughput() {
    return Objects.requireNonNullElse(quietThroughput, Evidence.NONE);
  }

  /** The same of the latency. */
  public Evidence quietOfLatency() {
    return Objects.requireNonNullElse(quietLatency, Evidence.NONE);
  }

  public Calibration withQuiet(Evidence ofThroughput, Evidence ofLatency) {
    return new Calibration(
        throughput, latency, paces, throughputWidth, latencyWidth, ofThroughput, ofLatency);
  }

  private static <K, V> Map<K, V> with(Map<K, V> old, K key, V value) {
    Map<K, V> all = new HashMap<>(old);
    all.put(key, value);
    return all;
  }
}
