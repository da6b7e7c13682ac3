package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.COOLDOWN;
import static io.proteus.core.strategy.ReasonCode.DOES_NOT_PAY;
import static io.proteus.core.strategy.ReasonCode.IN_PLACE;
import static io.proteus.core.strategy.ReasonCode.NOT_WORTH_IT;

import io.proteus.core.plan.Draft;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.plan.Prediction;
import io.proteus.core.plan.prediction.PaysOff;
import io.proteus.core.plan.prediction.Predictor;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Gain;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.guard.WorthIt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Guards, strategy, guards again, planner, predictor: the whole decision, pure.
 *
 * @param overdueMachines comes before a growth, which it stands in the way of, and after all else
 * @param harmless weighs every plan against doing nothing, and what does not pay as a whole part by
 *     part ({@link PlanParts}); empty where that is not asked for
 */
public record DecisionMaker(
    Strategy strategy,
    Guards guards,
    Planner planner,
    Predictor predictor,
    OverdueMachines overdueMachines,
    Optional<DoNoHarm> harmless) {

  /** A decision maker with the default grace for machines. */
  public DecisionMaker(Strategy strategy, Guards guards, Planner planner, Predictor predictor) {
    this(strategy, guards, planner, predictor, OverdueMachines.usual(), Optional.empty());
  }

  /** A decision maker with the default predictor and the default grace for machines. */
  public DecisionMaker(Strategy strategy, Guards guards, Planner planner) {
    this(strategy, guards, planner, Predictor.usual());
  }

  public Decision decide(Situation seen) {
    Situation now = learned(seen);
    return notReady(now).orElseGet(() -> tidied(now, guarded(now, strategy.decide(now))));
  }

  /** The same without the cooldown, to tell what would be done if nothing had to settle. */
  DecisionMaker withoutCooldown() {
    return new DecisionMaker(
        strategy, guards.withoutCooldown(), planner, predictor, overdueMachines, harmless);
  }

  /**
   * The decision on a target as a whole, whatever its parts are worth.
   *
   * @param onRequest whether it is asked for whatever the load is
   */
  Decision whole(Situation seen, boolean onRequest) {
    Situation now = learned(seen);
    Verdict verdict = onRequest ? strategy.decideRegardlessOfLoad(now) : strategy.decide(now);
    return verdict instanceof Verdict.Retarget wanted ? weighed(now, wanted) : hold(verdict);
  }

  private Situation learned(Situation seen) {
    return harmless.map(gate -> gate.seen(seen)).orElse(seen);
  }

  private Decision tidied(Situation now, Decision own) {
    boolean comesFirst = own.plan().isPresent() && !own.grows();
    return comesFirst
        ? own
        : overdueMachines
            .removal(now, learned(now, own.verdict().memory()))
            .map(removal -> guarded(now, removal))
            .orElse(own);
  }

  /** The decision as if the thresholds were crossed; all other checks apply. */
  public Decision decideRegardlessOfLoad(Situation seen) {
    Situation now = learned(seen);
    return notReady(now).orElseGet(() -> guarded(now, strategy.decideRegardlessOfLoad(now)));
  }

  /**
   * The same decision, with what only the cooldown holds back: for whoever looks, as it may be
   * another plan by then.
   *
   * @param regardlessOfLoad whether it was decided as if the thresholds were crossed
   */
  public Decision beyondCooldown(Situation seen, Decision decision, boolean regardlessOfLoad) {
    if (decision.verdict().reasons().get(0).code() != COOLDOWN) {
      return decision;
    }
    DecisionMaker eager =
        new DecisionMaker(
            strategy, guards.withoutCooldown(), planner, predictor, overdueMachines, harmless);
    Decision would = regardlessOfLoad ? eager.decideRegardlessOfLoad(seen) : eager.decide(seen);
    return new Decision(decision.verdict(), Optional.empty(), would.plan().or(would::heldBack));
  }

  private Optional<Decision> notReady(Situation now) {
    return guards.notReady(now).map(reason -> hold(Verdict.hold(reason, now.memory())));
  }

  private Decision guarded(Situation now, Verdict verdict) {
    if (!(verdict instanceof Verdict.Retarget wanted)) {
      return hold(verdict);
    }
    Decision whole = weighed(now, wanted);
    if (harmless.isEmpty() || whole.heldBack().isEmpty()) {
      return whole;
    }
    Verdict held = whole.verdict();
    return PlanParts.of(now, wanted, held.reasons().get(0), held.memory()).stream()
        .map(part -> weighed(now, part))
        .filter(part -> part.plan().isPresent())
        .findFirst()
        .orElse(whole);
  }

  /** What a target costs and yields by itself, and whether it may be done. */
  Decision weighed(Situation now, Verdict.Retarget wanted) {
    Draft draft = planner.draft(now, wanted);
    if (draft.plan().steps().isEmpty()) {
      return hold(new Verdict.Hold(nothingToDo(draft.plan(), wanted), wanted.memory()));
    }
    Gain gain = Gain.of(now, wanted.target(), draft.targets()).atLeast(wanted.betters());
    Prediction prediction = predictor.predict(now, draft, gain);
    Plan plan = draft.plan().with(prediction);
    Optional<Reason> objection =
        guards
            .objection(now, wanted, gain)
            .or(() -> doesNotPay(now, wanted, prediction))
            .or(() -> harmless.flatMap(gate -> gate.objection(now, wanted, prediction)));
    if (objection.isEmpty()) {
      return new Decision(wanted, Optional.of(plan), Optional.empty());
    }
    List<Reason> reasons = new ArrayList<>(List.of(objection.get()));
    reasons.addAll(wanted.reasons());
    // what policies have seen does not depend on whether it is acted on
    StrategyMemory memory =
        isSettled(objection.get())
            ? wanted.memory().with(now.memory().splits()) // nothing was split
            : learned(now, wanted.memory());
    return new Decision(new Verdict.Hold(reasons, memory), Optional.empty(), Optional.of(plan));
  }

  /** The memory after a retarget that is not carried out. */
  private static StrategyMemory learned(Situation now, StrategyMemory wanted) {
    return now.memory()
        .learning(wanted)
        .with(now.memory().settings().seen(wanted.settings(), now.now()));
  }

  /**
   * The reason why a plan does not pay. Plans of settings are exempt: no prediction covers them,
   * and verification judges them.
   */
  private static Optional<Reason> doesNotPay(
      Situation now, Verdict.Retarget wanted, Prediction prediction) {
    return WorthIt.changesSettings(now, wanted.target()) || WorthIt.merges(wanted.target())
        ? Optional.empty()
        : PaysOff.objection(prediction);
  }

  /** The reasons of the planner for what it could not do, or else that nothing is to be done. */
  private static List<Reason> nothingToDo(Plan plan, Verdict.Retarget wanted) {
    List<Reason> reasons = new ArrayList<>(plan.reasons());
    reasons.removeAll(wanted.reasons());
    if (reasons.isEmpty()) {
      reasons.add(IN_PLACE.says("every {partition} and every {node} is as it should be"));
    }
    reasons.addAll(wanted.reasons());
    return reasons;
  }

  /**
   * Whether the strategy may go on as if it had acted, because acting would gain nothing. An
   * initial reconfiguration without gain must not keep the cluster from growing. One that a limit
   * of the operator refused is still due, so its memory is not kept.
   */
  private static boolean isSettled(Reason objection) {
    return objection.code() == IN_PLACE
        || objection.code() == NOT_WORTH_IT
        || objection.code() == DOES_NOT_PAY;
  }

  private static Decision hold(Verdict verdict) {
    return new Decision(verdict, Optional.empty(), Optional.empty());
  }
}
