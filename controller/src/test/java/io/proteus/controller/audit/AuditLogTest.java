package io.proteus.controller.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.audit.AuditEvent.Link;
import io.proteus.controller.journal.JournalEvent.BalancerTaken;
import io.proteus.controller.journal.JournalEvent.ClaimTaken;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.words.Sentence;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditLogTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration MONTH = Duration.ofDays(30);

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("journal.db");
  }

  private SqliteJournal journal() throws JournalException {
    return SqliteJournal.open(file(), MONTH, Duration.ofDays(100));
  }

  private static OperatorAsked asked(int number) {
    return new OperatorAsked("anna", "pause", "reason " + number);
  }

  /** Six entries, and others of the journal between them. */
  private void fill() throws JournalException {
    try (SqliteJournal journal = journal()) {
      for (int i = 1; i <= 4; i++) {
        journal.append(START.plusSeconds(i), new BalancerTaken());
        journal.append(START.plusSeconds(i), asked(i));
      }
      journal.append(START, new UndoBegan("plan-7", "bert", Sentence.verbatim("it was slow")));
      journal.append(START, new PlanEnded("plan-8", "completed", Sentence.of("all is done"), 2));
    }
  }

  private AuditCheck check(@Nullable Link noted) throws JournalException {
    try (SqliteJournal reader = SqliteJournal.openToRead(file())) {
      return reader.checkAudit(noted);
    }
  }

  private List<AuditLine> lines(Instant from) throws JournalException {
    List<AuditLine> lines = new ArrayList<>();
    try (SqliteJournal reader = SqliteJournal.openToRead(file())) {
      reader.audited(from, lines::add);
    }
    return lines;
  }

  private void tamper(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      for (String one : statements) {
        statement.execute(one);
      }
    }
  }

  @Test
  void whatPeopleAndProteusDidIsThereAndTheRestIsNot() throws Exception {
    fill();

    assertThat(lines(Instant.EPOCH))
        .extracting(AuditLine::text)
        .hasSize(6)
        .noneMatch(text -> text.contains("balancer"))
        .satisfies(
            texts -> {
              assertThat(texts.get(0)).contains("\"who\":\"anna\"", "pause: reason 1");
              assertThat(texts.get(4)).contains("\"plan\":\"plan-7\"", "\"who\":\"bert\"");
              assertThat(texts.get(5)).contains("completed: all is done", "\"who\":\"proteus\"");
            });
    assertThat(check(null).broken()).isEmpty();
    assertThat(check(null).count()).isEqualTo(6);
    assertThat(lines(START.plusSeconds(3))).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE audit SET text = replace(text, 'anna', 'eva') WHERE number = 3 | entry 3 was"
            + " changed",
        "UPDATE audit SET text = 'no json' WHERE number = 3 | the entry after 2 is not a JSON"
            + " object",
        "DELETE FROM audit WHERE number = 3 | entry 3 is missing",
        "DELETE FROM audit WHERE number < 3 | entries 1 to 2 are missing",
        "DELETE FROM audit WHERE number > 4 | entries 5 to 6 are missing at the end",
        "DELETE FROM audit | entries 1 to 6 are missing at the end",
        "UPDATE entry SET body = replace(body, 'reason 2', 'reason 9') WHERE kind ="
            + " 'operator-asked' | entry 4 of the journal was changed after entry 2",
      })
  void theFirstEntryThatIsBrokenIsNamed(String statement, String broken) throws Exception {
    fill();
    tamper("DROP TRIGGER audit_is_final", "DROP TRIGGER entry_is_final", statement);

    assertThat(check(null).broken()).get().asString().startsWith(broken);
  }

  /** With its hash made anew, the next one does not fit. */
  @Test
  void anEntryThatWasReplacedDoesNotFitTheNext() throws Exception {
    fill();
    String forged = lines(Instant.EPOCH).get(2).text().replace("anna", "eva");
    tamper(
        "DROP TRIGGER audit_is_final",
        "UPDATE audit SET text = '%s', hash = '%s' WHERE number = 3"
            .formatted(forged, AuditLine.hash(forged)));

    assertThat(check(null).broken())
        .contains("entry 4 does not follow entry 3: one of them was replaced");
  }

  @Test
  void noEntryCanBeChangedThroughTheFileAsItIs() throws Exception {
    fill();

    assertThatThrownBy(() -> tamper("UPDATE audit SET hash = 'x'"))
        .hasMessageContaining("append-only");
  }

  @Test
  void anEndThatWasCutOffIsSeenByWhoeverNotedTheHead() throws Exception {
    fill();
    Link noted = check(null).head().orElseThrow();
    tamper("DELETE FROM audit WHERE number > 4", "UPDATE sqlite_sequence SET seq = 4");

    assertThat(check(null).broken()).isEmpty(); // a cunning forger
    assertThat(check(noted).broken())
        .contains("entry 6 was noted and is missing: the log ends with entry 4");
    assertThat(check(new Link(4, "f".repeat(64))).broken())
        .contains("entry 4 is another than the one that was noted");
    assertThat(check(check(null).head().orElseThrow()).broken()).isEmpty();
  }

  @Test
  void whoAppendsAfterTheEndWasCutOffDoesNotHideIt() throws Exception {
    fill();
    tamper("DELETE FROM audit WHERE number > 4");
    try (SqliteJournal journal = journal()) {
      journal.append(START, asked(9));
    }

    assertThat(check(null).broken()).contains("entry 5 is missing: entry 4 is followed by 7");
  }

  @Test
  void whatRetentionDropsLeavesAHashSoThatTheRestIsStillVerified() throws Exception {
    try (SqliteJournal journal = journal().under(Map.of("guards.cooldown", "5m"))) {
      journal.append(START, new ClaimTaken(1));
      journal.append(START, asked(1));
      journal.append(START.plus(Duration.ofDays(60)), asked(2));
    }
    Link before = check(null).head().orElseThrow();
    assertThat(before.number()).isEqualTo(4);
    try (SqliteJournal journal = journal()) { // looks at its first append
      journal.append(START.plus(Duration.ofDays(120)), asked(3));
    }

    AuditCheck kept = check(null);
    assertThat(kept.broken()).isEmpty();
    assertThat(kept.first().orElseThrow().number()).isEqualTo(4);
    assertThat(lines(Instant.EPOCH))
        .extracting(AuditLine::text)
        .anyMatch(text -> text.contains("3 entries, up to 3, were older than journal.keepAudit"))
        .anyMatch(text -> text.contains("\"guards.cooldown\":\"5m\""));
    assertThat(check(before).broken()).isEmpty();

    tamper("DELETE FROM audit WHERE number = 4");
    assertThat(check(null).broken())
        .contains("entries 1 to 4 are missing, and no later entry says that their time was over");
  }

  /** As after weeks of guessed tokens. */
  @Test
  void ofTooManyTheNewestAreKept() throws Exception {
    int many = AuditTable.MOST + AuditTable.SLACK + 10;
    journal().close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
      connection.setAutoCommit(false);
      AuditEvent refused = new AuditEvent(AuditEvent.LOGIN_REFUSED, "10.0.0.7", null, "no");
      for (int i = 0; i < many; i++) {
        AuditTable.append(connection, 1_767_225_600_000_000_000L, START, refused);
      }
      connection.commit();
    }
    try (SqliteJournal journal = journal()) {
      journal.append(START, asked(1));
    }

    AuditCheck kept = check(null);
    assertThat(kept.broken()).isEmpty();
    assertThat(kept.count()).isEqualTo(AuditTable.MOST + 1L);
    assertThat(kept.first().orElseThrow().number()).isEqualTo(many + 1L - AuditTable.MOST + 1);
  }

  @Test
  void aConfigurationIsToldWhenItIsTakenAndOthersThanBeforeWithWhatChanged() throws Exception {
    List<Map<String, String>> taken =
        List.of(
            Map.of("approval.mode", "recommend", "nodes.max", "9"),
            Map.of("approval.mode", "recommend", "nodes.max", "9"),
            Map.of("approval.mode", "automatic", "nodes.min", "2"));
    for (int i = 0; i < taken.size(); i++) {
      try (SqliteJournal journal = journal().under(taken.get(i))) {
        journal.append(START, new ClaimTaken(i + 1));
      }
    }

    assertThat(lines(Instant.EPOCH))
        .extracting(AuditLine::text)
        .filteredOn(text -> text.contains(AuditEvent.CONFIGURATION_TAKEN))
        .hasSize(2)
        .last()
        .asString()
        .contains(
            "approval.mode: recommend -> automatic; nodes.max: 9 -> default; nodes.min: default ->"
                + " 2");
    assertThat(check(null).broken()).isEmpty();
  }

  @Test
  void anExportedLogIsVerifiedAlone() throws Exception {
    fill();
    List<String> exported = lines(START.plusSeconds(2)).stream().map(AuditLine::exported).toList();

    AuditCheck whole = AuditCheck.ofExport(null);
    exported.stream().map(line -> AuditLine.parse(line).orElseThrow()).forEach(whole::add);
    assertThat(whole.broken()).isEmpty();
    assertThat(whole.head()).isEqualTo(check(null).head());

    AuditCheck forged = AuditCheck.ofExport(null);
    exported.stream()
        .map(line -> AuditLine.parse(line.replace("reason 3", "reason 4")).orElseThrow())
        .forEach(forged::add);
    assertThat(forged.broken()).get().asString().startsWith("entry 3 was changed");
    assertThat(AuditLine.parse("{\"number\":1}")).isEmpty();
  }

  @Test
  void aJournalOfAnOlderVersionHasAnAuditLogFromItsNextEntryOn() throws Exception {
    try (SqliteJournal journal = journal()) {
      journal.append(START, asked(1));
    }
    tamper("DROP TABLE audit", "PRAGMA user_version = 9");

    assertThat(lines(Instant.EPOCH)).isEmpty();
    assertThat(check(null).broken()).isEmpty();
    try (SqliteJournal journal = journal()) {
      assertThat(journal.last(1)).hasSize(1);
      journal.append(START, asked(2));
    }
    assertThat(check(null).broken()).isEmpty();
    assertThat(check(null).count()).isEqualTo(1);
  }

  /** A leader and a standby may share a file. */
  @Test
  void twoProcessesAppendToOneChain() throws Exception {
    try (SqliteJournal one = journal();
        SqliteJournal other = journal()) {
      for (int i = 0; i < 5; i++) {
        one.append(START, asked(i));
        other.audit(START, new AuditEvent(AuditEvent.LOGIN_REFUSED, "10.0.0.7", null, "no"));
      }
    }

    assertThat(check(null).broken()).isEmpty();
    assertThat(check(null).count()).isEqualTo(10);
  }
}
