package io.proteus.controller.execution;

import java.time.Duration;
import java.time.Instant;

/** The only clock of the controller, so that it can run on virtual time. */
public interface Time {
  Instant now();

  void sleep(Duration duration) throws InterruptedException;

  /** The time of the day. */
  static Time ofTheDay() {
    return new Time() {
      @Override
      public Instant now() {
        return Instant.now();
      }

      @Override
      public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration.toMillis());
      }
    };
  }
}
