package io.proteus.workloads.run;

import io.proteus.core.units.OperationsPerSecond;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;

/**
 * Spaces the operations of one worker so that its tenant keeps to its cap.
 *
 * <p>A worker that was held up catches up, but by {@link #MAX_BACKLOG_NANOS} at most: a longer
 * stall would else be followed by a burst that no capped client sends. Not safe for use by several
 * threads.
 */
final class Throttle {
  static final long MAX_BACKLOG_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long intervalNanos;
  private final DoubleSupplier pace;
  private long nextNanos;

  /**
   * @param cap what all workers of the tenant may send together; empty for no limit
   * @param worker which of them this is, so that they start evenly spread
   * @param pace share of the cap that is sent, over 0; asked for each operation
   */
  Throttle(
      Optional<OperationsPerSecond> cap,
      int worker,
      int workers,
      DoubleSupplier pace,
      long nowNanos) {
    this.pace = pace;
    this.intervalNanos =
        cap.map(rate -> (long) (workers * TimeUnit.SECONDS.toNanos(1) / rate.value())).orElse(0L);
    this.nextNanos = nowNanos + intervalNanos * worker / workers;
  }

  /**
   * When the next operation is due: now for a worker without a cap.
   *
   * @param nowNanos the present {@link System#nanoTime}
   */
  long due(long nowNanos) {
    if (intervalNanos == 0) {
      return nowNanos;
    }
    nextNanos = Math.max(nextNanos, nowNanos - MAX_BACKLOG_NANOS);
    long due = nextNanos;
    nextNanos += (long) (intervalNanos / pace.getAsDouble());
    return due;
  }

  /** Waits until {@code dueNanos}, or less when the thread is interrupted. */
  static void sleepUntil(long dueNanos) {
    for (long left = dueNanos - System.nanoTime();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = dueNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
