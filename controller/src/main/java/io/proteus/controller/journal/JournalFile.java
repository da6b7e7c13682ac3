package io.proteus.controller.journal;

import io.proteus.controller.audit.AuditTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Opens the file of a journal, and knows its form. */
final class JournalFile {
  /** "Prot", so that no other program's database is taken for a journal. */
  private static final int APPLICATION = 0x50726f74;

  private static final DateTimeFormatter TIME_OF_NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final int BUSY_MILLIS = 5_000;

  /** The statements that lead from version n of the file to n + 1; the file stores its version. */
  private static final List<List<String>> MIGRATIONS =
      List.of(
          List.of(
              "CREATE TABLE entry (number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
                  + " kind TEXT NOT NULL, plan TEXT, body TEXT NOT NULL)",
              "CREATE INDEX entry_at ON entry (at)",
              "CREATE INDEX entry_kind ON entry (kind, number)",
              "CREATE INDEX entry_plan ON entry (plan) WHERE plan IS NOT NULL",
              "CREATE TRIGGER entry_is_final BEFORE UPDATE ON entry"
                  + " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"),
          // surveys, and tables in observations: nothing to change, but older readers fail on them
          List.of(),
          // proposals: the same
          List.of(),
          // undo, and what was before a plan: the same
          List.of(),
          // predictions and what came of them: the same
          List.of(),
          // who leads: the same
          List.of(),
          // latencies in observations: the same
          List.of(),
          // the slowest of a hundred in observations: the same
          List.of(),
          // of which cluster it is: none, or one
          List.of(
              "CREATE TABLE cluster (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL)"),
          // what people and Proteus did, as a chain
          AuditTable.DEFINITION);

  /** Since this version a journal knows its cluster. */
  private static final int WITH_CLUSTER = 9;

  /** Since this version a journal has an audit log. */
  private static final int WITH_AUDIT = 10;

  private JournalFile() {}

  static Connection open(String name) throws JournalException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    Connection connection = connect(name, config);
    try {
      check(name, connection);
      migrate(name, connection);
      return connection;
    } catch (SQLException e) {
      close(connection);
      throw problem(name, "cannot be opened", e);
    } catch (JournalException e) {
      close(connection);
      throw e;
    }
  }

  static Connection openToRead(String name) throws JournalException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS);
    Connection connection = connect(name, config);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA query_only = 1");
      check(name, connection);
      if (number(connection, "PRAGMA user_version") == 0) {
        throw new EmptyJournal(name);
      }
      return connection;
    } catch (SQLException e) {
      close(connection);
      throw problem(name, "cannot be opened", e);
    } catch (JournalException e) {
      close(connection);
      throw e;
    }
  }

  private static Connection connect(String name, SQLiteConfig config) throws JournalException {
    try {
      return DriverManager.getConnection("jdbc:sqlite:" + name, config.toProperties());
    } catch (SQLException e) {
      throw problem(name, "cannot be opened", e);
    }
  }

  private static void check(String name, Connection connection)
      throws SQLException, JournalException {
    long application = number(connection, "PRAGMA application_id");
    long tables = number(connection, "SELECT count(*) FROM sqlite_master");
    if (application != APPLICATION && (application != 0 || tables != 0)) {
      throw new JournalException(
          "journal %s: is a database of another program. Set journal.file to another place."
              .formatted(name));
    }
    long version = number(connection, "PRAGMA user_version");
    if (version > MIGRATIONS.size()) {
      throw new JournalException(
          "journal %s: has version %d, and this Proteus knows up to %d. Use the newer Proteus that wrote it."
              .formatted(name, version, MIGRATIONS.size()));
    }
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA quick_check(1)")) {
      String said = result.next() ? result.getString(1) : "nothing";
      if (!"ok".equals(said)) {
        throw damaged(name, said, null);
      }
    }
  }

  /** Upgrades the file. When it fails, closing the connection rolls it back. */
  static void migrate(String name, Connection connection) throws SQLException {
    int version = (int) number(connection, "PRAGMA user_version");
    if (version == MIGRATIONS.size()) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      if (version == 0) {
        statement.execute("PRAGMA application_id = " + APPLICATION);
      }
      connection.setAutoCommit(false);
      for (List<String> migration : MIGRATIONS.subList(version, MIGRATIONS.size())) {
        for (String change : migration) {
          statement.execute(change);
        }
      }
      statement.execute("PRAGMA user_version = " + MIGRATIONS.size());
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  /** The id of the journal's cluster; empty while it has none. */
  private static Optional<String> cluster(Connection connection) throws SQLException {
    if (number(connection, "PRAGMA user_version") < WITH_CLUSTER) {
      return Optional.empty();
    }
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT id FROM cluster")) {
      return result.next() ? Optional.of(result.getString(1)) : Optional.empty();
    }
  }

  /**
   * Refuses the journal of another cluster.
   *
   * @param writes whether a journal that has no cluster becomes this one's
   */
  static void requireOf(String name, Connection connection, String cluster, boolean writes)
      throws JournalException {
    try {
      Optional<String> known = cluster(connection);
      if (known.isEmpty() && writes) {
        note(connection, cluster);
        known = cluster(connection); // another process may have been first
      }
      if (known.isPresent() && !known.get().equals(cluster)) {
        throw new JournalException(
            "journal %s: is of another cluster: want %s, got %s. Set journal.file to another place, or move the file away to start a new one; then start Proteus again."
                .formatted(name, cluster, known.get()));
      }
    } catch (SQLException e) {
      throw problem(name, "cannot be told whose it is", e);
    }
  }

  private static void note(Connection connection, String cluster) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT OR IGNORE INTO cluster (one, id) VALUES (1, ?)")) {
      insert.setString(1, cluster);
      insert.executeUpdate();
    }
  }

  /** Whether there is an audit log; journals of older versions that are only read have none. */
  static boolean hasAudit(Connection connection) throws SQLException {
    return number(connection, "PRAGMA user_version") >= WITH_AUDIT;
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      return result.next() ? result.getLong(1) : 0;
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // the reason why it is closed is what counts
    }
  }

  /** Renames a journal with what SQLite keeps beside it; the new name, or empty without a file. */
  static Optional<Path> setAside(Path file, Instant now) throws JournalException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    String aside = file + "." + TIME_OF_NAME.format(now);
    try {
      // what SQLite keeps beside it first: a new file must not come upon it
      for (String part : List.of("-wal", "-shm", "")) {
        Path from = Path.of(file + part);
        if (Files.exists(from)) {
          Files.move(from, Path.of(aside + part));
        }
      }
    } catch (IOException e) {
      throw new JournalException(
          "journal %s: cannot be moved to %s: %s. Move it away by hand, with the files of its name and -wal or -shm."
              .formatted(file, aside, e),
          e);
    }
    return Optional.of(Path.of(aside));
  }

  /** The problem with a next move. */
  static JournalException problem(String name, String what, SQLException e) {
    SQLiteErrorCode code =
        e instanceof SQLiteException sqlite
            ? Objects.requireNonNullElse(sqlite.getResultCode(), SQLiteErrorCode.UNKNOWN_ERROR)
            : SQLiteErrorCode.UNKNOWN_ERROR;
    String known = code.name();
    if (known.startsWith("SQLITE_CORRUPT") || known.startsWith("SQLITE_NOTADB")) {
      return damaged(name, String.valueOf(e.getMessage()), e);
    }
    String next;
    if (known.startsWith("SQLITE_FULL")) {
      next = "The disk is full: make room, and Proteus acts again.";
    } else if (known.startsWith("SQLITE_BUSY") || known.startsWith("SQLITE_LOCKED")) {
      next = "Another process holds it: is there a second Proteus?";
    } else {
      next = "Look after the file's rights and its disk, or set journal.file to another place.";
    }
    return new JournalException(
        "journal %s: %s: %s. %s".formatted(name, what, e.getMessage(), next), e);
  }

  private static JournalException damaged(String name, String said, @Nullable Throwable cause) {
    String message =
        "journal %s: is damaged: %s. Move it away to start a new one; see that the store's balancer is as you want it, as a crash of Proteus may have left it off."
            .formatted(name, said);
    return cause == null ? new JournalException(message) : new JournalException(message, cause);
  }
}
