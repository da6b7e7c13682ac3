package io.proteus.controller.undo;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.Actions;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which actions may be undone: those that nothing done since builds on. */
public record UndoTargets(ActionLog log) {
  private static final Set<String> PUT_BACK = Set.of(UndoEnded.COMPLETED, UndoEnded.INCOMPLETE);

  /**
   * The action to undo.
   *
   * @param plan any of an action; null for the last action that changed anything
   * @throws CannotUndo when there is no such plan, or it is not its turn
   */
  public Action find(@Nullable String plan) throws CannotUndo, JournalException {
    Actions actions = log.reaching(found -> wanted(found, plan).isPresent());
    Optional<Action> wanted = wanted(actions, plan);
    if (wanted.isEmpty()) {
      throw new CannotUndo(
          plan == null
              ? "the journal has no plan that changed anything, so there is nothing to undo."
              : "%s: the journal has no such plan. 'proteus history' shows what it has."
                  .formatted(plan));
    }
    check(wanted.get(), actions.since(wanted.get()), plan != null);
    return wanted.get();
  }

  private static Optional<Action> wanted(Actions actions, @Nullable String plan) {
    return plan == null ? actions.lastChange() : actions.of(plan);
  }

  private static void check(Action action, List<Action> newer, boolean named) throws CannotUndo {
    if (action.changes() == 0) {
      throw new CannotUndo(
          "%s changed nothing, so there is nothing to undo.".formatted(action.id()));
    }
    String undoes = action.undoes();
    if (!named && undoes != null) {
      throw new CannotUndo(
          """
          the last change was %s, which put back what %s had changed. Name the plan that is meant:
            proteus undo %s
          does again what was put back; an older plan goes further back ('proteus history').\
          """
              .formatted(action.id(), undoes, action.id()));
    }
    if (action.issued().isEmpty()) {
      throw new CannotUndo(
          "%s: the version of Proteus that carried it out did not write down what was before."
              .formatted(action.id()));
    }
    if (isUndone(action, newer, Set.of(UndoEnded.COMPLETED))) {
      throw new CannotUndo("%s is undone already.".formatted(action.id()));
    }
    for (Action later : newer) {
      boolean inTheWay = later.changes() > 0 && later.undoes() == null;
      if (inTheWay && !isUndone(later, newer, PUT_BACK)) {
        throw new CannotUndo(
            "%s cannot be undone before %s, which changed the cluster after it."
                .formatted(action.id(), later.id()));
      }
    }
  }

  /** Whether what an action changed is as it was before it. */
  public static boolean isUndone(Action action, Actions actions) {
    return isUndone(action, actions.since(action), PUT_BACK);
  }

  /** An undo that was undone itself counts no more. */
  private static boolean isUndone(Action action, List<Action> newer, Set<String> outcomes) {
    if (action.lastUndo().filter(end -> outcomes.contains(end.event().outcome())).isEmpty()) {
      return false;
    }
    for (Action undo : newer) {
      String undoes = undo.undoes();
      if (undoes != null && action.plan(undoes).isPresent()) {
        return !isUndone(undo, newer, PUT_BACK);
      }
    }
    return true;
  }
}
