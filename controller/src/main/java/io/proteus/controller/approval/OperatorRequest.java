package io.proteus.controller.approval;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OneLine;
import java.time.Instant;

/**
 * Who asks for something, and why. Each is made fit for one line.
 *
 * @param name of the operator
 */
public record OperatorRequest(String name, String why) {
  /** It fits a sentence and a ticket's number, and a line of the history. */
  public static final int LONGEST_REASON = 500;

  /** As {@code accepted by ada at 2026-11-28T12:00:00Z: it was measured}. */
  public String signed(String what, Instant at) {
    return "%s by %s at %s: %s".formatted(what, name, at, why);
  }

  public OperatorRequest {
    name = OneLine.of(name);
    why = OneLine.of(why);
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
