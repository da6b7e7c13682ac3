package io.proteus.lab.result;

import io.proteus.lab.result.Reconfiguration.Event;
import io.proteus.lab.result.Reconfiguration.EventKind;
import io.proteus.workloads.run.ThroughputSample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a reconfiguration went for the clients (MET-16: time, worst moment, caught up).
 *
 * <p>A single second is noise: the worst moment and the recovery are taken from means over {@link
 * #SMOOTHING} samples.
 *
 * @param reconfiguring from the decision to its last step's end
 * @param beforePerSecond median throughput of up to {@link #SURROUNDING} before the decision
 * @param worstPerSecond lowest smoothed throughput between the decision and the end
 * @param afterPerSecond median throughput of the samples after the end
 * @param recovered from the decision until the smoothed throughput first was, after its worst
 *     moment, at {@link #RECOVERED_SHARE} of what it is after; empty when not within the samples
 * @param caughtUp from the decision until more operations were done than would have been without
 *     it; empty when not within the samples
 */
public record Convergence(
    Duration reconfiguring,
    double beforePerSecond,
    double worstPerSecond,
    double afterPerSecond,
    Optional<Duration> recovered,
    Optional<Duration> caughtUp) {
  static final int SMOOTHING = 3;
  static final Duration SURROUNDING = Duration.ofSeconds(60);
  static final double RECOVERED_SHARE = 0.95;

  /** Worst moment over what was before. */
  public double worstShare() {
    return worstPerSecond / beforePerSecond;
  }

  /** Empty when the events or samples do not reach from before the decision to after the end. */
  public static Optional<Convergence> of(Reconfiguration reconfiguration) {
    Optional<Instant> decision =
        reconfiguration.events().stream()
            .filter(event -> event.kind() == EventKind.DECISION)
            .map(Event::at)
            .findFirst();
    Optional<Instant> done =
        reconfiguration.events().stream()
            .filter(event -> event.kind() == EventKind.DONE)
            .map(Event::at)
            .reduce((first, second) -> second);
    if (decision.isEmpty() || done.isEmpty()) {
      return Optional.empty();
    }
    return of(reconfiguration.samples(), decision.get(), done.get());
  }

  private static Optional<Convergence> of(
      List<ThroughputSample> samples, Instant decision, Instant done) {
    List<ThroughputSample> before =
        samples.stream()
            .filter(sample -> !sample.at().isAfter(decision))
            .filter(sample -> sample.at().isAfter(decision.minus(SURROUNDING)))
            .toList();
    List<ThroughputSample> after =
        samples.stream()
            .filter(sample -> sample.at().isAfter(done))
            .filter(sample -> sample.at().isBefore(done.plus(SURROUNDING)))
            .toList();
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    double beforePerSecond = median(before);
    double afterPerSecond = median(after);
    ThroughputSample worst = before.get(before.size() - 1);
    double worstPerSecond = Double.POSITIVE_INFINITY;
    for (int i = 0; i < samples.size(); i++) {
      ThroughputSample sample = samples.get(i);
      if (sample.at().isAfter(decision)
          && !sample.at().isAfter(done.plusSeconds(SMOOTHING))
          && smoothed(samples, i) < worstPerSecond) {
        worst = sample;
        worstPerSecond = smoothed(samples, i);
      }
    }
    return Optional.of(
        new Convergence(
            Duration.between(decision, done),
            beforePerSecond,
            Double.isInfinite(worstPerSecond) ? beforePerSecond : worstPerSecond,
            afterPerSecond,
            recovered(samples, worst.at(), RECOVERED_SHARE * afterPerSecond)
                .map(at -> Duration.between(decision, at)),
            caughtUp(samples, decision, worst.at(), beforePerSecond)
                .map(at -> Duration.between(decision, at))));
  }

  private static Optional<Instant> recovered(
      List<ThroughputSample> samples, Instant worst, double enough) {
    for (int i = 0; i < samples.size(); i++) {
      if (samples.get(i).at().isAfter(worst) && smoothed(samples, i) >= enough) {
        return Optional.of(samples.get(i).at());
      }
    }
    return Optional.empty();
  }

  private static Optional<Instant> caughtUp(
      List<ThroughputSample> samples, Instant decision, Instant worst, double beforePerSecond) {
    double ahead = 0;
    Instant last = decision;
    for (ThroughputSample sample : samples) {
      if (sample.at().isAfter(decision)) {
        double seconds = Duration.between(last, sample.at()).toNanos() / 1e9;
        ahead += (sample.totalPerSecond() - beforePerSecond) * seconds;
        last = sample.at();
        if (ahead >= 0 && sample.at().isAfter(worst)) {
          return Optional.of(sample.at());
        }
      }
    }
    return Optional.empty();
  }

  /** Mean of the sample and those before it. */
  private static double smoothed(List<ThroughputSample> samples, int index) {
    return samples.subList(Math.max(0, index - SMOOTHING + 1), index + 1).stream()
        .mapToDouble(ThroughputSample::totalPerSecond)
        .average()
        .orElseThrow();
  }

  private static double median(List<ThroughputSample> samples) {
    return Spread.of(samples.stream().map(ThroughputSample::totalPerSecond).toList()).median();
  }
}
