package io.proteus.simulator.model;

import io.proteus.core.units.InvalidValue;

/**
 * What a request costs a server whose JVM was started lately and has not compiled its hot code yet:
 * a multiple of its CPU, what the compiler takes included, that falls as the server spends CPU. So
 * it lasts long where there is little of that.
 *
 * @param times CPU of a request right after the start over that of one later, 1 or more
 * @param cpuSeconds of the server after which the part beyond 1 has fallen to 1/e
 * @param spentBefore CPU seconds that the first nodes have spent when the world begins; infinite
 *     where they are warm
 */
public record ColdCode(double times, double cpuSeconds, double spentBefore) {
  /** Nothing is ever cold. */
  public static final ColdCode NONE = new ColdCode(1, 1, Double.POSITIVE_INFINITY);

  public ColdCode {
    if (!(times >= 1) || !(cpuSeconds > 0) || !(spentBefore >= 0)) {
      throw new InvalidValue(
          "cold code: want times of 1 or more, CPU seconds over 0, and 0 or more spent before, got %s, %s and %s."
              .formatted(times, cpuSeconds, spentBefore));
    }
  }

  /** What a request costs over what it costs a warm server. */
  public double factor(double spentSeconds) {
    return times > 1 ? 1 + (times - 1) * Math.exp(-spentSeconds / cpuSeconds) : 1;
  }

  /** The same where the first nodes have spent so much before. */
  public ColdCode spent(double seconds) {
    return new ColdCode(times, cpuSeconds, seconds);
  }
}
