package io.proteus.lab.faults;

import io.proteus.core.port.PortException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what must come, but not for ever. */
final class Await {
  private Await() {}

  /** One look; empty while what is waited for is not there. */
  @FunctionalInterface
  interface Look<T> {
    Optional<T> look() throws PortException, InterruptedException;
  }

  /**
   * Looks again and again.
   *
   * @param what is waited for, for the message
   * @param seen what there was instead, for the message
   * @throws PortException when it did not come within the bound
   */
  static <T> T until(
      String what, Duration bound, Duration between, Look<T> look, Supplier<String> seen)
      throws PortException, InterruptedException {
    long deadline = System.nanoTime() + bound.toNanos();
    while (true) {
      Optional<T> found = look.look();
      if (found.isPresent()) {
        return found.get();
      }
      if (System.nanoTime() > deadline) {
        throw new PortException(
            "want %s within %d s, got: %s".formatted(what, bound.toSeconds(), seen.get()));
      }
      TimeUnit.MILLISECONDS.sleep(between.toMillis());
    }
  }
}
