package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.Season.Slot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The load that each coming step will not exceed, with the probability of the service level.
 *
 * <p>The mean is the season's plus the present deviation from the season. The variance is that of a
 * random walk with the load's own drift, limited by the season's variance at that time.
 */
final class Forecast {
  /**
   * The least standard deviation, as a share of the load: no forecast is surer than measurements.
   */
  private static final double NOISE = 0.02;

  /** A season counts as learned when so much of the time ahead was seen before. */
  private static final double ENOUGH = 0.5;

  /** Looks within one step: its beginning, middle and end. */
  private static final int LOOKS = 2;

  private final double[] most;
  private final boolean learned;

  private Forecast(double[] most, boolean learned) {
    this.most = most;
    this.learned = learned;
  }

  static Forecast of(ForecastScaling policy, Season season, Instant now, ClusterLoad load) {
    double deviations = NormalQuantile.of(policy.level().kept().value());
    int steps = policy.calendar().steps();
    Duration look = policy.calendar().slot().dividedBy(LOOKS);
    int lead = (int) Math.ceil((double) policy.price().boot().toMillis() / look.toMillis());
    double present = load.served() * (1 + deviations * NOISE);
    Optional<Slot> seasonNow = season.at(now);
    double[] looks = new double[steps * LOOKS + 1 + lead];
    int seen = 0;
    for (int ahead = 0; ahead < looks.length; ahead++) {
      Duration in = look.multipliedBy(ahead);
      Optional<Slot> then = ahead == 0 ? Optional.empty() : season.at(now.plus(in));
      looks[ahead] = present;
      if (seasonNow.isPresent() && then.isPresent()) {
        double mean = Math.max(0, then.get().mean() + load.served() - seasonNow.get().mean());
        double drift = season.drift() * in.toMillis() / season.rhythm().toMillis();
        double deviation = Math.sqrt(Math.min(drift, then.get().variance()));
        looks[ahead] = mean + deviations * Math.max(NOISE * mean, deviation);
        seen++;
      }
    }
    boolean learned = seen >= ENOUGH * (looks.length - 1);
    double[] most = new double[steps];
    for (int step = 0; step < steps; step++) {
      for (int ahead = step * LOOKS; ahead <= (step + 1) * LOOKS + lead; ahead++) {
        most[step] = Math.max(most[step], learned ? looks[ahead] : present);
      }
    }
    return new Forecast(most, learned);
  }

  /**
   * The load that will not be exceeded in a step, and until a node ordered at its end is up, op/s.
   */
  double most(int step) {
    return most[step];
  }

  int steps() {
    return most.length;
  }

  double peak() {
    double peak = 0;
    for (double each : most) {
      peak = Math.max(peak, each);
    }
    return peak;
  }

  boolean isLearned() {
    return learned;
  }
}
