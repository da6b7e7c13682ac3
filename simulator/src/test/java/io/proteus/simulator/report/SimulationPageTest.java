package io.proteus.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.run.ComparedRuns;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.OpenLoops;
import io.proteus.simulator.run.SimulationResult.Percentiles;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulationPageTest {
  private static final Scenario SCENARIO = ScenarioFile.find("steady", Path.of("."));

  private static SimulationResult run(
      long seed, double operations, @Nullable Double ms, List<String> incidents) {
    return run(seed, operations, ms, incidents, new OpenLoops(0, 0, 0));
  }

  private static SimulationResult run(
      long seed,
      double operations,
      @Nullable Double ms,
      List<String> incidents,
      OpenLoops openLoops) {
    Percentiles answers = new Percentiles(ms, ms, ms);
    List<Point> points =
        List.of(
            new Point(10, Map.of("A", operations / 20), ms, answers, 0, 2, 2, 0.5),
            new Point(20, Map.of("A", operations / 20), ms, answers, 0, 2, 2, 0.5));
    return new SimulationResult(
        "steady",
        "met",
        seed,
        20,
        Map.of("A", operations),
        openLoops,
        points,
        answers,
        List.of(),
        1.5,
        2,
        0,
        0,
        0,
        0,
        0,
        0,
        incidents);
  }

  private static String page(SimulationResult... runs) {
    ComparedRuns compared = new ComparedRuns(false);
    List.of(runs).forEach(compared::add);
    return SimulationPage.html(SCENARIO, compared);
  }

  @Test
  void ofAStrategyThatDidNothingThereIsNoTable() {
    assertThat(page(run(4, 1_000, 2.0, List.of())))
        .contains("<h2>What met did</h2>")
        .contains("<p>Nothing.</p>")
        .doesNotContain("ended at");
  }

  @Test
  void figuresAreMediansAndEveryIncidentIsThere() {
    String page =
        page(
            run(4, 1_000, 2.0, List.of()),
            run(5, 3_000, 6.0, List.of("a partition was lost")),
            run(6, 2_000, 4.0, List.of("a node was lost")));

    assertThat(page)
        .contains("seeds 4 to 6: medians")
        .contains("2,000 (1,000 to 3,000)")
        .contains("4.0 (2.0 to 6.0) / 4.0 (2.0 to 6.0)")
        .contains("seed 5: a partition was lost")
        .contains("seed 6: a node was lost");
  }

  @Test
  void whatOpenLoopsLostAndWhatWaitsIsShown() {
    String page =
        page(
            run(4, 1_000, 2.0, List.of(), new OpenLoops(1_500, 300, 200)),
            run(5, 1_000, 2.0, List.of(), new OpenLoops(1_500, 5_300, 0)));

    assertThat(page)
        .contains("<th>lost</th>")
        .contains("<td>2,900 (500 to 5,300)</td>")
        .contains("Requests that wait for a connection (open loops)");
    assertThat(page(run(4, 1_000, 2.0, List.of())))
        .doesNotContain("<th>lost</th>")
        .doesNotContain("Requests that wait");
  }

  @Test
  void oneSeedHasNoRange() {
    String page = page(run(4, 1_000, 2.0, List.of()));

    assertThat(page).contains("seed 4.").contains(">1,000<").doesNotContain("medians");
  }

  @Test
  void whereNothingWasAnsweredThereIsAGap() {
    String page = page(run(4, 0, null, List.of()));

    assertThat(page).contains("- / - / -");
  }
}
