package io.proteus.simulator.replay;

import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What a journal tells of a cluster.
 *
 * @param file for messages
 * @param looks the earliest first
 * @param telling those of them that tell what was asked for, two or more
 * @param surveys the earliest first; none in journals of before there were any
 * @param ahead observations that are left out: of a clock that was set back after them
 */
record Past(Path file, List<Look> looks, List<Look> telling, List<Survey> surveys, int ahead) {
  /** Of one cluster partition by partition. */
  record Survey(Instant at, ClusterSurveyed seen) {}

  /** More than this would not fit in memory; it is six weeks at one a minute. */
  static final int MOST_LOOKS = 60_000;

  static Past read(Path file) throws JournalException {
    List<Look> looks = new ArrayList<>();
    List<Survey> surveys = new ArrayList<>();
    int[] ahead = {0};
    try (SqliteJournal journal = SqliteJournal.openToRead(file)) {
      journal.seen(entry -> ahead[0] += sort(entry, looks, surveys));
    }
    if (looks.size() > MOST_LOOKS) {
      looks.subList(0, looks.size() - MOST_LOOKS).clear();
      surveys.removeIf(survey -> survey.at().isBefore(looks.get(0).at()));
    }
    // where there are surveys, observations of before them know no tables
    boolean surveyed = !surveys.isEmpty();
    List<Look> usable =
        looks.stream().filter(look -> !surveyed || !look.tables().isEmpty()).toList();
    List<Look> telling = usable.stream().filter(Look::hasRates).toList();
    if (telling.size() < 2) {
      throw new InvalidValue(
          "--from-journal %s: want 2 or more observations with the requests of at least nine tenths of the partitions, got %d (of %d observations). Let 'proteus run' watch for some minutes."
              .formatted(file, telling.size(), looks.size()));
    }
    return new Past(file, usable, telling, surveys, ahead[0]);
  }

  /** How many observations it shows to be of a clock that was ahead; they are forgotten. */
  private static int sort(JournalEntry entry, List<Look> looks, List<Survey> surveys) {
    int ahead = 0;
    if (entry.event() instanceof Observed seen && seen.isSteady()) {
      ahead = setBack(entry.at(), looks, surveys);
      Look look = Look.of(entry.at(), seen);
      looks.add(looks.isEmpty() ? look : look.sharing(looks.get(looks.size() - 1)));
    } else if (entry.event() instanceof ClusterSurveyed seen) {
      surveys.add(new Survey(entry.at(), seen));
    }
    return ahead;
  }

  /**
   * Forgets what was seen later than this moment, and yet before it: of two times the one after the
   * clock was set is taken to be right. What the last survey tells is still so.
   */
  private static int setBack(Instant at, List<Look> looks, List<Survey> surveys) {
    int before = looks.size();
    while (!looks.isEmpty() && looks.get(looks.size() - 1).at().isAfter(at)) {
      looks.remove(looks.size() - 1);
    }
    if (looks.size() < before && !surveys.isEmpty()) {
      Survey last = surveys.get(surveys.size() - 1);
      surveys.removeIf(survey -> survey.at().isAfter(at));
      if (last.at().isAfter(at)) {
        surveys.add(new Survey(at, last.seen()));
      }
    }
    return before - looks.size();
  }

  /** A time of which nothing is known: Proteus acted, was down, or could not see. */
  record Silence(Instant from, Instant until) {
    Duration length() {
      return Duration.between(from, until);
    }
  }

  /** Between observations with rates, the earliest first. */
  List<Silence> silences() {
    List<Silence> silences = new ArrayList<>();
    Look before = null;
    for (Look look : telling) {
      if (before != null && Demands.isGap(before, look)) {
        silences.add(new Silence(before.at(), look.from()));
      }
      before = look;
    }
    return silences;
  }

  Instant begins() {
    return telling.get(0).from();
  }

  Instant ends() {
    return telling.get(telling.size() - 1).at();
  }

  Duration since(Instant moment) {
    Duration since = Duration.between(begins(), moment);
    return since.isNegative() ? Duration.ZERO : since;
  }
}
