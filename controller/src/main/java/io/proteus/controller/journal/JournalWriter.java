package io.proteus.controller.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.controller.audit.AuditEvent;
import io.proteus.controller.audit.AuditLine;
import io.proteus.controller.audit.AuditTable;
import io.proteus.controller.json.CoreJson;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes entries, each together with what the audit log says of it. Used by one thread a time. */
final class JournalWriter {
  private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);

  private final String name;
  private final Connection connection;
  private final JournalSize size;
  private final Duration keepAudit;
  private Map<String, String> settings = Map.of();

  JournalWriter(String name, Connection connection, JournalSize size, Duration keepAudit) {
    this.name = name;
    this.connection = connection;
    this.size = size;
    this.keepAudit = keepAudit;
  }

  /** The settings with which this Proteus acts as soon as it leads. */
  void under(Map<String, String> configured) {
    settings = Map.copyOf(configured);
  }

  void append(Instant at, JournalEvent event) throws JournalException {
    ObjectNode body = CoreJson.mapper().valueToTree(event);
    String kind = body.get("event").textValue();
    String text;
    try {
      text = CoreJson.mapper().writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an event has no JSON form: " + event, e);
    }
    Optional<AuditEvent> audited = Audited.of(kind, event);
    transact(
        () -> {
          long number = insert(at, kind, event, text);
          if (event instanceof JournalEvent.ClaimTaken && !settings.isEmpty()) {
            AuditTable.take(connection, nanos(at), at, settings);
          }
          if (audited.isPresent()) {
            AuditTable.append(
                connection,
                nanos(at),
                at,
                audited.get().in(new AuditEvent.Recorded(number, AuditLine.hash(text))));
          }
        });
    prune(at);
  }

  void audit(Instant at, AuditEvent event) throws JournalException {
    transact(() -> AuditTable.append(connection, nanos(at), at, event));
  }

  private long insert(Instant at, String kind, JournalEvent event, String text)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO entry (at, kind, plan, body) VALUES (?, ?, ?, ?) RETURNING number")) {
      insert.setLong(1, nanos(at));
      insert.setString(2, kind);
      insert.setString(3, event.planId().orElse(null));
      insert.setString(4, text);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** Changes of the file that are made together or not at all. */
  @FunctionalInterface
  private interface Change {
    void make() throws SQLException;
  }

  private void transact(Change change) throws JournalException {
    try {
      execute("BEGIN IMMEDIATE");
      try {
        change.make();
        execute("COMMIT");
      } catch (SQLException | RuntimeException e) {
        rollBack(e);
        throw e;
      }
    } catch (SQLException e) {
      throw JournalFile.problem(name, "cannot be written", e);
    }
  }

  /** A full disk has ended the transaction already. */
  private void rollBack(Exception failure) {
    try {
      execute("ROLLBACK");
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private void execute(String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  /**
   * Drops old entries. A failure does not affect what was appended, and pruning is tried again
   * later.
   */
  private void prune(Instant at) {
    try {
      if (size.prune(connection, nanos(at))) {
        transact(() -> AuditTable.cut(connection, nanos(at), at, keepAudit));
      }
    } catch (SQLException e) {
      LOG.warn("{}", JournalFile.problem(name, "old entries stay", e).getMessage());
    } catch (JournalException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  static long nanos(Instant at) {
    return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
  }
}
