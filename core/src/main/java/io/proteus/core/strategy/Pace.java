package io.proteus.core.strategy;

import io.proteus.core.units.InvalidValue;
import java.time.Duration;

/**
 * How long a step of one kind took here, from being asked for until it was seen done.
 *
 * @param steps how many were measured
 * @param seconds their mean; for compactions, of a GB
 */
public record Pace(int steps, double seconds) {
  public static final Pace UNKNOWN = new Pace(0, 0);

  /** The limit keeps the mean following a store that becomes slower. */
  private static final int MOST = 50;

  /** How many measured steps weigh as much as the first assumption. */
  private static final int ASSUMED = 2;

  public Pace {
    if (steps < 0 || !(seconds >= 0) || Double.isInfinite(seconds)) {
      throw new InvalidValue(
          "pace: want 0 or more steps and seconds, got %d and %s.".formatted(steps, seconds));
    }
  }

  public Pace with(double measuredSeconds) {
    int now = Math.min(steps + 1, MOST);
    return new Pace(now, seconds + (measuredSeconds - seconds) / now);
  }

  /** The expected duration, given the assumption for the case without measurements. */
  public Duration expected(Duration assumed) {
    double mean =
        (ASSUMED * assumed.toMillis() / 1000.0 + steps * seconds) / (double) (ASSUMED + steps);
    return Duration.ofMillis(Math.round(mean * 1000));
  }
}
