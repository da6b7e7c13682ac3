package io.proteus.controller.execution;

import java.time.Duration;
import java.time.Instant;

/** The only clock of the controller, so that it can run on virtual time. */
public interface Time {
  Instant now();

  void sleep(Duration duration) throws InterruptedException;

  /**
   * The same time without the jumps that it makes from here on, as when somebody sets the clock:
   * for deadlines and spans. What is written down has the time of the day.
   */
  default Time steady() {
    return this;
  }

  /** The time of the day. */
  static Time ofTheDay() {
    return new TimeOfDay();
  }
}
