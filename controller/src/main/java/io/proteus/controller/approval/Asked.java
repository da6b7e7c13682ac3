package io.proteus.controller.approval;

import io.proteus.core.units.InvalidValue;

/**
 * Who wants something, and why.
 *
 * @param name of the operator
 */
public record Asked(String name, String why) {
  /** Long enough for a sentence and a ticket's number, short enough for a line of the history. */
  public static final int LONGEST_REASON = 500;

  public Asked {
    if (name.isBlank()) {
      throw new InvalidValue("name: want who asks, got nothing.");
    }
    if (why.isBlank() || why.length() > LONGEST_REASON) {
      throw new InvalidValue(
          "reason: want 1 to %d characters that say why, got %d."
              .formatted(LONGEST_REASON, why.strip().length()));
    }
  }
}
