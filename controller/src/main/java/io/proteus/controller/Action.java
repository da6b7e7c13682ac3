package io.proteus.controller;

import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Outcome.Cause;
import io.proteus.controller.execution.PlanExecutor;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import java.util.Optional;

/**
 * Acts on a decision: carries its plan out and, where new nodes came up, decides what they hold and
 * carries that out too. What the strategy remembers of it is in the journal with the plan, and is
 * taken back when nothing was done after all.
 */
public final class Action {
  /** One to add nodes, one to fill them, and one in case they came up one by one. */
  private static final int MOST_ROUNDS = 3;

  private final Monitor monitor;
  private final DecisionMaker decisions;
  private final PlanExecutor executor;
  private final Balancer balancer;
  private final Journal journal;
  private final Time time;

  public Action(
      Monitor monitor,
      DecisionMaker decisions,
      PlanExecutor executor,
      Balancer balancer,
      Journal journal,
      Time time) {
    this.monitor = monitor;
    this.decisions = decisions;
    this.executor = executor;
    this.balancer = balancer;
    this.journal = journal;
    this.time = time;
  }

  /**
   * Acts on a decision that has a plan. The history is cut when anything was changed, but for a
   * resize whose second half is still to be decided.
   */
  public Outcome carryOut(Decision decision, Claim claim) {
    if (!claim.isHeld()) {
      return new Outcome.Abandoned(
          Cause.CLAIM_LOST, "the sole right to act on the cluster is not held", 0);
    }
    Outcome outcome = new Outcome.Completed(0);
    try (Balancer.Hold hold = balancer.hold()) {
      Optional<Decision> next = Optional.of(decision);
      for (int round = 0; round < MOST_ROUNDS && next.isPresent(); round++) {
        Decision now = next.get();
        Optional<Plan> plan = now.plan();
        if (plan.isEmpty()) {
          break;
        }
        outcome = remembering(now.verdict(), plan.get(), claim);
        next = outcome instanceof Outcome.Replan ? decideAgain() : Optional.empty();
      }
    } catch (ClaimLost e) {
      outcome =
          new Outcome.Abandoned(
              Cause.CLAIM_LOST, String.valueOf(e.getMessage()), outcome.changes());
    } catch (PortException e) {
      outcome =
          new Outcome.Abandoned(
              Cause.UNREADABLE, String.valueOf(e.getMessage()), outcome.changes());
    } catch (JournalException e) {
      outcome =
          new Outcome.Abandoned(Cause.JOURNAL, String.valueOf(e.getMessage()), outcome.changes());
    }
    if (outcome.changes() > 0 && !(outcome instanceof Outcome.Replan)) {
      monitor.forget();
    }
    return outcome;
  }

  private Outcome remembering(Verdict verdict, Plan plan, Claim claim) throws JournalException {
    StrategyMemory before = journal.memory();
    StrategyMemory after = verdict.memory();
    Outcome outcome = executor.carryOut(plan, after, claim);
    if (outcome.changes() == 0
        && !(outcome instanceof Outcome.Completed)
        && !isClaimLost(outcome)
        && !before.equals(after)) {
      journal.append(time.now(), new Remembered(before));
    }
    return outcome;
  }

  /** Then the journal is the next leader's, who resumes the plan. */
  private static boolean isClaimLost(Outcome outcome) {
    return outcome instanceof Outcome.Abandoned abandoned && abandoned.cause() == Cause.CLAIM_LOST;
  }

  private Optional<Decision> decideAgain() throws PortException, JournalException {
    journal.append(time.now(), Observed.of(monitor.observe()));
    Optional<Situation> situation =
        monitor.situation(journal.lastAction().orElse(null), journal.memory());
    Optional<Decision> decision = situation.map(decisions::decide);
    if (decision.isPresent()) {
      journal.append(time.now(), decided(decision.get()));
    }
    return decision;
  }

  static Decided decided(Decision decision) {
    return new Decided(
        decision.verdict() instanceof Verdict.Hold ? "hold" : "retarget",
        decision.verdict().reasons());
  }
}
