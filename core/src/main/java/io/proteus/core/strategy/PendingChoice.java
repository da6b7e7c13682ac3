package io.proteus.core.strategy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A policy that a workload asks for and that is not in force yet.
 *
 * @param since when it was first seen to ask for it, and has ever since
 * @param seen when it was last seen to; null in journals of before this was kept
 */
public record PendingChoice(Choice choice, Instant since, @Nullable Instant seen) {

  /** The same, seen again. */
  public PendingChoice seenAt(Instant now) {
    return new PendingChoice(choice, since, now);
  }
}
