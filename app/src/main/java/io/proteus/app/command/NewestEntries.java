package io.proteus.app.command;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The newest entries of a journal that were asked for.
 *
 * @param entries the oldest first
 * @param leftOut whether older ones were asked for too, and are more than are shown at once
 */
record NewestEntries(List<JournalEntry> entries, boolean leftOut) {
  /** What is written in every cycle, whatever happens; of verdicts, those that hold. */
  private static final Set<String> NO_NEWS =
      Set.of("observed", "surveyed", "remembered", "decided");

  NewestEntries {
    entries = List.copyOf(entries);
  }

  /** All kinds of entries but what is written in every cycle. */
  static List<String> news() {
    return Stream.concat(
            JournalEvent.kinds().stream().filter(kind -> !NO_NEWS.contains(kind)),
            Stream.of(Journal.DECIDED_TO_ACT))
        .toList();
  }

  /**
   * The last so many.
   *
   * @param kinds those that count; all when there is none
   * @param most that are shown at once
   */
  static NewestEntries last(SqliteJournal journal, int count, List<String> kinds, int most)
      throws JournalException {
    List<JournalEntry> found =
        new ArrayList<>(journal.before(Long.MAX_VALUE, Math.min(count, most + 1), kinds));
    Collections.reverse(found);
    return of(found, most);
  }

  /** Those from a moment on. */
  static NewestEntries since(SqliteJournal journal, Instant from, List<String> kinds, int most)
      throws JournalException {
    return of(journal.since(from, most + 1, kinds), most);
  }

  private static NewestEntries of(List<JournalEntry> found, int most) {
    return new NewestEntries(
        found.subList(Math.max(0, found.size() - most), found.size()), found.size() > most);
  }
}
