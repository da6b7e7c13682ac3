package io.proteus.controller.execution;

import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;

/** Virtual time on a machine whose clock somebody sets. */
public final class JumpyTime implements Time {
  private final VirtualTime steady;
  private Duration off = Duration.ZERO;

  public JumpyTime(ManualClock clock) {
    this.steady = new VirtualTime(clock);
  }

  /** Sets the clock forward, or back when it is negative. */
  public void jump(Duration by) {
    off = off.plus(by);
  }

  @Override
  public Instant now() {
    return steady.now().plus(off);
  }

  @Override
  public void sleep(Duration duration) {
    steady.sleep(duration);
  }

  @Override
  public Time steady() {
    return steady;
  }
}
