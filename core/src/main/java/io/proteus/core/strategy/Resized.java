package io.proteus.core.strategy;

import java.time.Instant;

/**
 * A change in the number of nodes that was decided on.
 *
 * @param at when it was decided
 * @param from how many nodes there were
 * @param to how many there were to be
 */
public record Resized(Instant at, int from, int to) {
  public boolean grew() {
    return to > from;
  }
}
