package io.proteus.controller.approval;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.PlanProgress;
import io.proteus.controller.undo.CannotUndo;
import io.proteus.controller.undo.PastAction;
import io.proteus.controller.undo.PastActions;
import java.util.List;
import java.util.Optional;

/** An action that has ended and that an operator wants put back. */
final class EndedAction {
  private EndedAction() {}

  /**
   * What nothing stands in the way of putting back.
   *
   * @param isPaused whether what was cut short is finished only once somebody resumes
   */
  static PastAction toPutBack(Journal journal, String plan, boolean isPaused)
      throws NotPossible, JournalException {
    PastActions past = new PastActions(journal);
    Optional<UndoBegan> underWay = past.undoUnderWay();
    if (underWay.isPresent()) {
      throw new NotPossible(
          "%s is being put back, which comes first.".formatted(underWay.get().plan()));
    }
    List<PlanProgress> unfinished = journal.unfinishedPlans();
    if (!unfinished.isEmpty()) {
      throw new NotPossible(
          "%s was cut short and is finished or dropped first, in the next cycle%s."
              .formatted(
                  unfinished.get(unfinished.size() - 1).plan().id(),
                  isPaused ? " once Proteus is resumed" : ""));
    }
    if (journal.ofPlan(plan).stream().noneMatch(entry -> entry.event() instanceof Planned)) {
      throw new NotPossible(
          "%s was not carried out, so there is nothing to put back.".formatted(plan));
    }
    try {
      return past.toUndo(plan);
    } catch (CannotUndo e) {
      throw new NotPossible(String.valueOf(e.getMessage()));
    }
  }
}
