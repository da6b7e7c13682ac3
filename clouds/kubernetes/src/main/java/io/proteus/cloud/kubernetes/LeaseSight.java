package io.proteus.cloud.kubernetes;

import io.proteus.core.port.Clocks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Since when a Lease looks as it does, by this process's own steady clock. What its holder's clock
 * says is compared with nothing: clocks of two machines may be minutes apart.
 */
final class LeaseSight {
  private final Clocks clocks;
  private @Nullable Seen last;

  /**
   * One look.
   *
   * @param at when it was first seen so, after the answer
   * @param moved whether it was seen otherwise before
   */
  private record Seen(ClaimLease lease, long at, boolean moved) {}

  LeaseSight(Clocks clocks) {
    this.clocks = clocks;
  }

  synchronized void saw(ClaimLease now) {
    Seen before = last;
    if (before == null || !before.lease.isAs(now)) {
      last = new Seen(now, clocks.steady().getAsLong(), before != null);
    }
  }

  /** The same of what was written here, which was seen to change. */
  synchronized void wrote(ClaimLease now) {
    last = new Seen(now, clocks.steady().getAsLong(), true);
  }

  /** Whether its holder gave a sign of life since it was first looked at. */
  synchronized boolean hasMoved() {
    return last != null && last.moved;
  }

  /**
   * How long its holder has been silent at least.
   *
   * <p>Only the steady clock counts, which may stand still while the machine sleeps: then the
   * holder is given more time. The clock of the day may be set, and would give it less.
   */
  synchronized Duration silent() {
    return last == null ? Duration.ZERO : Duration.ofNanos(clocks.steady().getAsLong() - last.at);
  }
}
