package io.proteus.core.strategy.guard;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All guards, in the order in which they are asked; the first that objects is the one that is
 * named.
 */
public record Guards(List<ReadinessGuard> readiness, List<RetargetGuard> retarget) {
  public Guards {
    readiness = List.copyOf(readiness);
    retarget = List.copyOf(retarget);
  }

  /** Every guard with its default. */
  public static Guards defaults() {
    return new Guards(
        List.of(
            new Calm(true),
            new Measured(Ratio.of(0.995), Duration.ofSeconds(90)),
            new Cooldown(Duration.ofMinutes(10))),
        List.of(
            new AfterUndo(Duration.ofHours(1)), new MoveBudget(0), new WorthIt(Ratio.of(0.05))));
  }

  /** How long an action is let settle before the next; zero where no guard sees to it. */
  public Duration cooldown() {
    return readiness.stream()
        .filter(guard -> guard instanceof Cooldown)
        .map(guard -> ((Cooldown) guard).length())
        .findFirst()
        .orElse(Duration.ZERO);
  }

  /** The same guards without the cooldown. */
  public Guards withoutCooldown() {
    return new Guards(
        readiness.stream().filter(guard -> !(guard instanceof Cooldown)).toList(), retarget);
  }

  /** The guards of what an operator orders whatever the load is. */
  public Guards ofOrders() {
    return new Guards(
        readiness.stream().flatMap(guard -> guard.ofOrders().stream()).toList(), retarget);
  }

  /** Why nothing may be decided from this; empty when it may. */
  public Optional<Reason> notReady(Situation now) {
    return readiness.stream().flatMap(guard -> guard.notReady(now).stream()).findFirst();
  }

  /**
   * Why this may not be done; empty when it may.
   *
   * @param gain what the wanted layout betters
   */
  public Optional<Reason> objection(Situation now, Verdict.Retarget wanted, Gain gain) {
    return retarget.stream()
        .flatMap(guard -> guard.objection(now, wanted, gain).stream())
        .findFirst();
  }
}
