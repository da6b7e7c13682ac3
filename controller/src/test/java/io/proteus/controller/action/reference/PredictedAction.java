package io.proteus.controller.action.reference;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was done at once: a plan, and where new nodes had to come up first, the plans that filled
 * them, or where a node went first, the rest. What was predicted was predicted of all.
 *
 * @param plans their ids, the first one first
 * @param ended when the last did
 * @param outcome of the last
 * @param goesOn whether more of it is to come
 */
record PredictedAction(List<String> plans, Instant ended, String outcome, boolean goesOn) {
  private static final String GOES_ON = "replan";
  private static final String COMPLETED = "completed";

  /** As many ends as are looked back for; what is older was looked at before. */
  private static final int MOST = 50;

  PredictedAction {
    plans = List.copyOf(plans);
  }

  boolean isOver() {
    return !goesOn;
  }

  boolean isComplete() {
    return outcome.equals(COMPLETED);
  }

  /** All of which nothing was said since they ended, the newest first. */
  static List<PredictedAction> notJudged(Journal journal) throws JournalException {
    List<List<End>> together = new ArrayList<>();
    Set<String> judged = new HashSet<>();
    for (JournalEntry entry :
        journal.before(Long.MAX_VALUE, MOST, List.of("plan-ended", "achieved"))) {
      if (entry.event() instanceof Achieved achieved) {
        judged.add(achieved.plan());
      }
      if (!(entry.event() instanceof PlanEnded ended)) {
        continue;
      }
      End end = End.of(journal, entry, ended);
      List<End> later = together.isEmpty() ? List.of() : together.get(together.size() - 1);
      if (later.stream().anyMatch(end::goesOnWith)) {
        later.add(end);
      } else {
        together.add(new ArrayList<>(List.of(end)));
      }
      if (judged.contains(end.plan())) {
        break; // what is older was looked at then
      }
    }
    return together.stream()
        .filter(ends -> ends.stream().anyMatch(end -> end.changes() > 0))
        .map(PredictedAction::of)
        .filter(action -> !judged.contains(action.plans().get(0)))
        .toList();
  }

  /**
   * @param ends of its plans, the newest first
   */
  private static PredictedAction of(List<End> ends) {
    End last = ends.get(0);
    List<String> plans = new ArrayList<>(ends.stream().map(End::plan).distinct().toList());
    Collections.reverse(plans);
    boolean isWatched = last.outcome().equals(COMPLETED) && last.rest() != null;
    return new PredictedAction(
        plans, last.at(), last.outcome(), isWatched || last.outcome().equals(GOES_ON));
  }

  /**
   * The end of a plan.
   *
   * @param continues the plan that it goes on with; null when it began something new
   * @param rest the plan that was to follow; null when none was
   * @param undoes whether it put another back
   */
  private record End(
      String plan,
      Instant at,
      String outcome,
      int changes,
      @Nullable String continues,
      @Nullable String rest,
      boolean undoes) {

    /** A rest that was dropped was never begun. */
    static End of(Journal journal, JournalEntry entry, PlanEnded ended) throws JournalException {
      String continues = null;
      String rest = null;
      boolean undoes = false;
      for (JournalEntry begun : journal.before(entry.number(), 1, List.of("planned"))) {
        Planned planned = (Planned) begun.event();
        if (planned.plan().id().equals(ended.plan())) {
          continues = planned.continues();
          rest = planned.rest() == null ? null : planned.rest().id();
          undoes = planned.plan().undoes() != null;
        }
      }
      return new End(
          ended.plan(), entry.at(), ended.outcome(), ended.changes(), continues, rest, undoes);
    }

    /** Whether another that ended later is of the same deed. */
    boolean goesOnWith(End later) {
      return (outcome.equals(GOES_ON) && !later.undoes)
          || plan.equals(later.plan)
          || plan.equals(later.continues)
          || plan.equals(later.rest)
          || later.plan.equals(rest);
    }
  }

  /** A plan with all that the journal has of it. */
  record Chapter(Planned begun, List<JournalEntry> entries) {
    Chapter {
      entries = List.copyOf(entries);
    }

    Plan plan() {
      return begun.plan();
    }

    /** From its begin to its end; null where it has none. */
    private @Nullable Duration took() {
      Instant began = null;
      for (JournalEntry entry : entries) {
        if (entry.event() instanceof Planned) {
          began = entry.at();
        } else if (began != null && entry.event() instanceof PlanEnded) {
          return Duration.between(began, entry.at());
        }
      }
      return null;
    }
  }

  /**
   * The whole of it.
   *
   * @param predicted of all of it
   * @param predictedAt when it was; a plan may wait for a person or a window before it begins
   * @param cutShort whether the cluster was claimed anew before it ended: nobody knows for how long
   *     nothing was done
   */
  record Story(
      PredictedAction action,
      List<Chapter> chapters,
      Instant began,
      Prediction predicted,
      Instant predictedAt,
      boolean cutShort) {
    /** In longer than that a load changes by itself. */
    private static final Duration IDLE_AT_MOST = Duration.ofHours(1);

    /** Plans take longer than they were said to; that is what is learned from. */
    private static final int TIMES_AS_LONG = 2;

    Story {
      chapters = List.copyOf(chapters);
    }

    /** Why what came is not compared with what was predicted; empty where it may be. */
    Optional<String> ofAnotherLoad() {
      Duration since = Duration.between(predictedAt, action.ended());
      Duration idle = since.minus(predicted.duration().multipliedBy(TIMES_AS_LONG));
      return idle.compareTo(IDLE_AT_MOST) > 0
          ? Optional.of(
              "it was predicted %d min before it was done, of another load"
                  .formatted(since.toMinutes()))
          : Optional.empty();
    }

    /**
     * All its plans together: that a node is watched before the others follow was not predicted.
     * Null where it was cut short, or the clock was set back meanwhile.
     */
    @Nullable Duration took() {
      Duration all = Duration.ZERO;
      for (Chapter chapter : chapters) {
        Duration took = chapter.took();
        if (cutShort || took == null || took.isNegative()) {
          return null;
        }
        all = all.plus(took);
      }
      return all;
    }
  }

  /** Empty where nothing was predicted, as in journals from before there were predictions. */
  Optional<Story> read(Journal journal) throws JournalException {
    List<Chapter> chapters = new ArrayList<>();
    JournalEntry began = null;
    for (String plan : plans) {
      List<JournalEntry> entries = journal.ofPlan(plan);
      for (JournalEntry entry : entries) {
        if (entry.event() instanceof Planned planned) {
          chapters.add(new Chapter(planned, entries));
          began = began == null ? entry : began;
        }
      }
    }
    Prediction predicted = predicted(chapters);
    return began == null || predicted == null
        ? Optional.empty()
        : Optional.of(
            new Story(
                this,
                chapters,
                began.at(),
                predicted,
                proposed(chapters).orElse(began.at()),
                wasCutShort(journal, began, chapters)));
  }

  /** Of a plan of which a node goes first, the rest has what was predicted of the whole. */
  private static @Nullable Prediction predicted(List<Chapter> chapters) {
    for (Chapter chapter : chapters) {
      Plan rest = chapter.begun().rest();
      Prediction own = chapter.plan().prediction();
      Prediction whole = own != null || rest == null ? own : rest.prediction();
      if (whole != null) {
        return whole;
      }
    }
    return null;
  }

  /** When a person was asked about it. */
  private static Optional<Instant> proposed(List<Chapter> chapters) {
    return chapters.get(0).entries().stream()
        .filter(entry -> entry.event() instanceof Proposed)
        .map(JournalEntry::at)
        .findFirst();
  }

  private static boolean wasCutShort(Journal journal, JournalEntry began, List<Chapter> chapters)
      throws JournalException {
    List<JournalEntry> last = chapters.get(chapters.size() - 1).entries();
    long end =
        last.stream()
            .filter(entry -> entry.event() instanceof PlanEnded)
            .mapToLong(JournalEntry::number)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    return journal.before(end, 1, List.of("claim-taken")).stream()
        .anyMatch(claim -> claim.number() > began.number());
  }
}
