package io.proteus.controller.execution;

import io.proteus.core.port.StoreClock;
import java.time.Duration;
import java.time.Instant;

/**
 * The time of a store with its own clock; waiting goes by that clock.
 *
 * @param day how time passes here
 */
public record StoreTime(StoreClock clock, Time day) implements Time {
  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    day.sleep(Duration.ofNanos((long) (duration.toNanos() / clock.speed())));
  }
}
