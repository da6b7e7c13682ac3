package io.proteus.core.plan;

import io.proteus.core.cluster.MoneyPerHour;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The cost and the yield that are expected of a plan before it is carried out. {@code
 * docs/architecture.md} has the assumptions.
 *
 * @param kind what it is for; kinds are learned apart
 * @param score how much is expected of it, -1..1: the share of the requests that get a better
 *     place, or what a node is relieved of, times how busy the busiest node is
 * @param following what its second half will cost, once new nodes are there; in no step yet
 * @param duration from its first step to its last, second half included
 * @param cacheBytesLost what has to be read into caches again; null when not known
 * @param requestsLost requests that are answered late or not at all because of it
 * @param throughputNow op/s, as it was observed
 * @param throughput op/s, once it has settled
 * @param latencyMsNow mean, in the nodes; null when the store does not tell it
 * @param latencyMs the same, once it has settled
 * @param paysAfter from its end until the requests that it lost are made up for; null when never
 * @param horizon within which it has to; null when it need not
 * @param money what the machines cost more or less once it is done; null when none comes or goes
 */
public record Prediction(
    PlanKind kind,
    double score,
    Price following,
    Duration duration,
    @Nullable ByteSize cacheBytesLost,
    double requestsLost,
    double throughputNow,
    Estimate throughput,
    @Nullable Double latencyMsNow,
    @Nullable Estimate latencyMs,
    @Nullable Duration paysAfter,
    @Nullable Duration horizon,
    @Nullable MoneyPerHour money) {

  public Prediction {
    if (!(requestsLost >= 0 && throughputNow >= 0 && score >= -1 && score <= 1)
        || Double.isInfinite(requestsLost)
        || duration.isNegative()) {
      throw new InvalidValue(
          "prediction: want a score -1..1 and nothing negative, got %s, %s requests lost, %s op/s, %s."
              .formatted(score, requestsLost, throughputNow, duration));
    }
  }

  /** A prediction for a plan with which no machine comes or goes. */
  public Prediction(
      PlanKind kind,
      double score,
      Price following,
      Duration duration,
      @Nullable ByteSize cacheBytesLost,
      double requestsLost,
      double throughputNow,
      Estimate throughput,
      @Nullable Double latencyMsNow,
      @Nullable Estimate latencyMs,
      @Nullable Duration paysAfter,
      @Nullable Duration horizon) {
    this(
        kind,
        score,
        following,
        duration,
        cacheBytesLost,
        requestsLost,
        throughputNow,
        throughput,
        latencyMsNow,
        latencyMs,
        paysAfter,
        horizon,
        null);
  }

  /** Requests a second that are expected on top; negative when fewer are. */
  public double gain() {
    return throughput.expected() - throughputNow;
  }
}
