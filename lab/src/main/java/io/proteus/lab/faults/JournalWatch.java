package io.proteus.lab.faults;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.action.StepTrail;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows the journal of a Proteus that is at work, from outside. */
final class JournalWatch implements AutoCloseable {
  private static final int ALL = 100_000;

  private final Path file;
  private @Nullable SqliteJournal open;
  private @Nullable ActionLog actions;

  JournalWatch(Path file) {
    this.file = file;
  }

  /** The newest plan; empty while there is none, or no journal yet. */
  Optional<PlanProgress> latest() {
    try {
      return actions().now().latestPlan().map(ActionPlan::progress);
    } catch (JournalException e) {
      close(); // it may be about to be made
      return Optional.empty();
    }
  }

  /** Steps that have come to one of these states, in the order in which they did. */
  List<Integer> steps(Plan plan, Set<StepState> states) {
    try {
      return actions().of(plan.id()).flatMap(action -> action.plan(plan.id())).stream()
          .flatMap(begun -> begun.steps().marks().stream())
          .filter(mark -> states.contains(mark.state()))
          .map(StepTrail.Mark::step)
          .distinct()
          .toList();
    } catch (JournalException e) {
      close(); // the next look may succeed
      return List.of();
    }
  }

  /** What was decided, cycle by cycle; nothing while there is no journal yet. */
  List<JournalEvent.Decided> decisions() {
    try {
      return entries().stream()
          .map(JournalEntry::event)
          .filter(JournalEvent.Decided.class::isInstance)
          .map(JournalEvent.Decided.class::cast)
          .toList();
    } catch (JournalException e) {
      close(); // it may be about to be made
      return List.of();
    }
  }

  /** Everything in it, the oldest first. */
  List<JournalEntry> entries() throws JournalException {
    return journal().last(ALL);
  }

  /** All plans that were begun. */
  List<Plan> plans() throws JournalException {
    List<Plan> plans = new ArrayList<>();
    for (JournalEntry entry : entries()) {
      if (entry.event() instanceof JournalEvent.Planned planned) {
        plans.add(planned.plan());
      }
    }
    return plans;
  }

  /** The one fold of the journal, for as long as it is open. */
  private ActionLog actions() throws JournalException {
    if (actions == null) {
      actions = new ActionLog(journal());
    }
    return actions;
  }

  /** For what it tells beside. */
  SqliteJournal journal() throws JournalException {
    if (open == null) {
      open = SqliteJournal.openToRead(file);
    }
    return open;
  }

  @Override
  public void close() {
    if (open != null) {
      open.close();
      open = null;
      actions = null;
    }
  }
}
