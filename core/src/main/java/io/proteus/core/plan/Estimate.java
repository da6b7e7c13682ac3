package io.proteus.core.plan;

import io.proteus.core.units.InvalidValue;

/**
 * A figure that is expected, in the unit of its owner.
 *
 * @param expected as likely too low as too high
 * @param low one time in ten it will be less
 * @param high one time in ten it will be more
 */
public record Estimate(double expected, double low, double high) {
  public Estimate {
    if (!(0 <= low && low <= expected && expected <= high) || Double.isInfinite(high)) {
      throw new InvalidValue(
          "estimate: want 0 <= low <= expected <= high, got %s, %s, %s."
              .formatted(low, expected, high));
    }
  }

  /** Whether what came was to be expected: eight times in ten it should be. */
  public boolean holds(double actual) {
    return low <= actual && actual <= high;
  }
}
