package io.proteus.controller.approval;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.PlanCheck;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Whether a plan that waits, for a person or for its window, is still one to carry out. */
final class PlanExpiry {
  /** Holding for these, the strategy wants nothing any more; other holds may pass. */
  private static final Set<ReasonCode> NOTHING_WANTED =
      EnumSet.of(
          ReasonCode.HEALTHY,
          ReasonCode.SIZE_FITS,
          ReasonCode.IN_PLACE,
          ReasonCode.NO_TRAFFIC,
          ReasonCode.NOT_WORTH_IT,
          ReasonCode.DOES_NOT_PAY);

  private PlanExpiry() {}

  /**
   * Why it waits no more, as a sentence; empty when it goes on waiting.
   *
   * @param decision of now
   * @param now empty where nothing could be observed
   */
  static Optional<Sentence> why(Plan plan, Decision decision, Optional<Situation> now) {
    Optional<Reason> objection = now.flatMap(situation -> objection(plan, situation.topology()));
    if (objection.isPresent()) {
      return objection.map(Reason::sentence);
    }
    if (!isOfTheStrategy(plan)) {
      return Optional.empty();
    }
    return isNothingWanted(decision)
        ? Optional.of(Sentence.of("nothing is wanted any more: %s", first(decision).whole()))
        : decision.plan().flatMap(wanted -> opposite(plan, wanted));
  }

  /** Why nobody answers it any more; empty while somebody may. */
  static Optional<Sentence> tooOld(Proposal proposal, Instant now, Duration longest) {
    Duration age = Duration.between(proposal.at(), now);
    return age.compareTo(longest) > 0
        ? Optional.of(
            Sentence.of("nobody answered for %d s [approval.expiresAfter]", age.toSeconds()))
        : Optional.empty();
  }

  /** Dead nodes expire every plan but an undo: what it undoes may be why they died. */
  private static Optional<Reason> objection(Plan plan, Topology now) {
    Set<NodeId> mayBeDead = plan.undoes() == null ? Set.of() : Set.copyOf(now.deadNodes());
    return PlanCheck.objection(plan, mayBeDead, now);
  }

  /** Undo plans and those that operators ordered are not: the strategy does not decide on them. */
  private static boolean isOfTheStrategy(Plan plan) {
    return plan.undoes() == null && !isOrdered(plan);
  }

  private static boolean isNothingWanted(Decision decision) {
    return decision.plan().isEmpty() && NOTHING_WANTED.contains(first(decision).code());
  }

  /** Why a resize waits no more where the strategy wants one to the other side by now. */
  private static Optional<Sentence> opposite(Plan waiting, Plan wanted) {
    int then = nodeChange(waiting);
    int now = nodeChange(wanted);
    if (!isOfTheStrategy(wanted) || Integer.signum(then) * Integer.signum(now) >= 0) {
      return Optional.empty();
    }
    return Optional.of(
        then < 0
            ? Sentence.of(
                "it is no longer wanted: it removes {%d nodes}, and {%d more nodes} {is|are}"
                    + " wanted now",
                -then, now)
            : Sentence.of(
                "it is no longer wanted: it adds {%d nodes}, and {%d fewer nodes} {is|are}"
                    + " wanted now",
                then, -now));
  }

  private static int nodeChange(Plan plan) {
    return plan.steps().stream().mapToInt(PlanExpiry::nodeChange).sum();
  }

  /** A node that joins by order was counted as its machine was started. */
  private static int nodeChange(Step step) {
    return step.startsMachine() ? step.nodeChange() : Math.min(0, step.nodeChange());
  }

  private static boolean isOrdered(Plan plan) {
    return plan.reasons().stream().anyMatch(why -> why.code() == ReasonCode.NODES_ORDERED);
  }

  private static Reason first(Decision decision) {
    return decision.verdict().reasons().get(0);
  }
}
