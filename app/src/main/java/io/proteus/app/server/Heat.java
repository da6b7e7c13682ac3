package io.proteus.app.server;

import io.proteus.app.server.HeatMap.Column;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.Observation;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is kept for heat maps: each of the newest observations, and of the time before them the
 * surveys of the journal. Both are bounded. The thread that acts adds to it, so no lock is held
 * while a request reads the journal.
 */
final class Heat {
  /** Observations that are kept: half an hour of the usual period. */
  private static final int NEWEST = 60;

  /** Surveys that are kept once they were read. */
  private static final int SURVEYS = 200;

  private static final String SURVEYED = "surveyed";

  private final SqliteJournal journal;
  private final Deque<Column> newest = new ArrayDeque<>();
  private final Map<Long, Column> surveys = new LinkedHashMap<>(SURVEYS, 0.75f, true);

  /**
   * @param journal a reader of its own
   */
  Heat(SqliteJournal journal) {
    this.journal = journal;
  }

  /** Keeps an observation; one without rates has nothing to show. */
  void add(Observation seen) {
    if (!seen.rates().isEmpty()) {
      Column column = Column.of(seen);
      synchronized (newest) {
        newest.addLast(column);
        if (newest.size() > NEWEST) {
          newest.removeFirst();
        }
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
  List<Column> columns(Instant from, Instant to, int most) throws JournalException {
    List<Column> observed = observed();
    Deque<Column> columns = new ArrayDeque<>();
    observed.stream()
        .filter(column -> !column.at().isBefore(from) && !column.at().isAfter(to))
        .forEach(columns::addLast);
    while (columns.size() > most) {
      columns.removeFirst();
    }
    Instant end =
        observed.isEmpty() || to.isBefore(observed.get(0).at())
            ? to
            : observed.get(0).at().minusNanos(1);
    long number = journal.lastNumber(SURVEYED, Long.MAX_VALUE, from, end);
    while (number > 0 && columns.size() < most) {
      survey(number).ifPresent(columns::addFirst);
      number = journal.lastNumber(SURVEYED, number, from, end);
    }
    return new ArrayList<>(columns);
  }

  private List<Column> observed() {
    synchronized (newest) {
      return List.copyOf(newest);
    }
  }

  /** A survey of the journal; empty where the journal dropped it meanwhile. */
  private Optional<Column> survey(long number) throws JournalException {
    synchronized (surveys) {
      Column known = surveys.get(number);
      if (known != null) {
        return Optional.of(known);
      }
    }
    Optional<Column> read =
        journal.before(number + 1, 1, List.of(SURVEYED)).stream()
            .filter(entry -> entry.number() == number)
            .map(Heat::column)
            .findFirst();
    read.ifPresent(column -> keep(number, column));
    return read;
  }

  private static Column column(JournalEntry entry) {
    return Column.of(entry.at(), (ClusterSurveyed) entry.event());
  }

  private void keep(long number, Column column) {
    synchronized (surveys) {
      surveys.put(number, column);
      if (surveys.size() > SURVEYS) {
        surveys.remove(surveys.keySet().iterator().next());
      }
    }
  }
}
