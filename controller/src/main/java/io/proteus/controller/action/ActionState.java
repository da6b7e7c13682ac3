package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an action. Each state knows which entry leads to which next state; an entry that
 * changes nothing leads back to the same state. It takes all entries of its action and no others.
 */
public sealed interface ActionState {

  /** The state after the next entry. */
  ActionState after(JournalEntry entry);

  /** Whether nothing more is to come of it by itself. */
  default boolean isOver() {
    return false;
  }

  /** The state apart from an undo. */
  default ActionState unlessPutBack() {
    return this;
  }

  /** A plan waits for a person. */
  record Proposed(Plan plan, Instant since) implements ActionState {
    @Override
    public ActionState after(JournalEntry entry) {
      if (entry.event() instanceof JournalEvent.ProposalEnded answer) {
        return answer.outcome().equals(Outcomes.APPROVED)
            ? new Approved(answer.plan(), answer.sentence(), entry.at())
            : Ended.of(entry, answer.outcome(), answer.sentence(), 0);
      }
      return begun(this, entry);
    }
  }

  /**
   * A person wants a plan carried out, and it has not begun.
   *
   * @param sentence by whom and why
   */
  record Approved(String plan, Sentence sentence, Instant since) implements ActionState {
    @Override
    public ActionState after(JournalEntry entry) {
      return entry.event() instanceof JournalEvent.ProposalEnded answer
          ? Ended.of(entry, answer.outcome(), answer.sentence(), 0)
          : begun(this, entry);
    }
  }

  /**
   * A plan is being carried out, or its Proteus died meanwhile.
   *
   * @param rest the id of the plan that is to follow it; null when none is
   */
  record Running(String plan, @Nullable String rest) implements ActionState {
    static Running of(JournalEvent.Planned planned) {
      Plan rest = planned.rest();
      return new Running(planned.plan().id(), rest == null ? null : rest.id());
    }

    @Override
    public ActionState after(JournalEntry entry) {
      if (entry.event() instanceof JournalEvent.PlanEnded end) {
        boolean isCompleted = end.plan().equals(plan) && Outcomes.isToItsEnd(end.outcome());
        return rest != null && isCompleted
            ? new Watched(plan, rest, end.changes(), entry.at())
            : Ended.of(entry, end.outcome(), end.sentence(), end.changes());
      }
      return begun(this, entry);
    }
  }

  /**
   * A plan has set one node, which is watched; a plan for the rest follows unless the node serves
   * worse.
   *
   * @param changes of the plan that set it
   */
  record Watched(String plan, String rest, int changes, Instant since) implements ActionState {
    @Override
    public ActionState after(JournalEntry entry) {
      return entry.event() instanceof JournalEvent.PlanEnded end
          ? Ended.of(entry, end.outcome(), end.sentence(), end.changes())
          : begun(this, entry);
    }
  }

  /**
   * The action is being undone by plans that are actions of their own. The steps in flight of its
   * own plan end first.
   *
   * @param order who wants it and why
   * @param otherwise where it would stand otherwise
   */
  record PuttingBack(RecordedEvent<JournalEvent.UndoBegan> order, ActionState otherwise)
      implements ActionState {
    @Override
    public ActionState after(JournalEntry entry) {
      if (entry.event() instanceof JournalEvent.UndoBegan again) {
        return new PuttingBack(RecordedEvent.of(entry, again), otherwise);
      }
      return entry.event() instanceof JournalEvent.UndoEnded end
          ? Ended.putBack(entry, end)
          : new PuttingBack(order, otherwise.after(entry));
    }

    @Override
    public ActionState unlessPutBack() {
      return otherwise.unlessPutBack();
    }
  }

  /**
   * The action is over, unless a plan continues it or somebody orders its undo.
   *
   * @param outcome as the journal has it: of the last plan, of the proposal that never began, or
   *     {@code undo-} and that of the undo
   * @param changes steps that were asked of the store or the cloud by what ended
   */
  record Ended(String outcome, Sentence sentence, int changes, long number, Instant at)
      implements ActionState {
    private static Ended of(JournalEntry entry, String outcome, Sentence sentence, int changes) {
      return new Ended(outcome, sentence, changes, entry.number(), entry.at());
    }

    private static Ended putBack(JournalEntry entry, JournalEvent.UndoEnded end) {
      return of(entry, "undo-" + end.outcome(), end.sentence(), end.changes());
    }

    @Override
    public boolean isOver() {
      return true;
    }

    @Override
    public ActionState after(JournalEntry entry) {
      if (entry.event() instanceof JournalEvent.PlanEnded end) {
        return of(entry, end.outcome(), end.sentence(), end.changes());
      }
      return entry.event() instanceof JournalEvent.UndoEnded end
          ? putBack(entry, end)
          : begun(this, entry);
    }
  }

  /** The transitions of every state: the next plan begins, or an undo is ordered. */
  private static ActionState begun(ActionState now, JournalEntry entry) {
    if (entry.event() instanceof JournalEvent.Planned next) {
      return Running.of(next);
    }
    return entry.event() instanceof JournalEvent.UndoBegan order
        ? new PuttingBack(RecordedEvent.of(entry, order), now)
        : now;
  }
}
