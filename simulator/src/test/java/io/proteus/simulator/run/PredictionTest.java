package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * What was predicted beside what came of it. The figures that docs/architecture.md gives are those
 * that this test prints.
 */
class PredictionTest {
  private static final int SEEDS = 2;

  private static Scenario scenario(String name) {
    return ScenarioFile.find(name, Path.of("."));
  }

  @Test
  void whatCameIsNearWhatWasPredictedAndNothingThatMetDidIsHeld() throws Exception {
    List<JournalEntry> all = new ArrayList<>();
    for (String name : List.of("met-16", "met-18", "hot-spot", "flash-crowd")) {
      List<JournalEntry> ofScenario = new ArrayList<>();
      for (long seed = 1; seed <= SEEDS; seed++) {
        try (SqliteJournal journal = SqliteJournal.inMemory()) {
          Simulation.journaled(scenario(name), "met", seed, journal);
          ofScenario.addAll(journal.before(Long.MAX_VALUE, 1000, List.of("achieved")));
          if (name.startsWith("met-")) {
            assertThat(held(journal)).as("%s, seed %d", name, seed).isEmpty();
          }
        }
      }
      print(AccuracyDocument.of(name, ofScenario));
      all.addAll(ofScenario);
    }

    AccuracyDocument accuracy = AccuracyDocument.of("all", all);
    print(accuracy);

    var throughput = Objects.requireNonNull(accuracy.throughput());
    assertThat(throughput.plans()).isGreaterThan(15);
    assertThat(throughput.meanAbsoluteError()).isLessThan(0.25);
    assertThat(Objects.requireNonNull(throughput.inside())).isGreaterThan(0.6);
    var duration = Objects.requireNonNull(accuracy.duration());
    assertThat(duration.meanAbsoluteError()).isLessThan(1);
  }

  private static void print(AccuracyDocument accuracy) {
    System.out.printf(
        "%s: throughput %s, latency %s, duration %s, %d not judged%n",
        accuracy.cluster(),
        accuracy.throughput(),
        accuracy.latency(),
        accuracy.duration(),
        accuracy.notJudged());
  }

  private static List<Reason> held(SqliteJournal journal) throws Exception {
    return journal.before(Long.MAX_VALUE, 1000, List.of("decided")).stream()
        .map(JournalEntry::event)
        .map(Decided.class::cast)
        .flatMap(decided -> decided.reasons().stream())
        .filter(reason -> reason.code() == ReasonCode.DOES_NOT_PAY)
        .toList();
  }

  /** What restarts an almost idle cluster for it cannot make up for that in ten minutes. */
  @Test
  void whatCannotPayIsHeldWithTheNumbersAndNothingIsDone() throws Exception {
    Scenario almostIdle = ScenarioFile.find("src/test/resources/almost-idle.yaml", Path.of("."));
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      SimulationResult run = Simulation.journaled(almostIdle, "met", 1, journal);

      assertThat(held(journal)).isNotEmpty();
      assertThat(held(journal).get(0).sentence())
          .asString()
          .contains("it costs about ", "gains about ", "10 min is the horizon");
      assertThat(run.moves()).isZero();
      assertThat(run.restarts()).isZero();
      assertThat(journal.before(Long.MAX_VALUE, 1, List.of("achieved"))).isEmpty();
    }
  }
}
