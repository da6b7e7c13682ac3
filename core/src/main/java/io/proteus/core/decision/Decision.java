package io.proteus.core.decision;

import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A verdict and, where it is to act, the plan.
 *
 * @param verdict a hold when a guard objected, whatever the strategy wanted
 * @param plan present exactly when the verdict is a retarget; never without steps
 * @param heldBack what the strategy wanted where a guard objected to it
 */
public record Decision(Verdict verdict, Optional<Plan> plan, Optional<Plan> heldBack) {

  /**
   * The same, begun later than it was decided: what was learned since stays learned, and a resize
   * counts from now on.
   *
   * @param now when it is begun
   * @param memory what the strategy remembers by then
   */
  public Decision asOf(Instant now, StrategyMemory memory) {
    if (!(verdict instanceof Verdict.Retarget wanted)) {
      return this;
    }
    Optional<Resized> own =
        plan.filter(Decision::resizes)
            .flatMap(resizing -> wanted.memory().scaling().lastResize())
            .filter(resize -> !memory.scaling().resizes().contains(resize))
            .map(resize -> new Resized(now, resize.from(), resize.to()));
    StrategyMemory begun = wanted.memory().sinceLearned(memory);
    return new Decision(
        new Verdict.Retarget(
            wanted.target(),
            wanted.reasons(),
            own.map(resize -> begun.with(begun.scaling().with(resize))).orElse(begun)),
        plan,
        heldBack);
  }

  /** The same for one more reason, which comes last. */
  Decision because(Reason more) {
    List<Reason> reasons = new ArrayList<>(verdict.reasons());
    reasons.add(more);
    Verdict then =
        verdict instanceof Verdict.Retarget wanted
            ? new Verdict.Retarget(wanted.target(), reasons, wanted.memory(), wanted.betters())
            : new Verdict.Hold(reasons, verdict.memory());
    return new Decision(
        then, plan.map(made -> made.because(more)), heldBack.map(made -> made.because(more)));
  }

  /** Whether its plan asks for nodes. */
  boolean grows() {
    return plan.stream()
        .flatMap(wanted -> wanted.steps().stream())
        .anyMatch(step -> step.nodeChange() > 0);
  }

  private static boolean resizes(Plan plan) {
    return plan.steps().stream().anyMatch(step -> step.nodeChange() != 0);
  }
}
