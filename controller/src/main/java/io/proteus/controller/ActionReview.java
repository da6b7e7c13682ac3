package io.proteus.controller;

import io.proteus.controller.action.Action;
import io.proteus.controller.approval.Consent;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.undo.PlanUndo;
import io.proteus.controller.verification.Verification;
import io.proteus.controller.verification.Verification.Worse;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * Judges a plan after it ended and undoes one that made things worse, before anything else is
 * decided. It never removes nodes that were added: less capacity seldom helps a cluster that got
 * worse. It never undoes what a person stopped: who stops a plan wants Proteus to do less, not
 * more.
 */
public record ActionReview(Verification verification, PlanUndo undo) {

  /** Judges the last action if it is time to. */
  void verify() throws JournalException {
    verification.verify();
  }

  /** The decision to undo the last action; empty when it need not be. */
  Optional<Decision> undo(StrategyMemory memory, Consent consent)
      throws JournalException, PortException {
    Optional<Worse> worse = verification.toUndo();
    if (worse.isEmpty()
        || !consent.toEndWhatWasLeft() // else what the strategy wants would not be seen
        || (isForPeople(worse.get().action()) && !consent.asksPeople())
        || consent.awaitsUndoOf(worse.get().action()::contains)) {
      return Optional.empty();
    }
    Plan plan = undo.plans().plan(worse.get().action(), List.of(worse.get().why()));
    return plan.steps().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Decision(
                new Verdict.Retarget(plan.target(), plan.reasons(), memory),
                Optional.of(plan),
                Optional.empty()));
  }

  private static boolean isForPeople(Action action) {
    return action.grew() || action.wasStopped();
  }
}
