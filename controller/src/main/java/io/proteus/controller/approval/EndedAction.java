package io.proteus.controller.approval;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.undo.CannotUndo;
import io.proteus.controller.undo.UndoTargets;
import java.util.List;

/** An action that has ended and that an operator wants put back. */
final class EndedAction {
  private EndedAction() {}

  /**
   * The action to undo, if nothing stands in the way.
   *
   * @param isPaused whether what was cut short is finished only once somebody resumes
   */
  static Action toPutBack(ActionLog log, String plan, boolean isPaused)
      throws NotPossible, JournalException {
    Actions actions = log.now();
    RecordedEvent<UndoBegan> underWay = actions.underWay();
    if (underWay != null) {
      throw new NotPossible(
          "%s is being put back, which comes first.".formatted(underWay.event().plan()));
    }
    List<ActionPlan> unfinished = actions.unfinished();
    if (!unfinished.isEmpty()) {
      throw new NotPossible(
          "%s was cut short and is finished or dropped first, in the next cycle%s."
              .formatted(
                  unfinished.get(unfinished.size() - 1).id(),
                  isPaused ? " once Proteus is resumed" : ""));
    }
    if (log.of(plan).isEmpty()) {
      throw new NotPossible(
          "%s was not carried out, so there is nothing to put back.".formatted(plan));
    }
    try {
      return new UndoTargets(log).find(plan);
    } catch (CannotUndo e) {
      throw new NotPossible(String.valueOf(e.getMessage()));
    }
  }
}
