package io.proteus.cloud.local;

import io.proteus.core.port.PortException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waiting for something outside of this process, always with a bound. */
public final class Waiting {
  private static final long INTERVAL_MILLIS = 50;

  private Waiting() {}

  /** Something to look at again and again. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws PortException;
  }

  /** Whether the condition came true within the time; looked at every 50 ms, and at least once. */
  public static boolean until(Duration bound, Condition condition) throws PortException {
    long deadline = System.nanoTime() + bound.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PortException("interrupted while waiting", e);
      }
    }
    return true;
  }
}
