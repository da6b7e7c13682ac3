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
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A plan that was begun, and what became of it.
 *
 * @param begun the whole plan, written down before its first step
 * @param steps what they reached
 * @param ends a canary that was stopped while its node was watched ends twice; the last one counts
 * @param facts what else is known of it, the newest event of each kind
 * @param longestGap the longest time without an entry, from its begin to its first end
 * @param lastEntry of it until its first end
 */
public record ActionPlan(
    RecordedEvent<Planned> begun,
    StepTrail steps,
    List<RecordedEvent<PlanEnded>> ends,
    NewestEvents facts,
    Duration longestGap,
    Instant lastEntry) {
  public ActionPlan {
    ends = List.copyOf(ends);
  }

  static ActionPlan begin(RecordedEvent<Planned> begun) {
    return new ActionPlan(
        begun, StepTrail.NONE, List.of(), NewestEvents.NONE, Duration.ZERO, begun.at());
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

  /** The last order to put it back; null while there was none. */
  public @Nullable RecordedEvent<UndoBegan> undoBegan() {
    return facts.of(UndoBegan.class);
  }

  /** How the last undo ended; null while none has. */
  public @Nullable RecordedEvent<UndoEnded> undoEnded() {
    return facts.of(UndoEnded.class);
  }

  /** The verdict of the verification; null while there is none. */
  public @Nullable RecordedEvent<Verified> verified() {
    return facts.of(Verified.class);
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
        rest(),
        steps.failed());
  }

  /** The same after an entry that is of this plan. */
  ActionPlan after(JournalEntry entry) {
    JournalEvent event = entry.event();
    Duration gap = ended() ? Duration.ZERO : Duration.between(lastEntry, entry.at());
    boolean isFact =
        event instanceof UndoBegan || event instanceof UndoEnded || event instanceof Verified;
    return new ActionPlan(
        begun,
        event instanceof StepReached reached ? steps.with(reached, entry.at()) : steps,
        event instanceof PlanEnded end
            ? Stream.concat(ends.stream(), Stream.of(RecordedEvent.of(entry, end))).toList()
            : ends,
        isFact ? facts.with(entry) : facts,
        gap.compareTo(longestGap) > 0 ? gap : longestGap,
        ended() ? lastEntry : entry.at());
  }
}
