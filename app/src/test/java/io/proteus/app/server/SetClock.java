package io.proteus.app.server;

import io.proteus.controller.execution.Time;
import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;

/** Time that passes when told to, or while somebody sleeps, on a machine whose clock is set. */
final class SetClock implements Time {
  private final ManualClock clock = ManualClock.start();
  private Duration off = Duration.ZERO;
  private Duration atNextSleep = Duration.ZERO;

  /** Sets the clock forward, or back when it is negative. */
  void set(Duration by) {
    off = off.plus(by);
  }

  /** The same as soon as somebody sleeps. */
  void setAtNextSleep(Duration by) {
    atNextSleep = by;
  }

  void pass(Duration span) {
    clock.advance(span);
  }

  @Override
  public Instant now() {
    return clock.instant().plus(off);
  }

  @Override
  public void sleep(Duration duration) {
    set(atNextSleep);
    atNextSleep = Duration.ZERO;
    pass(duration);
  }

  @Override
  public Time steady() {
    return new Time() {
      @Override
      public Instant now() {
        return clock.instant();
      }

      @Override
      public void sleep(Duration duration) {
        SetClock.this.sleep(duration);
      }
    };
  }
}
