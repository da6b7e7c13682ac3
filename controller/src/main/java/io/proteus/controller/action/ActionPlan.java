package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A plan that was begun, and what became of it.
 *
 * @param begun the whole plan, written down before its first step
 * @param steps what they reached
 * @param ends a canary that was stopped while its node was watched ends twice; the last one counts
 * @param undoBegan the last order to put it back; null while there was none
 * @param undoEnded how the last undo ended; null while none has
 * @param verified what came of it; null while nobody looked
 * @param longestGap the longest time without an entry, from its begin to its first end
 * @param lastEntry of it until its first end
 */
public record ActionPlan(
    RecordedEvent<Planned> begun,
    StepTrail steps,
    List<RecordedEvent<PlanEnded>> ends,
    @Nullable RecordedEvent<UndoBegan> undoBegan,
    @Nullable RecordedEvent<UndoEnded> undoEnded,
    @Nullable RecordedEvent<Verified> verified,
    Duration longestGap,
    Instant lastEntry) {
  public ActionPlan {
    ends = List.copyOf(ends);
  }

  static ActionPlan begin(RecordedEvent<Planned> begun) {
    return new ActionPlan(
        begun, StepTrail.NONE, List.of(), null, null, null, Duration.ZERO, begun.at());
  }

  public String id() {
    return plan().id();
  }

  public Plan plan() {
    return begun.event().plan();
  }

  public Instant began() {
    return begun.at();
  }

  /** The cluster before it; null when it was not written down. */
  public @Nullable Topology before() {
    return begun.event().before();
  }

  /** The plan that it goes on with; null when it begins something new. */
  public @Nullable String continues() {
    return begun.event().continues();
  }

  /** The plan that is to follow it; null when none is. */
  public @Nullable Plan rest() {
    return begun.event().rest();
  }

  /** Whether nothing more is done for it. */
  public boolean ended() {
    return !ends.isEmpty();
  }

  /** How it ended last; empty while its Proteus acts or has died. */
  public Optional<RecordedEvent<PlanEnded>> end() {
    return ends.isEmpty() ? Optional.empty() : Optional.of(ends.get(ends.size() - 1));
  }

  /** How long it took to its first end; empty while it has none. */
  public Optional<Duration> took() {
    return ends.stream().findFirst().map(end -> Duration.between(began(), end.at()));
  }

  /** The steps that were asked for, in the plan's order. */
  public List<Step> issuedSteps() {
    return new TreeSet<>(steps.issued()).stream().map(plan().steps()::get).toList();
  }

  /** Steps that were asked for. */
  public int changes() {
    return steps.issued().size();
  }

  /** How far it has come, to go on from there. */
  public PlanProgress progress() {
    return new PlanProgress(
        plan(),
        steps.issued(),
        steps.over(),
        end().map(end -> end.event().outcome()).orElse(null),
        before(),
        continues(),
        rest());
  }

  /** The same after an entry that is of this plan. */
  ActionPlan after(JournalEntry entry) {
    JournalEvent event = entry.event();
    ActionPlan timed = ended() ? this : at(entry.at());
    if (event instanceof StepReached reached) {
      return timed.with(steps.with(reached, entry.at()));
    }
    if (event instanceof PlanEnded end) {
      List<RecordedEvent<PlanEnded>> all = new ArrayList<>(ends);
      all.add(RecordedEvent.of(entry, end));
      return timed.endedAs(all);
    }
    if (event instanceof UndoBegan undo) {
      return timed.putBack(RecordedEvent.of(entry, undo), undoEnded);
    }
    if (event instanceof UndoEnded undo) {
      return timed.putBack(undoBegan, RecordedEvent.of(entry, undo));
    }
    return event instanceof Verified found ? timed.found(RecordedEvent.of(entry, found)) : timed;
  }

  private ActionPlan at(Instant now) {
    Duration gap = Duration.between(lastEntry, now);
    return new ActionPlan(
        begun,
        steps,
        ends,
        undoBegan,
        undoEnded,
        verified,
        gap.compareTo(longestGap) > 0 ? gap : longestGap,
        now);
  }

  private ActionPlan with(StepTrail further) {
    return new ActionPlan(
        begun, further, ends, undoBegan, undoEnded, verified, longestGap, lastEntry);
  }

  private ActionPlan endedAs(List<RecordedEvent<PlanEnded>> all) {
    return new ActionPlan(begun, steps, all, undoBegan, undoEnded, verified, longestGap, lastEntry);
  }

  private ActionPlan putBack(
      @Nullable RecordedEvent<UndoBegan> wanted, @Nullable RecordedEvent<UndoEnded> came) {
    return new ActionPlan(begun, steps, ends, wanted, came, verified, longestGap, lastEntry);
  }

  private ActionPlan found(RecordedEvent<Verified> result) {
    return new ActionPlan(begun, steps, ends, undoBegan, undoEnded, result, longestGap, lastEntry);
  }
}
