package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.run.SimulationResult.Percentiles;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The figures of a run can be worked out from its curves. */
class CurvesTest {
  private static SimulationResult run(String lasts, String more, String strategy) throws Exception {
    Scenario scenario =
        ScenarioFile.parse(
            "test",
            """
            name: curves
            lasts: %s
            nodes: 4
            layout: balanced
            tenants:
              - {name: A, operations: {read: 1}, clients: 500, rate: 20000, rows: 300000, shares: 8}
            proteus: {nodes: {min: 2, max: 6}}
            %s
            """
                .formatted(lasts, more));
    return Simulation.run(scenario, strategy, 1);
  }

  private static void addUp(SimulationResult run) {
    double operations = 0;
    double machineSeconds = 0;
    double before = 0;
    for (Point point : run.points()) {
      operations += point.total() * (point.at() - before);
      machineSeconds += point.machines() * (point.at() - before);
      before = point.at();
    }
    assertThat(before).isEqualTo(run.seconds());
    assertThat(operations).isCloseTo(run.operations(), within(1e-6 * run.operations()));
    // within a span machines come and go
    assertThat(machineSeconds / 3600).isCloseTo(run.nodeHours(), within(0.01 * run.nodeHours()));
  }

  @Test
  void theyGoOnToTheEnd() throws Exception {
    addUp(run("25m", "", Simulation.NOBODY));
    addUp(run("25m", "", "target"));
    addUp(run("95s", "", Simulation.NOBODY));
  }

  @Test
  void aRunThatIsShorterThanASpanHasAPointAndAMean() throws Exception {
    SimulationResult run = run("4s", "", Simulation.NOBODY);

    assertThat(run.points()).hasSize(1);
    assertThat(run.meanResponseMs()).isPositive();
    addUp(run);
  }

  @Test
  void aMachineThatIsLostIsNoResizeOfAnybody() throws Exception {
    SimulationResult run =
        run("5m", "faults: [{fault: machine-lost, at: 1m, node: 3}]", Simulation.NOBODY);

    assertThat(run.points().get(run.points().size() - 1).machines()).isEqualTo(3);
    assertThat(run.resizes()).isZero();
  }

  /** Else the last digit of their sum is another in another JVM. */
  @Test
  void tenantsAreInTheOrderOfTheirNames() {
    Map<String, Double> answered = new LinkedHashMap<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      names.add("tenant-%02d".formatted(i));
    }
    Collections.reverse(names);
    names.forEach(name -> answered.put(name, 1.0));

    SimulationResult run =
        new SimulationResult(
            "x",
            "none",
            1,
            60,
            answered,
            new SimulationResult.OpenLoops(0, 0, 0),
            List.of(),
            new Percentiles(null, null, null),
            List.of(),
            1,
            1,
            0,
            0,
            0,
            0,
            0,
            0,
            List.of());

    assertThat(run.answered().keySet()).containsExactlyElementsOf(new TreeMap<>(answered).keySet());
  }
}
