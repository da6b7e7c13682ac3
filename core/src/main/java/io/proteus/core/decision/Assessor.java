package io.proteus.core.decision;

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
 * Says what a decision maker's plans are worth to the operator of a cluster. A plan is divided into
 * what is set online and what moves, each with its own price and gain ({@link PlanParts}). Where
 * the load asks for nothing, it says what a person could have done all the same. A recent action
 * keeps nobody from saying so.
 *
 * @param hotAbove CPU share over which a node is too busy
 */
public record Assessor(DecisionMaker decisions, Ratio hotAbove) {

  public Assessment assess(Situation now) {
    DecisionMaker maker = decisions.withoutCooldown();
    Health health = Health.of(now, hotAbove);
    Optional<Reason> unready = maker.guards().notReady(now);
    if (unready.isPresent()) {
      return new Assessment(health, List.of(), unready.get());
    }
    Decision decision = maker.decide(now);
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
    List<Plan> parts = first.code() == PARTLY ? List.of() : parts(now, maker, wanted);
    (parts.size() > 1 ? parts : List.of(plan))
        .forEach(part -> options.add(advised(now, health, part, onRequest)));
    if (first.code() == PARTLY) {
      Decision whole = maker.whole(now, onRequest);
      whole.heldBack().ifPresent(left -> options.add(left(whole, left, onRequest)));
    }
    return options;
  }

  private static Option left(Decision whole, Plan plan, boolean onRequest) {
    Reason objection = whole.verdict().reasons().get(0);
    return Option.of(Worth.against(objection.code()), plan, objection, onRequest);
  }

  private static List<Plan> parts(Situation now, DecisionMaker maker, Verdict.Retarget wanted) {
    return PlanParts.ofWhole(now, wanted).stream()
        .map(part -> maker.weighed(now, part))
        .flatMap(part -> part.plan().or(part::heldBack).stream())
        .toList();
  }

  private static Option advised(Situation now, Health health, Plan plan, boolean onRequest) {
    boolean isOnline =
        Worth.isHarmless(plan.price())
            && plan.steps().stream().allMatch(step -> step.inverse(now.topology()).isPresent());
    Worth otherwise =
        health.state() == Health.State.UNHEALTHY && !onRequest ? Worth.NEEDED : Worth.CONSIDERING;
    return Option.of(isOnline ? Worth.ONLINE : otherwise, plan, null, onRequest);
  }
}
