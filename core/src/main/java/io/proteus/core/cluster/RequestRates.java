package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;

/**
 * Requests of a partition in operations per second. Primitive on purpose: there is one of these for
 * each of up to a million partitions.
 *
 * @param reads point reads, op/s
 * @param scans scans, op/s
 * @param writes writes, op/s
 */
public record RequestRates(double reads, double scans, double writes) {
  public static final RequestRates NONE = new RequestRates(0, 0, 0);

  public RequestRates {
    if (!(reads >= 0 && scans >= 0 && writes >= 0) || Double.isInfinite(reads + scans + writes)) {
      throw new InvalidValue(
          "request rates: want 0 or more, got reads=%s scans=%s writes=%s."
              .formatted(reads, scans, writes));
    }
  }

  /** All requests, op/s: the cost of a partition in MET-8. */
  public double total() {
    return reads + scans + writes;
  }

  public RequestRates plus(RequestRates other) {
    return new RequestRates(reads + other.reads, scans + other.scans, writes + other.writes);
  }

  /** A share of them. */
  public RequestRates times(double share) {
    return new RequestRates(reads * share, scans * share, writes * share);
  }

  /** {@code weight} (0..1) of this and the rest of {@code other}. */
  public RequestRates blend(double weight, RequestRates other) {
    double rest = 1 - weight;
    return new RequestRates(
        weight * reads + rest * other.reads,
        weight * scans + rest * other.scans,
        weight * writes + rest * other.writes);
  }
}
