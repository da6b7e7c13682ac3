package io.proteus.controller.audit;

import io.proteus.controller.audit.AuditEvent.Link;
import io.proteus.controller.audit.AuditLine.Told;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The audit log in the journal's file. Who writes to it holds the file's lock already. */
public final class AuditTable {
  /** Makes it. */
  public static final List<String> DEFINITION =
      List.of(
          "CREATE TABLE audit (number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
              + " text TEXT NOT NULL, hash TEXT NOT NULL)",
          "CREATE TRIGGER audit_is_final BEFORE UPDATE ON audit"
              + " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END");

  /** Entries are dropped once a day at most, as each time costs an entry. */
  private static final Duration BETWEEN_CUTS = Duration.ofDays(1);

  /** About 50 MB: whoever is refused again and again must not fill the disk. */
  static final int MOST = 100_000;

  /** So many more are there before the oldest are dropped. */
  static final int SLACK = 1_000;

  private AuditTable() {}

  /** Appends an event; to be called in a transaction. */
  public static void append(Connection connection, long nanos, Instant at, AuditEvent event)
      throws SQLException {
    long number = sequence(connection) + 1; // also where the newest entries were taken away
    AuditLine line = AuditLine.of(number, head(connection), at, event);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO audit (number, at, text, hash) VALUES (?, ?, ?, ?)")) {
      insert.setLong(1, number);
      insert.setLong(2, nanos);
      insert.setString(3, line.text());
      insert.setString(4, line.hash());
      insert.executeUpdate();
    }
  }

  private static Link head(Connection connection) throws SQLException {
    return Objects.requireNonNullElse(
        link(connection, "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1"),
        AuditLine.BEGINNING);
  }

  private static @Nullable Link link(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? new Link(row.getLong(1), row.getString(2)) : null;
    }
  }

  /** Appends the settings that are used from here on, where they are others than before. */
  public static void take(
      Connection connection, long nanos, Instant at, Map<String, String> settings)
      throws SQLException {
    Map<String, String> before = settingsBefore(connection);
    if (!settings.equals(before)) {
      append(connection, nanos, at, AuditEvent.taken(changes(before, settings), settings));
    }
  }

  private static @Nullable Map<String, String> settingsBefore(Connection connection)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT text, hash FROM audit WHERE text ->> 'kind' = ? ORDER BY number DESC LIMIT"
                + " 1")) {
      select.setString(1, AuditEvent.CONFIGURATION_TAKEN);
      try (ResultSet row = select.executeQuery()) {
        Told told = row.next() ? new AuditLine(row.getString(1), row.getString(2)).told() : null;
        return told == null ? null : told.settings();
      }
    }
  }

  private static String changes(@Nullable Map<String, String> before, Map<String, String> now) {
    if (before == null) {
      return "%d settings of the configuration file".formatted(now.size());
    }
    TreeSet<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(now.keySet());
    List<String> changes = new ArrayList<>();
    for (String key : keys) {
      String was = before.getOrDefault(key, "default");
      String is = now.getOrDefault(key, "default");
      if (!was.equals(is)) {
        changes.add("%s: %s -> %s".formatted(key, was, is));
      }
    }
    return String.join("; ", changes);
  }

  /**
   * Drops the entries before a moment, and those before the newest {@value #MOST}. It appends which
   * ones, so that the first entry that is kept can be checked. The newest entry is always kept.
   */
  public static void cut(Connection connection, long nanos, Instant at, Duration keep)
      throws SQLException {
    long moment = nanos - keep.toNanos();
    long last = head(connection).number();
    boolean tooMany = isAny(connection, "number < ?", last - MOST - SLACK);
    if (!tooMany && !isAny(connection, "at < ?", moment - BETWEEN_CUTS.toNanos())) {
      return;
    }
    Link newest =
        link(
            connection,
            ("SELECT number, hash FROM audit WHERE number <= %d OR number < coalesce((SELECT"
                    + " min(number) FROM audit WHERE at >= %d), (SELECT max(number) FROM audit)) ORDER"
                    + " BY number DESC LIMIT 1")
                .formatted(last - MOST, moment));
    if (newest == null) {
      return;
    }
    int dropped;
    Map<String, String> settings = settingsBefore(connection);
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM audit WHERE number <= ?")) {
      delete.setLong(1, newest.number());
      dropped = delete.executeUpdate();
    }
    append(connection, nanos, at, AuditEvent.cut(newest, dropped));
    if (settings != null && settingsBefore(connection) == null) {
      append(connection, nanos, at, AuditEvent.taken("as before", settings));
    }
  }

  private static boolean isAny(Connection connection, String where, long bound)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT 1 FROM audit WHERE %s LIMIT 1".formatted(where))) {
      select.setLong(1, bound);
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    }
  }

  /** All entries from a moment on, the oldest first. */
  public static void export(Connection connection, long fromNanos, Consumer<AuditLine> reader)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT text, hash FROM audit WHERE number >="
                + " (SELECT min(number) FROM audit WHERE at >= ?) ORDER BY number")) {
      select.setLong(1, fromNanos);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          reader.accept(new AuditLine(rows.getString(1), rows.getString(2)));
        }
      }
    }
  }

  /**
   * Checks all entries, and those of the journal that they name.
   *
   * @param noted an entry that was noted elsewhere; null where none was
   */
  public static AuditCheck check(Connection connection, @Nullable Link noted) throws SQLException {
    AuditCheck check = new AuditCheck(noted);
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT a.text, a.hash, e.body FROM audit a LEFT JOIN entry e ON e.number = CASE"
                    + " WHEN json_valid(a.text) THEN a.text ->> '$.journal.entry' END ORDER BY"
                    + " a.number")) {
      while (rows.next()) {
        String body = rows.getString(3);
        check.add(
            new AuditLine(rows.getString(1), rows.getString(2)),
            body == null ? null : AuditLine.hash(body));
      }
    }
    long appended = sequence(connection);
    long newest = check.head().map(Link::number).orElse(0L);
    if (check.broken().isEmpty() && appended > newest) {
      check.endsTooSoon(newest, appended);
    }
    return check;
  }

  /** The number of the entry that was appended last, as SQLite knows it. */
  private static long sequence(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")) {
      return row.next() ? row.getLong(1) : 0;
    }
  }
}
