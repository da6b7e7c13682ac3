package io.proteus.workloads.run;

import org.HdrHistogram.Histogram;

/**
 * How long operations took, in microseconds, at two significant digits.
 *
 * @param count how many there were, over 0: a type that was not seen has no summary
 */
public record LatencySummary(
    long count,
    double meanMicros,
    long p50Micros,
    long p95Micros,
    long p99Micros,
    long p999Micros,
    long maxMicros) {

  static LatencySummary of(Histogram histogram) {
    return new LatencySummary(
        histogram.getTotalCount(),
        histogram.getMean(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue());
  }
}
