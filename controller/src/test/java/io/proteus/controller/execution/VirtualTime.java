package io.proteus.controller.execution;

import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;

/** Time that passes only while somebody sleeps, and at once. */
public record VirtualTime(ManualClock clock) implements Time {
  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void sleep(Duration duration) {
    clock.advance(duration);
  }
}
