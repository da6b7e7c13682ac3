package io.proteus.core.strategy.guard;

import static io.proteus.core.strategy.ReasonCode.COOLDOWN;

import io.proteus.core.strategy.Overload;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Lets an action settle before the next, except where it is the second half of a resize.
 *
 * @param length from the end of the last action
 * @param unlessOverloaded whether an overload beyond doubt is answered meanwhile, and one node at
 *     its limit after a quarter of the time: who asks that node waits for it all the while
 */
public record Cooldown(Duration length, boolean unlessOverloaded) implements ReadinessGuard {
  /** A node that is still at its limit then is not settling. */
  private static final int SOONER = 4;

  /** Lets every action settle, whatever the load. */
  public Cooldown(Duration length) {
    this(length, false);
  }

  /** An operator need not wait. */
  @Override
  public Optional<ReadinessGuard> ofOrders() {
    return Optional.empty();
  }

  @Override
  public Optional<Reason> notReady(Situation now) {
    Instant last = now.lastAction();
    if (last == null
        || now.memory().resizingTo() != 0
        || (unlessOverloaded && Overload.isBeyondDoubt(now))) {
      return Optional.empty();
    }
    Duration since = Duration.between(last, now.now());
    Duration wait =
        unlessOverloaded && Overload.isAnyAtItsLimit(now) ? length.dividedBy(SOONER) : length;
    if (since.compareTo(wait) >= 0 || clockWasSetBack(since)) {
      return Optional.empty();
    }
    return Optional.of(
        COOLDOWN.because(
            "guards.cooldown",
            "the last action ended %d s ago, and %d s are to pass",
            since.toSeconds(),
            wait.toSeconds()));
  }

  /** An action from the far future comes from a clock that was wrong, and is ignored. */
  private boolean clockWasSetBack(Duration since) {
    return since.compareTo(length.negated()) < 0;
  }
}
