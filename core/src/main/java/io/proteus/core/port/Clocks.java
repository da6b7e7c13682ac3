package io.proteus.core.port;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How much time has passed by a machine's clocks, on the safe side: one stands still while the
 * machine sleeps, the other may be set, so that the larger difference counts.
 *
 * @param steady never set, in nanoseconds
 * @param ofDay in milliseconds
 */
public record Clocks(LongSupplier steady, LongSupplier ofDay) {
  /**
   * A moment by both clocks.
   *
   * @param steady in nanoseconds
   * @param ofDay in milliseconds
   */
  public record Moment(long steady, long ofDay) {}

  public Moment now() {
    return new Moment(steady.getAsLong(), ofDay.getAsLong());
  }

  /** How long ago a moment was at most. */
  public Duration since(Moment earlier) {
    Duration bySteady = Duration.ofNanos(steady.getAsLong() - earlier.steady);
    Duration byDay = Duration.ofMillis(ofDay.getAsLong() - earlier.ofDay);
    return bySteady.compareTo(byDay) >= 0 ? bySteady : byDay;
  }
}
