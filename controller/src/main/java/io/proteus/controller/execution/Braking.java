package io.proteus.controller.execution;

import io.proteus.controller.configuration.Brake;
import io.proteus.core.strategy.Reason;
import org.jspecify.annotations.Nullable;

/**
 * How far a running plan is held back.
 *
 * @param why with the figures; null while it never was
 */
public record Braking(Brake level, @Nullable Reason why) {
  /** The plan runs as it was planned. */
  public static final Braking NONE = new Braking(Brake.OFF, null);

  /** Whether it takes one step at a time, or none. */
  boolean slows() {
    return level != Brake.OFF;
  }

  /** Whether no step begins. */
  boolean pauses() {
    return level.compareTo(Brake.PAUSE) >= 0;
  }

  /** Whether the plan ends. */
  boolean ends() {
    return level.compareTo(Brake.END) >= 0;
  }
}
