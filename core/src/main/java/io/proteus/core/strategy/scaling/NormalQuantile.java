package io.proteus.core.strategy.scaling;

/**
 * How many standard deviations above the mean a share of normally distributed values lies below.
 */
final class NormalQuantile {
  private NormalQuantile() {}

  /**
   * Abramowitz and Stegun, 26.2.23; off by less than 0.00045.
   *
   * @param share 0.5 and more, below 1
   */
  static double of(double share) {
    double t = Math.sqrt(-2 * Math.log(1 - share));
    return t
        - (2.515517 + t * (0.802853 + t * 0.010328))
            / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  }
}
