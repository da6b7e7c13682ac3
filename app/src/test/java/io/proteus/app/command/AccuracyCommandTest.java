package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccuracyCommandTest {
  @TempDir private Path folder;

  private final ManualClock clock = ManualClock.start();

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, clock).configured("journal: {file: journal.db}\n");
  }

  private void journal() throws Exception {
    try (SqliteJournal journal =
        SqliteJournal.open(folder.resolve("journal.db"), Duration.ofDays(3650))) {
      journal.append(clock.instant(), achieved("plan-1", 900.0, null));
      journal.append(clock.instant(), achieved("plan-2", null, "it ended as stopped"));
    }
  }

  private static Achieved achieved(
      String plan, @Nullable Double throughput, @Nullable String notJudged) {
    Prediction predicted =
        new Prediction(
            PlanKind.RECONFIGURE,
            0.5,
            Price.NOTHING,
            Duration.ofSeconds(100),
            null,
            5000,
            800,
            new Estimate(1000, 850, 1300),
            null,
            null,
            Duration.ofSeconds(25),
            Duration.ofHours(1));
    return new Achieved(
        plan,
        predicted,
        throughput == null ? null : Duration.ofSeconds(120),
        Duration.ofMinutes(10),
        throughput,
        null,
        notJudged == null ? null : Sentence.verbatim(notJudged));
  }

  @Test
  void showsEachPlanAndTheErrorOverAll() throws Exception {
    journal();

    Outcome shown = proteus().run("accuracy");

    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out())
        .containsPattern("1,000 .*900 +-10 %")
        .contains("1 plan: bias -10 %, mean absolute error 10 %, 100 % within their interval")
        .contains("latency     nothing to compare yet")
        .contains("1 plan: bias +20 %")
        .contains("plan-2 was not judged: it ended as stopped");
  }

  @Test
  void isJsonAsTheSchemaHasIt() throws Exception {
    journal();

    Outcome shown = proteus().run("accuracy", "--json", "--last", "5");

    assertThat(shown.exitCode()).isZero();
    Schemas.assertValid("accuracy", shown.out());
    assertThat(shown.out()).contains("\"notJudged\" : \"it ended as stopped\"");
  }

  @Test
  void withNothingToCompareItSaysSo() throws Exception {
    SqliteJournal.open(folder.resolve("journal.db"), Duration.ofDays(3650)).close();

    Outcome shown = proteus().run("accuracy");

    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err()).contains("No plan has settled yet");
  }

  @Test
  void wrongInputIsToldWithWhatIsWanted() {
    assertThat(proteus().run("accuracy").err()).contains("there is none yet");
    Outcome none = proteus().run("accuracy", "--last", "0");
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("--last: want 1 or more, got 0.");
  }
}
