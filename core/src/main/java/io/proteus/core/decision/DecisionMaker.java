package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.IN_PLACE;

import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import java.util.Optional;

/** Guards, strategy, guards again, planner: the whole decision, pure. */
public record DecisionMaker(Strategy strategy, Guards guards, Planner planner) {

  /** What is to be done now. */
  public Decision decide(Situation now) {
    Optional<Reason> notReady = guards.notReady(now);
    if (notReady.isPresent()) {
      return hold(Verdict.hold(notReady.get(), now.memory()), Optional.empty());
    }
    return guarded(now, strategy.decide(now));
  }

  /** What would be done if the thresholds were crossed; everything else is checked as ever. */
  public Decision decideRegardlessOfLoad(Situation now) {
    Optional<Reason> notReady = guards.notReady(now);
    if (notReady.isPresent()) {
      return hold(Verdict.hold(notReady.get(), now.memory()), Optional.empty());
    }
    return guarded(now, strategy.decideRegardlessOfLoad(now));
  }

  private Decision guarded(Situation now, Verdict verdict) {
    if (!(verdict instanceof Verdict.Retarget wanted)) {
      return hold(verdict, Optional.empty());
    }
    Plan plan = planner.plan(now, wanted);
    Optional<Reason> objection = guards.objection(now, wanted);
    if (objection.isPresent()) {
      // what the strategy would remember of acting is forgotten: it did not act
      return hold(Verdict.hold(objection.get(), now.memory()), Optional.of(plan));
    }
    if (plan.steps().isEmpty()) {
      Reason reason = IN_PLACE.says("there is nothing left that could be done: %s", plan.reasons());
      return hold(Verdict.hold(reason, now.memory().withReconfigured()), Optional.empty());
    }
    return new Decision(wanted, Optional.of(plan), Optional.empty());
  }

  private static Decision hold(Verdict verdict, Optional<Plan> heldBack) {
    return new Decision(verdict, Optional.empty(), heldBack);
  }
}
