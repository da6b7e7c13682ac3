package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalEvent.BalancerRestored;
import io.proteus.controller.journal.JournalEvent.BalancerTaken;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {
  private static final Duration FOR_GOOD = Duration.ofDays(3650);

  @TempDir private Path folder;

  private final ManualClock clock = ManualClock.start();

  @Test
  void whatIsWrittenInEveryCycleTakesNoRoomFromTheNews() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(folder.resolve("journal.db"), FOR_GOOD)) {
      news(journal, 3);
      noNews(journal, 5);
    }

    Outcome last = proteus().run("history", "--last", "2", "--json");
    Outcome since = proteus().run("history", "--since", "1h", "--json");
    Outcome days = proteus().run("history", "--since", "2d", "--json");
    Outcome all = proteus().run("history", "--last", "2", "--all", "--json");

    assertThat(last.out().lines()).hasSize(2).allMatch(line -> line.contains("balancer"));
    assertThat(last.out().lines().findFirst()).get().asString().contains("balancer-restored");
    assertThat(since.out().lines()).hasSize(3).allMatch(line -> line.contains("balancer"));
    assertThat(days.exitCode()).as(days.err()).isZero();
    assertThat(days.out()).isEqualTo(since.out());
    assertThat(all.out().lines()).hasSize(2).allMatch(line -> line.contains("remembered"));
    assertThat(last.err() + since.err() + all.err()).isEmpty();
  }

  @Test
  void ofMoreThanAreShownAtOnceTheNewestAreAndThatIsKnown() throws Exception {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      news(journal, 5);
      noNews(journal, 5);
      List<String> news = NewestEntries.news();

      NewestEntries since = NewestEntries.since(journal, clock.instant(), news, 3);
      assertThat(since.leftOut()).isTrue();
      assertThat(since.entries()).extracting(JournalEntry::number).containsExactly(3L, 4L, 5L);
      assertThat(NewestEntries.since(journal, clock.instant(), news, 5).leftOut()).isFalse();

      NewestEntries last = NewestEntries.last(journal, 4, news, 3);
      assertThat(last.leftOut()).isTrue();
      assertThat(last).isEqualTo(since);
      assertThat(NewestEntries.last(journal, 3, news, 3))
          .isEqualTo(new NewestEntries(since.entries(), false));
    }
  }

  @Test
  void holdsAreShownToWhoeverAsksForThem() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(folder.resolve("journal.db"), FOR_GOOD)) {
      decided(journal, "retarget");
      for (int i = 0; i < 100; i++) {
        decided(journal, "hold");
      }
    }

    assertThat(proteus().run("history", "--json").out().lines())
        .singleElement()
        .asString()
        .contains("retarget");
    assertThat(proteus().run("history", "--since", "1h", "--json").out().lines()).hasSize(1);
    assertThat(proteus().run("history", "--kind", "decided", "--json").out().lines()).hasSize(50);
    assertThat(proteus().run("history", "--all", "-n", "200", "--json").out().lines()).hasSize(101);
    assertThat(proteus().run("history", "--kind", "planned,undo-began").err())
        .contains("no such entries")
        .doesNotContain("left out");
    Outcome wrong = proteus().run("history", "--kind", "decide");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("--kind").contains("Maybe 'decided'");
  }

  private void decided(SqliteJournal journal, String verdict) throws JournalException {
    journal.append(
        clock.instant(),
        new JournalEvent.Decided(verdict, List.of(ReasonCode.HEALTHY.because("", "all is well"))));
  }

  @Test
  void everyKindOfEntryIsNamed() {
    assertThat(JournalEvent.kinds())
        .hasSize(JournalEvent.class.getPermittedSubclasses().length)
        .contains("observed", "surveyed", "remembered", "planned");
    assertThat(NewestEntries.news()).contains("planned").doesNotContain("observed", "remembered");
  }

  private void news(SqliteJournal journal, int count) throws JournalException {
    for (int i = 0; i < count; i++) {
      journal.append(clock.instant(), i % 2 == 0 ? new BalancerTaken() : new BalancerRestored());
    }
  }

  private void noNews(SqliteJournal journal, int count) throws JournalException {
    for (int i = 0; i < count; i++) {
      journal.append(clock.instant(), new Remembered(StrategyMemory.INITIAL));
    }
  }

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock).configured("journal: {file: journal.db}\n");
  }
}
