package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.ClaimTaken;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The newest actions of a journal and what holds between them and the operators. It is the fold of
 * the journal's entries in their order, and never changes: {@link #after} gives the next one.
 *
 * @param begun actions of which a plan was begun, the oldest first
 * @param proposals actions of which none was, the oldest first
 * @param open the proposal that waits for a person, or was approved and has not begun
 * @param pause the newest wish for a pause or against one; null when there was none
 * @param lastStop the number of the newest wish that what runs ends; negative when there was none
 * @param facts what was found newest, and the order to put an action back that has not ended
 * @param isAnswered whether something was begun since the newest finding, or a person did not want
 *     it undone
 */
public record Actions(
    List<Action> begun,
    List<Action> proposals,
    Optional<String> open,
    @Nullable RecordedEvent<OperatorAsked> pause,
    long lastStop,
    NewestEvents facts,
    boolean isAnswered) {
  /** Before the first entry. */
  public static final Actions NONE =
      new Actions(List.of(), List.of(), Optional.empty(), null, -1, NewestEvents.NONE, false);

  /** The kinds of entries that the fold uses, as the journal names them. */
  public static final List<String> KINDS =
      List.of(
          "planned",
          "step",
          "plan-ended",
          "proposed",
          "proposal-ended",
          "operator-asked",
          "undo-began",
          "undo-ended",
          "verified",
          "achieved",
          "claim-taken");

  /** The requests of operators that decide on the pause; the newest one counts. */
  static final List<String> OF_PAUSE =
      List.of(
          OperatorAsked.PAUSE, OperatorAsked.STOP, OperatorAsked.PUT_BACK, OperatorAsked.RESUME);

  public Actions {
    begun = List.copyOf(begun);
    proposals = List.copyOf(proposals);
  }

  /** The fold of some entries, the oldest first. */
  public static Actions of(List<JournalEntry> entries) {
    Actions actions = NONE;
    for (JournalEntry entry : entries) {
      actions = actions.after(entry);
    }
    return actions;
  }

  // what there is

  /** The order to put an action back that has not ended; null when there is none. */
  public @Nullable RecordedEvent<UndoBegan> underWay() {
    return facts.of(UndoBegan.class);
  }

  /** The newest verdict of a verification, of any action; null when there is none. */
  public @Nullable RecordedEvent<Verified> verified() {
    return facts.of(Verified.class);
  }

  /** The newest action with a begun plan. */
  public Optional<Action> newest() {
    return begun.isEmpty() ? Optional.empty() : Optional.of(begun.get(begun.size() - 1));
  }

  /** The action with a begun plan of this id. */
  public Optional<Action> of(String plan) {
    return newestFirst().filter(action -> action.plan(plan).isPresent()).findFirst();
  }

  /** A plan that was begun. */
  public Optional<ActionPlan> plan(String id) {
    return of(id).flatMap(action -> action.plan(id));
  }

  /** The newest plan that was begun, whether it has ended or not. */
  public Optional<ActionPlan> latestPlan() {
    return newest().map(Action::last);
  }

  /** The first plan of an action whose node is watched before the rest follows. */
  public Optional<ActionPlan> watched() {
    return newest()
        .filter(action -> action.state().unlessPutBack() instanceof ActionState.Watched)
        .map(Action::last);
  }

  /** Plans that were begun and have not ended, the oldest first; more than one is unusual. */
  public List<ActionPlan> unfinished() {
    return begun.stream()
        .flatMap(action -> action.plans().stream())
        .filter(plan -> !plan.ended())
        .sorted(Comparator.comparing(plan -> plan.begun().number()))
        .toList();
  }

  /** The newest action that changed anything. */
  public Optional<Action> lastChange() {
    return newestFirst().filter(action -> action.changes() > 0).findFirst();
  }

  /** Actions that were begun. */
  public Stream<Action> newestFirst() {
    List<Action> reversed = new ArrayList<>(begun);
    Collections.reverse(reversed);
    return reversed.stream();
  }

  /** Actions that were begun after one, the newest first. */
  public List<Action> since(Action action) {
    return newestFirst().takeWhile(later -> !later.contains(action.id())).toList();
  }

  /** The ends of all plans, the newest first. */
  public Stream<RecordedEvent<PlanEnded>> endsNewestFirst() {
    return begun.stream()
        .flatMap(action -> action.ends().stream())
        .sorted(Comparator.comparing((RecordedEvent<PlanEnded> end) -> end.number()).reversed());
  }

  /** The operator who paused Proteus; empty unless the pause holds. */
  public Optional<OperatorAsked> paused() {
    return Optional.ofNullable(pause)
        .map(RecordedEvent::event)
        .filter(asked -> !asked.what().equals(OperatorAsked.RESUME));
  }

  /**
   * Whether an operator stopped what was done last. A stop is of the whole action: of the plan that
   * ran and those that would have followed it, of all rounds of an undo.
   */
  public boolean wasLastActionStopped() {
    RecordedEvent<UndoBegan> underWay = underWay();
    return lastStop >= 0
        && (underWay == null
                ? newest().map(action -> action.first().begun().number())
                : Optional.of(underWay.number()))
            .filter(began -> lastStop > began)
            .isPresent();
  }

  // how it goes on

  /** The same after the next entry. */
  public Actions after(JournalEntry entry) {
    JournalEvent event = entry.event();
    if (event instanceof Planned planned) {
      return begin(entry, planned);
    }
    if (event instanceof Proposed proposed) {
      List<Action> all = new ArrayList<>(proposals);
      all.add(Action.proposed(entry, proposed));
      return with(begun, all).opening(Optional.of(proposed.plan().id()));
    }
    if (event instanceof OperatorAsked asked) {
      return asked(RecordedEvent.of(entry, asked));
    }
    if (event instanceof ClaimTaken) {
      return withNewest(action -> action.claimed(entry.number()));
    }
    Actions next =
        event
            .planId()
            .map(plan -> with(change(begun, plan, entry), change(proposals, plan, entry)))
            .orElse(this);
    if (event instanceof ProposalEnded ended) {
      boolean isToBegin = ended.outcome().equals(Outcomes.APPROVED) && of(ended.plan()).isEmpty();
      boolean isAgainstUndo =
          ended.outcome().equals(Outcomes.REJECTED) && isUndo(proposals, ended.plan());
      return next.opening(isToBegin ? Optional.of(ended.plan()) : Optional.empty())
          .knowing(facts, isAnswered || isAgainstUndo);
    }
    if (event instanceof UndoBegan) {
      return next.opening(open.filter(plan -> isProposed(proposals, plan)))
          .knowing(facts.with(entry), true);
    }
    if (event instanceof UndoEnded) {
      return next.knowing(facts.without(UndoBegan.class), isAnswered);
    }
    return event instanceof Verified ? next.knowing(facts.with(entry), false) : next;
  }

  private Actions begin(JournalEntry entry, Planned planned) {
    String plan = planned.plan().id();
    String continues = planned.continues();
    List<Action> earlier = new ArrayList<>(begun);
    List<Action> waiting = new ArrayList<>(proposals);
    Optional<Action> before =
        continues == null ? Optional.empty() : newest().filter(action -> action.owns(continues));
    Optional<Action> proposed =
        proposals.stream().filter(action -> action.contains(plan)).findFirst();
    if (before.isPresent()) {
      earlier.set(earlier.size() - 1, before.get().after(entry));
    } else if (proposed.isPresent()) {
      waiting.remove(proposed.get());
      earlier.add(proposed.get().after(entry));
    } else {
      earlier.add(Action.begun(entry, planned));
    }
    return with(earlier, waiting)
        .opening(open.filter(other -> !other.equals(plan)))
        .knowing(facts, true);
  }

  private Actions asked(RecordedEvent<OperatorAsked> request) {
    String what = request.event().what();
    return new Actions(
        begun,
        proposals,
        open,
        OF_PAUSE.contains(what) ? request : pause,
        what.equals(OperatorAsked.STOP) ? request.number() : lastStop,
        facts,
        isAnswered);
  }

  private static boolean isProposed(List<Action> proposals, String plan) {
    return proposals.stream()
        .anyMatch(
            action -> action.contains(plan) && action.state() instanceof ActionState.Proposed);
  }

  private static boolean isUndo(List<Action> proposals, String plan) {
    return proposals.stream().anyMatch(action -> action.contains(plan) && action.undoes() != null);
  }

  private static List<Action> change(List<Action> actions, String plan, JournalEntry entry) {
    for (int index = actions.size() - 1; index >= 0; index--) {
      Action action = actions.get(index);
      if (action.owns(plan)) {
        List<Action> changed = new ArrayList<>(actions);
        changed.set(index, action.after(entry));
        return changed;
      }
    }
    return actions;
  }

  private Actions withNewest(UnaryOperator<Action> change) {
    if (begun.isEmpty()) {
      return this;
    }
    List<Action> changed = new ArrayList<>(begun);
    changed.set(changed.size() - 1, change.apply(changed.get(changed.size() - 1)));
    return with(changed, proposals);
  }

  /** The same without the oldest plans; unfinished actions and those that are being undone stay. */
  Actions newest(int mostPlans) {
    List<Action> kept = new ArrayList<>();
    int later = 0;
    for (Action action : newestFirst().toList()) {
      if (later < mostPlans || isToBeKept(action)) {
        kept.add(0, action);
      }
      later += action.plans().size();
    }
    return with(
        kept, proposals.subList(Math.max(0, proposals.size() - mostPlans), proposals.size()));
  }

  private static boolean isToBeKept(Action action) {
    return !action.state().isOver() || action.plans().stream().anyMatch(plan -> !plan.ended());
  }

  private Actions with(List<Action> earlier, List<Action> waiting) {
    return new Actions(earlier, waiting, open, pause, lastStop, facts, isAnswered);
  }

  private Actions opening(Optional<String> plan) {
    return new Actions(begun, proposals, plan, pause, lastStop, facts, isAnswered);
  }

  private Actions knowing(NewestEvents newest, boolean answered) {
    return new Actions(begun, proposals, open, pause, lastStop, newest, answered);
  }
}
