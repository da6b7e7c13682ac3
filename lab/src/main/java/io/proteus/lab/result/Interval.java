package io.proteus.lab.result;

import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * A ratio as a few repeats show it.
 *
 * @param mean geometric mean of the repeats
 * @param low end of the range in which it is in 95 of 100 cases
 * @param high end of that range
 */
public record Interval(double mean, double low, double high) {
  private static final double BOTH_ENDS = 0.975;

  /**
   * By Student's distribution of the ratios' logarithms: a ratio and its reciprocal are as far off.
   * Null where there are fewer than two, or one is not over 0.
   */
  public static @Nullable Interval ofRatios(List<Double> ratios) {
    int count = ratios.size();
    if (count < 2 || ratios.stream().anyMatch(ratio -> !(ratio > 0))) {
      return null;
    }
    double[] logarithms = ratios.stream().mapToDouble(Math::log).toArray();
    double mean = StatUtils.mean(logarithms);
    double reach =
        new TDistribution(count - 1).inverseCumulativeProbability(BOTH_ENDS)
            * Math.sqrt(StatUtils.variance(logarithms) / count);
    return new Interval(Math.exp(mean), Math.exp(mean - reach), Math.exp(mean + reach));
  }

  /** How far its upper end is off, as a share of the mean; the lower end is less. */
  public double reach() {
    return high / mean - 1;
  }
}
