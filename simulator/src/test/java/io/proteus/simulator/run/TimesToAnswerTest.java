package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Where nothing is answered there is no time to an answer, and it is not 0 ms. */
class TimesToAnswerTest {
  /**
   * @param active when the one tenant asks
   */
  private static SimulationResult run(String active) throws Exception {
    return Simulation.run(scenario(active), Simulation.NOBODY, 1);
  }

  private static Scenario scenario(String active) {
    return ScenarioFile.parse(
        "test",
        """
        name: seldom
        lasts: 20m
        nodes: 2
        layout: balanced
        tenants:
          - {name: A, operations: {read: 1}, clients: 5, rows: 100000, shares: 4, active: %s}
        """
            .formatted(active));
  }

  private static Comparison.Row compared(SimulationResult run) {
    ComparedRuns runs = new ComparedRuns(false);
    runs.add(run);
    return runs.comparison(scenario("[]")).rows().get(0);
  }

  @Test
  void timesWithoutAnAnswerDoNotCount() throws Exception {
    SimulationResult seldom = run("[{from: 15m}]");

    List<Point> silent = seldom.points().stream().filter(point -> point.at() <= 890).toList();
    List<Point> asked = seldom.points().stream().filter(point -> point.at() > 910).toList();
    assertThat(silent).isNotEmpty().allMatch(point -> point.responseMs() == null);
    assertThat(silent).allMatch(point -> point.answers().p99Ms() == null);
    double mean =
        asked.stream()
            .mapToDouble(point -> Objects.requireNonNull(point.responseMs()))
            .average()
            .orElseThrow();
    Comparison.Row row = compared(seldom);
    assertThat(Objects.requireNonNull(row.responseMs()).median())
        .isCloseTo(mean, within(0.01 * mean));
  }

  @Test
  void eachOperationCountsAsMuch() throws Exception {
    SimulationResult run = run("[]");

    double operations = run.points().stream().mapToDouble(Point::total).sum();
    double sum =
        run.points().stream()
            .mapToDouble(point -> point.total() * Objects.requireNonNull(point.responseMs()))
            .sum();
    assertThat(Objects.requireNonNull(run.meanResponseMs()))
        .isCloseTo(sum / operations, within(1e-9));
  }

  @Test
  void whereNothingIsEverAnsweredThereIsNoFigure() throws Exception {
    SimulationResult never = run("[{from: 1h}]");

    Comparison.Row row = compared(never);
    assertThat(never.operations()).isZero();
    assertThat(row.responseMs()).isNull();
    assertThat(row.p99Ms()).isNull();
  }
}
