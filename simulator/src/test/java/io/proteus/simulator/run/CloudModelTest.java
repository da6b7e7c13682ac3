package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.run.SimulationResult.Decided;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Machines take as long, are refused as often and cost as much as their cloud's do. */
class CloudModelTest {
  private static final int GIVEN = 2;

  /** More than two nodes answer, from the beginning. */
  private static Scenario crowded(String cloud) {
    return ScenarioFile.parse(
        "crowded",
        """
        name: crowded
        lasts: 40m
        nodes: %d
        layout: balanced
        %s
        tenants:
          - {name: A, operations: {read: 1}, clients: 400, rows: 100000, shares: 12}
        proteus:
          nodes: {min: 2, max: 6}
        """
            .formatted(GIVEN, cloud));
  }

  private static SimulationResult run(String cloud) throws Exception {
    return Simulation.run(crowded(cloud), "threshold", 3);
  }

  /** Seconds from the first machine that is paid for to the first node that serves. */
  private static double secondsToServe(SimulationResult run) {
    double ordered = first(run, run.points().stream().filter(p -> p.machines() > GIVEN).toList());
    double serves = first(run, run.points().stream().filter(p -> p.nodes() > GIVEN).toList());
    return serves - ordered;
  }

  private static double first(SimulationResult run, List<Point> points) {
    assertThat(points).as("%s", run.decisions()).isNotEmpty();
    return points.get(0).at();
  }

  @Test
  void machinesTakeAsLongAsThoseOfTheirCloud() throws Exception {
    double step = run("").points().get(0).at();

    assertThat(secondsToServe(run(""))).isCloseTo(210, within(step));
    assertThat(secondsToServe(run("cloud: {like: openstack}"))).isCloseTo(210, within(step));
    assertThat(secondsToServe(run("cloud: {like: ec2}"))).isCloseTo(90, within(step));
    assertThat(secondsToServe(run("cloud: {like: kubernetes}"))).isCloseTo(45, within(step));
    assertThat(secondsToServe(run("cloud: {like: ssh}"))).isCloseTo(30, within(step));
    assertThat(secondsToServe(run("cloud: {like: ec2, boot: 8m, join: 2m}")))
        .isCloseTo(600, within(step));
  }

  @Test
  void withoutACloudItIsThatOfThePapers() throws Exception {
    assertThat(run("cloud: {}")).isEqualTo(run(""));
    assertThat(run("cloud: {like: papers, price: 0.1}")).isEqualTo(run(""));
  }

  @Test
  void aCloudThatRefusesIsAskedAgainAndNothingGoesWrong() throws Exception {
    SimulationResult run = run("cloud: {like: ssh, refused: 0.7}");

    assertThat(run.decisions())
        .extracting(Decided::outcome)
        .anyMatch(outcome -> outcome.contains("no machine to give"));
    assertThat(run.mostNodes()).isGreaterThan(GIVEN);
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void aMachineOfWhichNoNodeComesIsEnded() throws Exception {
    SimulationResult run = run("cloud: {like: ssh, stillborn: 0.5}");

    assertThat(run.points())
        .as("one is paid for and does not serve")
        .anyMatch(p -> p.machines() > p.nodes());
    assertThat(run.mostNodes()).isGreaterThan(GIVEN);
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void whatMachinesCostIsToldWhereTheirPriceIsKnown() throws Exception {
    Scenario priced = crowded("cloud: {price: 0.25}");
    SimulationResult run = Simulation.run(priced, "threshold", 3);
    ComparedRuns runs = new ComparedRuns(false);
    runs.add(run);

    Comparison told = runs.comparison(priced);

    assertThat(Objects.requireNonNull(told.cost(told.rows().get(0))).median())
        .isCloseTo(0.25 * run.nodeHours(), within(1e-9));
    Comparison untold = runs.comparison(crowded(""));
    assertThat(untold.cost(untold.rows().get(0))).isNull();
  }

  @Test
  void sharesAndPricesThatCannotBeAreRefused() {
    assertThatThrownBy(() -> crowded("cloud: {refused: 1}"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("cloud.refused")
        .hasMessageContaining("less than 1");
    assertThatThrownBy(() -> crowded("cloud: {price: -1}"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("cloud.price");
    assertThatThrownBy(() -> crowded("cloud: {like: azure}"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("cloud.like")
        .hasMessageContaining("azure");
  }
}
