package io.proteus.app.server;

import io.proteus.app.server.HeatMap.Column;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.Observation;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept for heat maps: each of the newest observations, and of the time before them the
 * surveys of the journal. Both are bounded.
 */
final class Heat {
  /** Observations that are kept: half an hour of the usual period. */
  private static final int NEWEST = 60;

  /** Surveys that are kept once they were read. */
  private static final int SURVEYS = 200;

  private static final List<String> SURVEYED = List.of("surveyed");

  private final Journal journal;
  private final Deque<Column> newest = new ArrayDeque<>();
  private final Map<Long, Column> surveys = new LinkedHashMap<>(SURVEYS, 0.75f, true);

  /**
   * @param journal a reader of its own
   */
  Heat(Journal journal) {
    this.journal = journal;
  }

  /** Keeps an observation; one without rates has nothing to show. */
  synchronized void add(Observation seen) {
    if (!seen.rates().isEmpty()) {
      newest.addLast(Column.of(seen));
      if (newest.size() > NEWEST) {
        newest.removeFirst();
      }
    }
  }

  /** What a request asks for. */
  HeatMap map(Query query) throws JournalException {
    Instant from = query.moment("from", Query.EARLIEST);
    Instant to = query.moment("to", Query.LATEST);
    int most = (int) query.number("limit", 1, SURVEYS, 120);
    int rows = (int) query.number("rows", 1, 500, 100);
    return HeatMap.of(columns(from, to, most), query.text("table").orElse(null), rows);
  }

  /** The newest of that time, the oldest first. */
  private synchronized List<Column> columns(Instant from, Instant to, int most)
      throws JournalException {
    Deque<Column> columns = new ArrayDeque<>();
    Instant begin = newest.isEmpty() ? Query.LATEST : newest.getFirst().at();
    newest.stream()
        .filter(column -> !column.at().isBefore(from) && !column.at().isAfter(to))
        .forEach(columns::addLast);
    while (columns.size() > most) {
      columns.removeFirst();
    }
    long before = Long.MAX_VALUE;
    while (columns.size() < most) {
      List<JournalEntry> found = journal.before(before, 1, SURVEYED);
      if (found.isEmpty() || found.get(0).at().isBefore(from)) {
        break;
      }
      JournalEntry entry = found.get(0);
      before = entry.number();
      if (entry.at().isBefore(begin) && !entry.at().isAfter(to)) {
        columns.addFirst(column(entry));
      }
    }
    return new ArrayList<>(columns);
  }

  private Column column(JournalEntry entry) {
    Column known = surveys.get(entry.number());
    if (known == null) {
      known = Column.of(entry.at(), (ClusterSurveyed) entry.event());
      surveys.put(entry.number(), known);
      if (surveys.size() > SURVEYS) {
        surveys.remove(surveys.keySet().iterator().next());
      }
    }
    return known;
  }
}
