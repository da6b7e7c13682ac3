package io.proteus.controller.action.reference;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import java.util.List;
import java.util.Optional;

/**
 * The last time that an operator stopped something, as the journal has it. A stop is of the whole
 * action: of the plan that ran and those that would have followed it, of all rounds of an undo.
 */
record LastStop(Journal journal) {

  /** Whether it came after the begin of what was done last, so that it is of that. */
  boolean isOfTheLastAction() throws JournalException {
    Optional<JournalEntry> stop = journal.lastAsked(OperatorAsked.STOP);
    Optional<JournalEntry> began = beginOfTheLastAction();
    return stop.isPresent() && began.isPresent() && stop.get().number() > began.get().number();
  }

  private Optional<JournalEntry> beginOfTheLastAction() throws JournalException {
    Optional<JournalEntry> undo =
        journal.before(Long.MAX_VALUE, 1, List.of("undo-began", "undo-ended")).stream()
            .filter(entry -> entry.event() instanceof UndoBegan)
            .findFirst();
    if (undo.isPresent()) {
      return undo;
    }
    Optional<PlanProgress> latest = ReferenceReaders.latestPlan(journal);
    return latest.isEmpty() ? Optional.empty() : firstOf(latest.get());
  }

  /** The plan with which the action began that one is part of. */
  private Optional<JournalEntry> firstOf(PlanProgress last) throws JournalException {
    Optional<JournalEntry> first = Optional.empty();
    String plan = last.plan().id();
    while (plan != null) {
      String before = null;
      for (JournalEntry entry : journal.ofPlan(plan)) {
        if (entry.event() instanceof Planned planned) {
          first = Optional.of(entry);
          before = planned.continues();
        }
      }
      plan = before;
    }
    return first;
  }
}
