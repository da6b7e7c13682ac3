package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import org.junit.jupiter.api.Test;

/** A machine that is lost is not the end: the store lists its node as dead until it is told. */
class LostMachineTest {
  private static Scenario losing(String proteus) {
    return ScenarioFile.parse(
        "test",
        """
        name: lost
        lasts: 50m
        nodes: 4
        layout: balanced
        tenants: [{name: A, operations: {read: 1}, clients: 20, rows: 100000, shares: 8}]
        faults:
          - {fault: machine-lost, at: 12m, node: 2}
        proteus:
          strategy: threshold
          nodes: {min: 1, max: 4}
          threshold: {growAbove: 0.95, shrinkBelow: 0}
        """
            + proteus);
  }

  private static int machinesAtTheEnd(SimulationResult run) {
    return run.points().get(run.points().size() - 1).machines();
  }

  @Test
  void itIsReplacedAndStruckOff() throws Exception {
    SimulationResult run = Simulation.run(losing(""), "threshold", 1);

    assertThat(machinesAtTheEnd(run)).isEqualTo(4);
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void wherePeopleWantToDecideNothingIsDoneWithoutThem() throws Exception {
    SimulationResult run = Simulation.run(losing("  guards: {deadNodes: wait}\n"), "threshold", 1);

    assertThat(machinesAtTheEnd(run)).isEqualTo(3);
  }
}
