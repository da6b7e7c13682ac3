package io.proteus.app.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
  @TempDir private Path folder;

  private final ManualClock clock = ManualClock.start();

  @BeforeEach
  void writeAJournal() throws Exception {
    Files.writeString(
        folder.resolve("proteus.yaml"),
        """
        cluster: {name: test}
        engine: {zookeeper: 'localhost:2181'}
        journal: {file: journal.db}
        """);
    try (SqliteJournal journal =
        SqliteJournal.open(folder.resolve("journal.db"), Duration.ofDays(30))) {
      for (int i = 1; i <= 3; i++) {
        journal.append(clock.instant(), new OperatorAsked("anna", "pause", "reason " + i));
        clock.advance(Duration.ofHours(1));
      }
    }
  }

  private Outcome proteus(String... arguments) {
    return new CommandLineUnderTest(folder, clock).run(arguments);
  }

  @Test
  void theLogIsExportedAndVerifiedFromTheJournalAndFromTheFile() throws Exception {
    Outcome exported = proteus("audit", "export");
    Files.writeString(folder.resolve("audit.jsonl"), exported.out());
    Outcome verified = proteus("audit", "verify");
    Outcome ofFile = proteus("audit", "verify", "audit.jsonl");

    assertThat(exported.out().lines()).hasSize(3);
    assertThat(proteus("audit", "export", "--since", "90m").out().lines()).hasSize(1);
    assertThat(verified.exitCode()).as(verified.err()).isZero();
    assertThat(verified.out()).contains("3 entries, 1 to 3, nothing is wrong");
    assertThat(ofFile.out()).isEqualTo(verified.out());
    String head = verified.out().lines().reduce((one, next) -> next).orElseThrow();
    assertThat(proteus("audit", "verify", "--head", head).exitCode()).isZero();
  }

  @Test
  void aBrokenFileEndsWithOneAndTheEntryIsNamed() throws Exception {
    String exported = proteus("audit", "export").out();
    Files.writeString(folder.resolve("forged.jsonl"), exported.replace("reason 2", "reason 9"));
    Files.writeString(
        folder.resolve("cut.jsonl"), exported.lines().limit(2).reduce("", (a, b) -> a + b + "\n"));
    String head =
        proteus("audit", "verify").out().lines().reduce((one, next) -> next).orElseThrow();

    Outcome forged = proteus("audit", "verify", "forged.jsonl");
    Outcome cut = proteus("audit", "verify", "cut.jsonl", "--head", head);

    assertThat(forged.exitCode()).isEqualTo(1);
    assertThat(forged.out()).contains("Broken: entry 2 was changed");
    assertThat(cut.exitCode()).isEqualTo(1);
    assertThat(cut.out()).contains("entry 3 was noted and is missing");
  }

  @Test
  void whatIsNoHeadAndWhatIsNoExportIsSaid() throws Exception {
    Files.writeString(folder.resolve("other.txt"), "hello\n");

    assertThat(proteus("audit", "verify", "--head", "7").exitCode()).isEqualTo(2);
    assertThat(proteus("audit", "verify", "other.txt").err())
        .contains("other.txt:1: want a line of `proteus audit export`");
    assertThat(proteus("audit", "verify", "none.txt").err()).contains("cannot be read");
  }
}
