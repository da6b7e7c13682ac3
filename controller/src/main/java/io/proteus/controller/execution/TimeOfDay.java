package io.proteus.controller.execution;

import java.time.Duration;
import java.time.Instant;

/** The machine's clock, which may be set. */
final class TimeOfDay implements Time {
  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    Thread.sleep(duration.toMillis());
  }

  @Override
  public Time steady() {
    return new Steady(Instant.now(), System.nanoTime());
  }

  /**
   * Counts on from a moment by what the machine measures spans with.
   *
   * @param nanos as {@link System#nanoTime} was then
   */
  private record Steady(Instant from, long nanos) implements Time {
    @Override
    public Instant now() {
      return from.plusNanos(System.nanoTime() - nanos);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      Thread.sleep(duration.toMillis());
    }
  }
}
