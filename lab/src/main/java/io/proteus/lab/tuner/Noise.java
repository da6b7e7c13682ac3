package io.proteus.lab.tuner;

import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * By how much repeats of the same setting differ.
 *
 * @param sigma standard deviation of the logarithm of a rate: 0.03 is about 3 %
 * @param freedom degrees of freedom that it was estimated with; 0: nothing was repeated
 */
public record Noise(double sigma, int freedom) {
  /** A model that repeats itself exactly has no noise; what it differs by is rounding. */
  private static final double LEAST = 1e-3;

  /** Pooled over all that was measured more than once. */
  static Noise of(List<List<Double>> repeats) {
    double squares = 0;
    int freedom = 0;
    for (List<Double> same : repeats) {
      double mean = same.stream().mapToDouble(Double::doubleValue).average().orElse(0);
      squares += same.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
      freedom += Math.max(0, same.size() - 1);
    }
    return new Noise(freedom == 0 ? LEAST : Math.max(LEAST, Math.sqrt(squares / freedom)), freedom);
  }

  /** Standard error of the difference of two means of so many measurements. */
  double error(int one, int other) {
    return sigma * Math.sqrt(1.0 / one + 1.0 / other);
  }

  /** How likely a difference at least as large is where there is none (two-sided t-test). */
  double chance(double difference, double error) {
    if (freedom == 0) {
      return 1;
    }
    return 2 * new TDistribution(freedom).cumulativeProbability(-Math.abs(difference) / error);
  }

  /** How many standard errors the 95 % confidence interval reaches to each side. */
  double reach() {
    return freedom == 0
        ? Double.POSITIVE_INFINITY
        : new TDistribution(freedom).inverseCumulativeProbability(0.975);
  }
}
