package io.proteus.controller.action.reference;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.undo.CannotUndo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was done, as the journal has it, and which of it may be undone: what nothing that was done
 * since builds on.
 */
public record PastActions(Journal journal) {
  private static final Set<String> PUT_BACK = Set.of(UndoEnded.COMPLETED, UndoEnded.INCOMPLETE);

  /** An undo that was begun and has not ended; empty when none is under way. */
  public Optional<UndoBegan> undoUnderWay() throws JournalException {
    return journal.before(Long.MAX_VALUE, 1, List.of("undo-began", "undo-ended")).stream()
        .map(JournalEntry::event)
        .filter(UndoBegan.class::isInstance)
        .map(UndoBegan.class::cast)
        .findFirst();
  }

  /** The action that a plan is part of; empty when the journal has no such plan. */
  public Optional<PastAction> of(String plan) throws JournalException {
    Walk walk = new Walk();
    for (PastAction action = walk.next(); action != null; action = walk.next()) {
      if (action.contains(plan)) {
        return Optional.of(action);
      }
    }
    return Optional.empty();
  }

  /** The newest action that changed anything. */
  public Optional<PastAction> lastChange() throws JournalException {
    Walk walk = new Walk();
    for (PastAction action = walk.next(); action != null; action = walk.next()) {
      if (action.changes() > 0) {
        return Optional.of(action);
      }
    }
    return Optional.empty();
  }

  /**
   * What is to be undone.
   *
   * @param plan any of an action; null for the last action that changed anything
   * @throws CannotUndo when there is no such plan, or it is not its turn
   */
  public PastAction toUndo(@Nullable String plan) throws CannotUndo, JournalException {
    List<PastAction> newer = new ArrayList<>();
    Walk walk = new Walk();
    for (PastAction action = walk.next(); action != null; action = walk.next()) {
      if (plan == null ? action.changes() > 0 : action.contains(plan)) {
        check(action, newer, plan != null);
        return action;
      }
      newer.add(action);
    }
    throw new CannotUndo(
        plan == null
            ? "the journal has no plan that changed anything, so there is nothing to undo."
            : "%s: the journal has no such plan. 'proteus history' shows what it has."
                .formatted(plan));
  }

  private void check(PastAction action, List<PastAction> newer, boolean named)
      throws CannotUndo, JournalException {
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
    for (PastAction later : newer) {
      boolean inTheWay = later.changes() > 0 && later.undoes() == null;
      if (inTheWay && !isUndone(later, newer, PUT_BACK)) {
        throw new CannotUndo(
            "%s cannot be undone before %s, which changed the cluster after it."
                .formatted(action.id(), later.id()));
      }
    }
  }

  /** Whether an action was to be put back, whatever came of that. */
  public boolean wasToBePutBack(PastAction action) throws JournalException {
    for (PlanProgress part : action.plans()) {
      if (journal.ofPlan(part.plan().id()).stream()
          .anyMatch(entry -> entry.event() instanceof UndoBegan)) {
        return true;
      }
    }
    return false;
  }

  /** Whether what an action changed is as it was before it. */
  public boolean isUndone(PastAction action) throws JournalException {
    List<PastAction> newer = new ArrayList<>();
    Walk walk = new Walk();
    for (PastAction next = walk.next(); next != null; next = walk.next()) {
      if (next.contains(action.id())) {
        break;
      }
      newer.add(next);
    }
    return isUndone(action, newer, PUT_BACK);
  }

  /** An undo that was undone itself counts no more. */
  private boolean isUndone(PastAction action, List<PastAction> newer, Set<String> outcomes)
      throws JournalException {
    if (!outcomes.contains(lastUndo(action))) {
      return false;
    }
    for (PastAction undo : newer) {
      String undoes = undo.undoes();
      if (undoes != null && action.contains(undoes)) {
        return !isUndone(undo, newer, PUT_BACK);
      }
    }
    return true;
  }

  /** How the last undo of an action ended; nothing when there was none. */
  private String lastUndo(PastAction action) throws JournalException {
    long newest = -1;
    String outcome = "";
    for (PlanProgress part : action.plans()) {
      for (JournalEntry entry : journal.ofPlan(part.plan().id())) {
        if (entry.event() instanceof UndoEnded ended && entry.number() > newest) {
          newest = entry.number();
          outcome = ended.outcome();
        }
      }
    }
    return outcome;
  }

  /** From action to action, the newest first. */
  private final class Walk {
    private long before = Long.MAX_VALUE;

    /** Null at the end. */
    @Nullable PastAction next() throws JournalException {
      List<PlanProgress> parts = new ArrayList<>();
      for (PlanProgress part = older(); part != null; part = older()) {
        parts.add(part);
        if (part.continues() == null) {
          break;
        }
      }
      Collections.reverse(parts);
      return parts.isEmpty() ? null : new PastAction(parts);
    }

    private @Nullable PlanProgress older() throws JournalException {
      List<JournalEntry> entries = journal.before(before, 1, List.of("planned"));
      if (entries.isEmpty()) {
        return null;
      }
      before = entries.get(0).number();
      Planned planned = (Planned) entries.get(0).event();
      return PlanProgress.of(journal.ofPlan(planned.plan().id()))
          .orElseGet(() -> PlanProgress.begin(planned));
    }
  }
}
