package io.proteus.simulator.world;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.RowKey;
import io.proteus.simulator.scenario.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table: from a part of one of the places that its scenario shares the requests among.
 * Keys are decimal fractions of the table, so they lie as evenly as its rows.
 *
 * @param place the number of the place
 * @param low where it begins in the place, 0..1
 * @param high where it ends there, 0..1
 */
record Slice(int place, double low, double high) {
  /** Keys have so many digits. */
  private static final double DIGITS = 1e15;

  /** Where the one key of a place is whose requests are all to one key. */
  private static final double HOT_KEY = 0.3;

  /** A whole place. */
  Slice(int place) {
    this(place, 0, 1);
  }

  double length() {
    return high - low;
  }

  /** The share of its tenant's requests that is to it. */
  double share(Tenant tenant, Duration at) {
    double ofPlace = tenant.shareAt(place, at);
    if (tenant.oneKey()) {
      return low <= HOT_KEY && HOT_KEY < high ? ofPlace : 0;
    }
    return ofPlace * length();
  }

  /** A place in a table as a key; null at its ends. */
  static @Nullable RowKey key(double inTable) {
    return inTable <= 0 || inTable >= 1
        ? null
        : RowKey.of(
            "%015d".formatted(Math.round(inTable * DIGITS)).getBytes(StandardCharsets.US_ASCII));
  }

  /** Where a key of {@link #key} lies in the table, 0..1; below 0 for any other key. */
  static double inTable(RowKey key) {
    String digits = key.toString();
    return digits.matches("\\d{15}") ? Long.parseLong(digits) / DIGITS : -1;
  }

  /**
   * The rows from the begin of one slice to the end of another.
   *
   * @param places that the table has
   */
  static KeyRange rows(Slice first, Slice last, int places) {
    return new KeyRange(
        key((first.place + first.low) / places), key((last.place + last.high) / places));
  }
}
