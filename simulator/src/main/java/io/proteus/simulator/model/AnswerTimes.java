package io.proteus.simulator.model;

import io.proteus.core.units.InvalidValue;

/**
 * How long answers took, as counts in buckets that are 5 % wide.
 *
 * <p>The queueing model gives means. The time at each station is taken as exponential and
 * independent of the others', so that a request's whole time has a known mean and variance; its
 * distribution is taken as the lognormal one of the same two moments (the matching of Fenton,
 * 1960). Against answers that are drawn, percentiles are within a fifth; a median that falls
 * between answers from memory and answers from the disk can be a third off.
 */
public final class AnswerTimes {
  private static final double SHORTEST_SECONDS = 1e-5;
  private static final double BUCKET = Math.log(1.05);
  private static final int BUCKETS = (int) Math.ceil(Math.log(1e8) / BUCKET) + 1;

  /**
   * A normal distribution in slices, finer in the upper tail, with 50, 95 and 99 % in the middle of
   * one: the weight of each ...
   */
  private static final double[] WEIGHT = {
    0.025, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05,
    0.05, 0.05, 0.05, 0.015, 0.02, 0.01, 0.015, 0.01, 0.004, 0.001
  };

  /** ... and its middle, in standard deviations. */
  private static final double[] MIDDLE = {
    -2.241, -1.645, -1.282, -1.036, -0.842, -0.674, -0.524, -0.385, -0.253, -0.126, 0.0, 0.126,
    0.253, 0.385, 0.524, 0.674, 0.842, 1.036, 1.282, 1.495, 1.645, 1.812, 2.005, 2.326, 2.748, 3.291
  };

  private final double[] counts;

  public AnswerTimes() {
    this(new double[BUCKETS]);
  }

  private AnswerTimes(double[] counts) {
    this.counts = counts;
  }

  /** Adds answers of one kind. */
  public void add(double answers, double meanSeconds, double variance) {
    if (!(answers > 0) || !(meanSeconds > 0)) {
      return;
    }
    double squared = Math.log1p(variance / (meanSeconds * meanSeconds));
    double middle = (Math.log(meanSeconds / SHORTEST_SECONDS) - squared / 2) / BUCKET;
    double deviation = Math.sqrt(squared) / BUCKET;
    for (int i = 0; i < WEIGHT.length; i++) {
      int bucket = (int) (middle + deviation * MIDDLE[i]);
      counts[Math.max(0, Math.min(BUCKETS - 1, bucket))] += answers * WEIGHT[i];
    }
  }

  public AnswerTimes copy() {
    return new AnswerTimes(counts.clone());
  }

  /** Those that came after an earlier copy was taken. */
  public AnswerTimes since(AnswerTimes earlier) {
    double[] later = counts.clone();
    for (int i = 0; i < BUCKETS; i++) {
      later[i] -= earlier.counts[i];
    }
    return new AnswerTimes(later);
  }

  /** Whether there were no answers. */
  public boolean isEmpty() {
    for (double count : counts) {
      if (count > 0) {
        return false;
      }
    }
    return true;
  }

  /** The time that a share of the answers did not exceed, ms; 0 where there were none. */
  public double percentileMs(double share) {
    if (!(share > 0 && share < 1)) {
      throw new InvalidValue("percentile: want over 0 and below 1, got %s.".formatted(share));
    }
    double all = 0;
    for (double count : counts) {
      all += count;
    }
    double below = 0;
    for (int i = 0; i < BUCKETS && all > 0; i++) {
      if (counts[i] > 0 && below + counts[i] >= share * all) {
        double within = (share * all - below) / counts[i];
        return 1000 * SHORTEST_SECONDS * Math.exp((i + within) * BUCKET);
      }
      below += counts[i];
    }
    return 0;
  }
}
