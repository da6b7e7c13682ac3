package io.proteus.controller.journal;

import io.proteus.controller.journal.Trace.Mark;
import io.proteus.controller.journal.Trace.Point;
import io.proteus.core.units.Ratio;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link Trace}. An observation of a large cluster has 20 KB and a plan more, so the few
 * figures are taken out by the database, of no more entries than are shown.
 */
final class TraceQuery {
  private static final String BOUNDS =
      "SELECT min(number), max(number) FROM entry WHERE at >= ? AND at <= ?";
  private static final String COUNT =
      "SELECT count(*) FROM entry WHERE kind = 'observed' AND number BETWEEN ? AND ?";
  private static final String POINTS =
      "SELECT number, at, body ->> '$.nodeCount', body ->> '$.partitions', body ->>"
          + " '$.knownPartitions', body ->> '$.requestsPerSecond.reads' + (body ->>"
          + " '$.requestsPerSecond.scans') + (body ->> '$.requestsPerSecond.writes'), body ->>"
          + " '$.latencyMs', body ->> '$.p99Ms' FROM entry WHERE number IN (SELECT number FROM"
          + " (SELECT number, row_number() OVER (ORDER BY number DESC) - 1 AS back FROM entry WHERE"
          + " kind = 'observed' AND number BETWEEN ? AND ?) WHERE back % ? = 0) ORDER BY number";
  private static final String MARKS =
      "SELECT number, at, kind, plan, CASE WHEN kind = 'operator-asked' THEN body ->> '$.what' WHEN"
          + " kind IN ('plan-ended', 'proposal-ended', 'undo-ended') THEN body ->> '$.outcome' END"
          + " FROM entry WHERE number BETWEEN ? AND ? AND kind IN ('planned', 'plan-ended',"
          + " 'proposed', 'proposal-ended', 'operator-asked', 'undo-began', 'undo-ended') ORDER BY"
          + " number DESC LIMIT ?";

  private final Connection connection;
  private final int most;
  private final long first;
  private final long last;

  private TraceQuery(Connection connection, int most, long first, long last) {
    this.connection = connection;
    this.most = most;
    this.first = first;
    this.last = last;
  }

  /**
   * The trace between two moments, in nanoseconds since 1970.
   *
   * @param most of the points, and of the marks; at least 1
   */
  static Trace of(Connection connection, long from, long to, int most) throws SQLException {
    try (PreparedStatement bounds = connection.prepareStatement(BOUNDS)) {
      bounds.setLong(1, from);
      bounds.setLong(2, to);
      try (ResultSet row = bounds.executeQuery()) {
        row.next();
        long first = row.getLong(1);
        return row.wasNull()
            ? Trace.EMPTY
            : new TraceQuery(connection, most, first, row.getLong(2)).read();
      }
    }
  }

  private Trace read() throws SQLException {
    int observations = count();
    int each = Math.max(1, (observations + most - 1) / most);
    return new Trace(observations, points(each), marks());
  }

  private int count() throws SQLException {
    try (PreparedStatement select = between(COUNT);
        ResultSet row = select.executeQuery()) {
      return row.next() ? row.getInt(1) : 0;
    }
  }

  private List<Point> points(int each) throws SQLException {
    List<Point> points = new ArrayList<>();
    try (PreparedStatement select = between(POINTS)) {
      select.setInt(3, each);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          Ratio known = Ratio.of(row.getDouble(5));
          points.add(
              new Point(
                  row.getLong(1),
                  SqliteJournal.instant(row.getLong(2)),
                  row.getInt(3),
                  row.getInt(4),
                  known,
                  known.equals(Ratio.ZERO) ? null : number(row, 6),
                  number(row, 7),
                  number(row, 8)));
        }
      }
    }
    return points;
  }

  private List<Mark> marks() throws SQLException {
    List<Mark> marks = new ArrayList<>();
    try (PreparedStatement select = between(MARKS)) {
      select.setInt(3, most);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          Instant at = SqliteJournal.instant(row.getLong(2));
          marks.add(
              new Mark(row.getLong(1), at, row.getString(3), row.getString(4), row.getString(5)));
        }
      }
    }
    Collections.reverse(marks);
    return marks;
  }

  private PreparedStatement between(String query) throws SQLException {
    PreparedStatement select = connection.prepareStatement(query);
    select.setLong(1, first);
    select.setLong(2, last);
    return select;
  }

  private static @Nullable Double number(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : Double.valueOf(value);
  }
}
