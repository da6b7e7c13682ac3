package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparedRunsTest {
  private static final Scenario SMALL =
      ScenarioFile.parse(
          "small",
          """
          name: small
          lasts: 5m
          nodes: 2
          tenants: [{name: A, operations: {read: 1}, clients: 5, rows: 1000, shares: 2}]
          """);

  private static ComparedRuns compared(boolean keepAll) throws Exception {
    ComparedRuns compared = new ComparedRuns(keepAll);
    for (String strategy : List.of("none", "met")) {
      for (long seed = 7; seed < 10; seed++) {
        compared.add(Simulation.run(SMALL, strategy, seed));
      }
    }
    return compared;
  }

  @Test
  void allCountAndTheFirstOfEachStrategyIsKeptWhole() throws Exception {
    ComparedRuns compared = compared(false);

    assertThat(compared.comparison(SMALL).rows())
        .extracting(Comparison.Row::strategy)
        .containsExactly("none", "met");
    assertThat(compared.comparison(SMALL).rows()).allMatch(row -> row.seeds() == 3);
    assertThat(compared.whole()).allMatch(runs -> runs.size() == 1).hasSize(2);
    assertThat(compared.first()).allMatch(run -> run.seed() == 7 && !run.points().isEmpty());
  }

  @Test
  void whereEveryFigureIsAskedForAllAreKeptWhole() throws Exception {
    ComparedRuns compared = compared(true);

    assertThat(compared.whole()).allMatch(runs -> runs.size() == 3).hasSize(2);
    assertThat(compared.comparison(SMALL)).isEqualTo(compared(false).comparison(SMALL));
  }
}
