package io.proteus.controller.accuracy;

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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was done at once: a plan, and where new nodes had to come up first, the plans that filled
 * them. What was predicted of the first was predicted of all.
 *
 * @param plans their ids, the first one first
 * @param ended when the last did
 * @param outcome of the last
 */
record Deed(List<String> plans, Instant ended, String outcome) {
  private static final String GOES_ON = "replan";

  /** As many ends as are looked back for; what is older was looked at before. */
  private static final int MOST = 50;

  Deed {
    plans = List.copyOf(plans);
  }

  boolean isOver() {
    return !outcome.equals(GOES_ON);
  }

  boolean isComplete() {
    return outcome.equals("completed");
  }

  /** All of which nothing was said since they ended, the newest first. */
  static List<Deed> notJudged(Journal journal) throws JournalException {
    List<Deed> deeds = new ArrayList<>();
    Set<String> judged = new HashSet<>();
    for (JournalEntry entry :
        journal.before(Long.MAX_VALUE, MOST, List.of("plan-ended", "achieved"))) {
      if (entry.event() instanceof Achieved achieved) {
        judged.add(achieved.plan());
      }
      if (!(entry.event() instanceof PlanEnded end) || end.changes() == 0) {
        continue;
      }
      if (deeds.isEmpty() || !end.outcome().equals(GOES_ON)) {
        deeds.add(new Deed(List.of(end.plan()), entry.at(), end.outcome()));
      } else {
        int last = deeds.size() - 1;
        deeds.set(last, deeds.get(last).after(end.plan()));
      }
    }
    deeds.removeIf(deed -> judged.contains(deed.plans().get(0)));
    return deeds;
  }

  private Deed after(String earlier) {
    List<String> longer = new ArrayList<>(List.of(earlier));
    longer.addAll(plans);
    return new Deed(longer, ended, outcome);
  }

  /** A plan with all that the journal has of it. */
  record Chapter(Plan plan, List<JournalEntry> entries) {
    Chapter {
      entries = List.copyOf(entries);
    }
  }

  /**
   * The whole of it.
   *
   * @param predicted of the first plan
   * @param predictedAt when it was; a plan may wait for a person or a window before it begins
   * @param cutShort whether the cluster was claimed anew before it ended: nobody knows for how long
   *     nothing was done
   */
  record Story(
      Deed deed,
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
      Duration since = Duration.between(predictedAt, deed.ended());
      Duration idle = since.minus(predicted.duration().multipliedBy(TIMES_AS_LONG));
      return idle.compareTo(IDLE_AT_MOST) > 0
          ? Optional.of(
              "it was predicted %d min before it was done, of another load"
                  .formatted(since.toMinutes()))
          : Optional.empty();
    }

    /** Null where it was cut short, or the clock was set back meanwhile. */
    @Nullable Duration took() {
      Duration took = Duration.between(began, deed.ended());
      return cutShort || took.isNegative() ? null : took;
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
          chapters.add(new Chapter(planned.plan(), entries));
          began = began == null ? entry : began;
        }
      }
    }
    Prediction predicted = chapters.isEmpty() ? null : chapters.get(0).plan().prediction();
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
