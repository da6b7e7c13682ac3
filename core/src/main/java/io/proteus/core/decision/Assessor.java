package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.COOLDOWN;
import static io.proteus.core.strategy.ReasonCode.PARTLY;

import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Says what a decision maker's plans are worth to the operator of a cluster. Of a plan that does
 * more, what is set online has its own price and gain ({@link PlanParts}). Where the load asks for
 * nothing, it says what a person could have done all the same. A recent action keeps nobody from
 * saying so.
 *
 * @param hotAbove CPU share over which a node is too busy
 */
public record Assessor(DecisionMaker decisions, Ratio hotAbove) {

  public Assessment assess(Situation now) {
    return assess(now, Optional.empty());
  }

  /**
   * The same where it is known already what was decided: a decision on a large cluster takes
   * seconds, and its plan as much memory as the cluster.
   *
   * @param decided in this situation, by the strategy's own thresholds
   */
  public Assessment assess(Situation now, Decision decided) {
    boolean waits = decided.verdict().reasons().get(0).code() == COOLDOWN;
    return assess(now, waits ? Optional.empty() : Optional.of(decided));
  }

  private Assessment assess(Situation now, Optional<Decision> decided) {
    DecisionMaker maker = decisions.withoutCooldown();
    Health health = Health.of(now, hotAbove);
    Optional<Reason> unready = maker.guards().notReady(now);
    if (unready.isPresent()) {
      return new Assessment(health, List.of(), unready.get());
    }
    Decision decision = decided.orElseGet(() -> maker.decide(now));
    boolean onRequest = decision.plan().isEmpty() && decision.heldBack().isEmpty();
    if (onRequest) {
      decision = maker.decideRegardlessOfLoad(now);
    }
    List<Option> options = new ArrayList<>(options(now, maker, health, decision, onRequest));
    options.sort(Comparator.comparing(Option::worth));
    return new Assessment(health, options, null);
  }

  private static List<Option> options(
      Situation now, DecisionMaker maker, Health health, Decision decision, boolean onRequest) {
    Reason first = decision.verdict().reasons().get(0);
    if (!(decision.verdict() instanceof Verdict.Retarget wanted)) {
      return decision.heldBack().stream()
          .map(plan -> Option.of(Worth.against(first.code()), plan, first, onRequest))
          .toList();
    }
    Plan plan = decision.plan().orElseThrow();
    List<Option> options = new ArrayList<>();
    if (first.code() != PARTLY) {
      onlinePart(now, maker, wanted)
          .ifPresent(part -> options.add(Option.of(Worth.ONLINE, part, null, onRequest)));
    }
    Option whole = advised(now, health, plan, onRequest);
    options.add(options.isEmpty() ? whole : whole.asAWhole());
    if (first.code() == PARTLY) {
      Decision undivided = maker.whole(now, onRequest);
      undivided.heldBack().ifPresent(left -> options.add(left(undivided, left, onRequest)));
    }
    return options;
  }

  private static Option left(Decision whole, Plan plan, boolean onRequest) {
    Reason objection = whole.verdict().reasons().get(0);
    return Option.of(Worth.against(objection.code()), plan, objection, onRequest);
  }

  /** What is set online of a plan that does more; empty where it does not, or sets nothing so. */
  private static Optional<Plan> onlinePart(
      Situation now, DecisionMaker maker, Verdict.Retarget wanted) {
    return PlanParts.ofWhole(now, wanted).stream()
        .map(part -> maker.weighed(now, part))
        .flatMap(part -> part.plan().or(part::heldBack).stream())
        .filter(part -> isOnline(now, part))
        .findFirst();
  }

  /** Whether a plan only sets what takes effect online, and all of it can be put back. */
  static boolean isOnline(Situation now, Plan plan) {
    return Worth.isHarmless(plan.price())
        && plan.steps().stream().allMatch(step -> step.inverse(now.topology()).isPresent());
  }

  private static Option advised(Situation now, Health health, Plan plan, boolean onRequest) {
    Worth otherwise =
        health.state() == Health.State.UNHEALTHY && !onRequest ? Worth.NEEDED : Worth.CONSIDERING;
    return Option.of(isOnline(now, plan) ? Worth.ONLINE : otherwise, plan, null, onRequest);
  }
}
