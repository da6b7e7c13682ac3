package io.proteus.controller.journal;

import io.proteus.controller.audit.AuditCheck;
import io.proteus.controller.audit.AuditEvent;
import io.proteus.controller.audit.AuditLine;
import io.proteus.controller.audit.AuditTable;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.UnreadableJson;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Undone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A journal in one SQLite file. Every entry is synced to the disk before {@link #append} returns;
 * other processes may read meanwhile. May be used by several threads.
 */
public final class SqliteJournal implements Journal {
  private static final Duration FOREVER = Duration.ofDays(3650);

  private static final String DECIDED = " OR kind = 'decided' AND body ->> 'verdict' <> 'hold'";
  private static final String UNFINISHED =
      "SELECT plan FROM entry WHERE kind = 'planned' AND plan NOT IN"
          + " (SELECT plan FROM entry WHERE kind = 'plan-ended') ORDER BY number";
  private static final String LAST_ACTION =
      "SELECT at FROM entry WHERE kind = 'plan-ended' AND body ->> 'changes' > 0"
          + " ORDER BY number DESC LIMIT 1";

  private final String name;
  private final Connection connection;
  private final JournalWriter writer;
  private final boolean writes;

  /** The newest entry with a memory, as it was last read. */
  private @Nullable JournalEntry remembering;

  private SqliteJournal(
      String name, Connection connection, JournalSize size, Duration keepAudit, boolean writes) {
    this.name = name;
    this.connection = connection;
    this.writer = new JournalWriter(name, connection, size, keepAudit);
    this.writes = writes;
  }

  /**
   * Opens a file to write and read, and makes it if there is none.
   *
   * @param keep how long entries are kept, those of the audit log for good
   */
  public static SqliteJournal open(Path file, Duration keep) throws JournalException {
    return open(file, keep, FOREVER);
  }

  /**
   * Opens a file to write and read, and makes it if there is none.
   *
   * @param keep how long entries are kept
   * @param keepAudit how long those of the audit log are
   */
  public static SqliteJournal open(Path file, Duration keep, Duration keepAudit)
      throws JournalException {
    try {
      JournalRights.prepare(file);
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        UnpackedLibrary.in(folder, Instant.now());
      }
    } catch (IOException e) {
      throw new JournalException(
          "journal %s: it or its folder cannot be made: %s. Set journal.file to another place."
              .formatted(file, e.getMessage()),
          e);
    }
    return open(file.toString(), new JournalSize(keep, JournalSize.MOST_BYTES), keepAudit);
  }

  /** A journal in memory for tests and dry runs. */
  public static SqliteJournal inMemory() {
    try {
      return open(":memory:", new JournalSize(FOREVER, JournalSize.MOST_BYTES));
    } catch (JournalException e) {
      throw new IllegalStateException("a journal in memory needs nothing from outside", e);
    }
  }

  static SqliteJournal open(String name, JournalSize size) throws JournalException {
    return open(name, size, FOREVER);
  }

  private static SqliteJournal open(String name, JournalSize size, Duration keepAudit)
      throws JournalException {
    return new SqliteJournal(name, JournalFile.open(name), size, keepAudit, true);
  }

  /** Opens a file to read what another process writes. */
  public static SqliteJournal openToRead(Path file) throws JournalException {
    if (Files.isDirectory(file)) {
      throw new JournalException("journal %s: want a file, got a folder.".formatted(file));
    }
    if (!Files.isRegularFile(file)) {
      throw new JournalException(
          "journal %s: there is none yet. 'proteus apply', 'proteus run' and 'proteus serve' write one."
              .formatted(file));
    }
    return new SqliteJournal(
        file.toString(),
        JournalFile.openToRead(file.toString()),
        new JournalSize(FOREVER, JournalSize.MOST_BYTES),
        FOREVER,
        false);
  }

  /**
   * Renames a journal so that the next one begins anew; processes that have it open go on with it.
   *
   * @return the new name; empty when there is no such file
   */
  public static Optional<Path> setAside(Path file, Instant now) throws JournalException {
    return JournalFile.setAside(file, now);
  }

  /** The settings of the configuration file, which the audit log has once this Proteus leads. */
  public SqliteJournal under(Map<String, String> configured) {
    writer.under(configured);
    return this;
  }

  @Override
  public synchronized void append(Instant at, JournalEvent event) throws JournalException {
    writer.append(at, event);
  }

  /** Appends to the audit log something of which the journal has no entry. */
  public synchronized void audit(Instant at, AuditEvent event) throws JournalException {
    writer.audit(at, event);
  }

  /** The entries of the audit log from a moment on, the oldest first. */
  public synchronized void audited(Instant from, Consumer<AuditLine> reader)
      throws JournalException {
    try {
      if (JournalFile.hasAudit(connection)) {
        AuditTable.export(connection, JournalWriter.nanos(from), reader);
      }
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
  }

  /**
   * Checks the audit log.
   *
   * @param noted an entry that was noted elsewhere; null where none was
   */
  public synchronized AuditCheck checkAudit(AuditEvent.@Nullable Link noted)
      throws JournalException {
    try {
      return JournalFile.hasAudit(connection)
          ? AuditTable.check(connection, noted)
          : new AuditCheck(noted);
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
  }

  @Override
  public long lastNumber() throws JournalException {
    return lastNumber("TRUE");
  }

  /** The newest entry of a kind before a number and in a time, unread; 0 when there is none. */
  public long lastNumber(String kind, long before, Instant from, Instant to)
      throws JournalException {
    return lastNumber(
        "kind = ? AND number < ? AND at BETWEEN ? AND ?",
        kind,
        before,
        JournalWriter.nanos(from),
        JournalWriter.nanos(to));
  }

  private synchronized long lastNumber(String condition, Object... parameters)
      throws JournalException {
    String query = "SELECT number FROM entry WHERE %s ORDER BY number DESC LIMIT 1";
    try (PreparedStatement select = prepared(query.formatted(condition), parameters);
        ResultSet row = select.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
  }

  @Override
  public List<JournalEntry> last(int count) throws JournalException {
    List<JournalEntry> newestFirst =
        entries("SELECT number, at, body FROM entry ORDER BY number DESC LIMIT ?", count);
    Collections.reverse(newestFirst);
    return newestFirst;
  }

  @Override
  public List<JournalEntry> since(Instant from, int most, List<String> kinds)
      throws JournalException {
    List<JournalEntry> newestFirst =
        beside("at >= ?%s ORDER BY number DESC LIMIT ?", JournalWriter.nanos(from), most, kinds);
    Collections.reverse(newestFirst);
    return newestFirst;
  }

  /**
   * All that was seen, observations and surveys, the oldest first. They are handed over one by one,
   * as all of them together may not fit in memory.
   */
  public void seen(Consumer<JournalEntry> reader) throws JournalException {
    told(Instant.EPOCH, List.of("observed", "surveyed"), reader);
  }

  /** Entries of these kinds from a moment on, the oldest first, handed over one by one. */
  public synchronized void told(Instant from, List<String> kinds, Consumer<JournalEntry> reader)
      throws JournalException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT number, at, body FROM entry WHERE at >= ? AND kind IN (%s) ORDER BY number"
                .formatted(marks(kinds.size())))) {
      select.setLong(1, JournalWriter.nanos(from));
      for (int i = 0; i < kinds.size(); i++) {
        select.setString(i + 2, kinds.get(i));
      }
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          reader.accept(entry(rows.getLong(1), rows.getLong(2), rows.getString(3)));
        }
      }
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
  }

  @Override
  public List<JournalEntry> before(long number, int most, List<String> kinds)
      throws JournalException {
    return beside("number < ?%s ORDER BY number DESC LIMIT ?", number, most, kinds);
  }

  /**
   * The entries before a number, the newest first: fewer than {@code most}, though at least one,
   * where they are large.
   *
   * @param kinds as {@link JournalEvent} names them in JSON; all kinds when there is none
   */
  public synchronized JournalPage page(long number, int most, List<String> kinds)
      throws JournalException {
    String where = "number < ?%s ORDER BY number DESC LIMIT ?".formatted(of(kinds));
    Object[] parameters = parameters(number, most + 1, kinds); // the last tells that there is more
    List<JournalEntry> entries = new ArrayList<>();
    long bytes = 0;
    try (PreparedStatement select =
            prepared("SELECT number, at, body FROM entry WHERE " + where, parameters);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        String body = rows.getString(3);
        bytes += body.length();
        if (!entries.isEmpty() && (entries.size() == most || bytes > JournalPage.MOST_BYTES)) {
          return new JournalPage(entries, true);
        }
        entries.add(entry(rows.getLong(1), rows.getLong(2), body));
      }
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
    return new JournalPage(entries, false);
  }

  @Override
  public List<JournalEntry> after(long number, int most, List<String> kinds)
      throws JournalException {
    return beside("number > ?%s ORDER BY number LIMIT ?", number, most, kinds);
  }

  private List<JournalEntry> beside(String where, long bound, int most, List<String> kinds)
      throws JournalException {
    return entries(
        "SELECT number, at, body FROM entry WHERE " + where.formatted(of(kinds)),
        parameters(bound, most, kinds));
  }

  private static Object[] parameters(long bound, int most, List<String> kinds) {
    List<Object> parameters = new ArrayList<>(List.of(bound));
    parameters.addAll(kinds);
    parameters.add(most);
    return parameters.toArray();
  }

  private static String of(List<String> kinds) {
    String acts = kinds.contains(DECIDED_TO_ACT) ? DECIDED : "";
    return kinds.isEmpty() ? "" : " AND (kind IN (%s)%s)".formatted(marks(kinds.size()), acts);
  }

  /**
   * The figures between two moments.
   *
   * @param most observations, and marks; of more observations, those at even distances
   */
  public synchronized Trace trace(Instant from, Instant to, int most) throws JournalException {
    try {
      return TraceQuery.of(connection, JournalWriter.nanos(from), JournalWriter.nanos(to), most);
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
  }

  @Override
  public Optional<JournalEntry> lastAsked(String... what) throws JournalException {
    return entries(
            "SELECT number, at, body FROM entry WHERE kind = 'operator-asked'"
                + " AND body ->> 'what' IN (%s) ORDER BY number DESC LIMIT 1"
                    .formatted(marks(what.length)),
            (Object[]) what)
        .stream()
        .findFirst();
  }

  private static String marks(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }

  @Override
  public List<JournalEntry> ofPlan(String plan) throws JournalException {
    return entries("SELECT number, at, body FROM entry WHERE plan = ? ORDER BY number", plan);
  }

  @Override
  public synchronized List<String> unfinishedPlans() throws JournalException {
    List<String> plans = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(UNFINISHED);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        plans.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
    return plans;
  }

  @Override
  public boolean balancerIsTaken() throws JournalException {
    return newest("kind IN ('balancer-taken', 'balancer-restored')")
        .map(entry -> entry.event() instanceof JournalEvent.BalancerTaken)
        .orElse(false);
  }

  @Override
  public Set<NodeId> compactionsPausedOn() throws JournalException {
    return newest("kind IN ('compactions-paused', 'compactions-resumed')")
        .filter(entry -> entry.event() instanceof JournalEvent.CompactionsPaused)
        .map(entry -> Set.copyOf(((JournalEvent.CompactionsPaused) entry.event()).nodes()))
        .orElse(Set.of());
  }

  @Override
  public StrategyMemory memory() throws JournalException {
    Optional<JournalEntry> newest = remembering();
    StrategyMemory memory = null;
    if (newest.isPresent() && newest.get().event() instanceof JournalEvent.Remembered remembered) {
      memory = remembered.memory();
    } else if (newest.isPresent() && newest.get().event() instanceof JournalEvent.Planned planned) {
      memory = planned.memory();
    }
    return (memory == null ? StrategyMemory.INITIAL : gone(memory)).with(drained());
  }

  /** An operator may have said that what was undone may be done again at once. */
  private StrategyMemory gone(StrategyMemory memory) throws JournalException {
    Undone undone = memory.undone();
    if (undone == null) {
      return memory;
    }
    return lastAsked(JournalEvent.OperatorAsked.GO_ON)
        .filter(asked -> !asked.at().isBefore(undone.at()))
        .map(asked -> memory.withoutUndone())
        .orElse(memory);
  }

  @Override
  public DrainedNodes drained() throws JournalException {
    return newest("kind = 'drained'")
        .map(entry -> ((JournalEvent.Drained) entry.event()).nodes())
        .orElse(DrainedNodes.NONE);
  }

  /** It is asked for in every cycle and large, so it is read only where another has come. */
  private synchronized Optional<JournalEntry> remembering() throws JournalException {
    JournalEntry read = remembering;
    if (read == null || read.number() != lastNumber(JournalSize.REMEMBERING)) {
      remembering = newest(JournalSize.REMEMBERING).orElse(null);
    }
    return Optional.ofNullable(remembering);
  }

  @Override
  public synchronized Optional<Instant> lastAction() throws JournalException {
    try (PreparedStatement select = connection.prepareStatement(LAST_ACTION);
        ResultSet rows = select.executeQuery()) {
      return rows.next() ? Optional.of(instant(rows.getLong(1))) : Optional.empty();
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
  }

  @Override
  public synchronized void requireOf(String cluster) throws JournalException {
    JournalFile.requireOf(name, connection, cluster, writes);
  }

  private Optional<JournalEntry> newest(String condition) throws JournalException {
    return entries(
            "SELECT number, at, body FROM entry WHERE %s ORDER BY number DESC LIMIT 1"
                .formatted(condition))
        .stream()
        .findFirst();
  }

  private synchronized List<JournalEntry> entries(String query, Object... parameters)
      throws JournalException {
    List<JournalEntry> entries = new ArrayList<>();
    try (PreparedStatement select = prepared(query, parameters);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        entries.add(entry(rows.getLong(1), rows.getLong(2), rows.getString(3)));
      }
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be read", e);
    }
    return entries;
  }

  /** A query with its parameters; whoever asks for it closes it. */
  private PreparedStatement prepared(String query, Object... parameters) throws SQLException {
    PreparedStatement select = connection.prepareStatement(query);
    for (int i = 0; i < parameters.length; i++) {
      select.setObject(i + 1, parameters[i]);
    }
    return select;
  }

  private JournalEntry entry(long number, long at, String body) throws JournalException {
    try {
      return new JournalEntry(number, instant(at), CoreJson.read(body, JournalEvent.class));
    } catch (UnreadableJson e) {
      throw new JournalException(
          "journal %s: entry %d is not as this version of Proteus writes it: %s. Move the file away to start a new one."
              .formatted(name, number, e.getMessage()),
          e);
    }
  }

  /** The file may not grow beyond this, as on a full disk; for tests. */
  void limitTo(long pages) throws JournalException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA max_page_count = " + pages);
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be limited", e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // every entry was synced when it was appended; there is nothing left to lose
    }
  }

  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }
}
