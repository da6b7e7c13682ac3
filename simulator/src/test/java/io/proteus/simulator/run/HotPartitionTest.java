package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import org.junit.jupiter.api.Test;

/** One partition has half of the load, which is more than a node serves. */
class HotPartitionTest {
  private static Scenario skewed(String ofTenant, String proteus) {
    return ScenarioFile.parse(
        "test",
        """
        name: skewed
        lasts: 100m
        nodes: 4
        layout: balanced
        tenants:
          - {name: t, operations: {read: 0.8, update: 0.2}, clients: 400, rate: 30000,
             rows: 1000000, shares: [0.5, 0.1, 0.1, 0.1, 0.1, 0.1]%s}
        proteus:
          nodes: {min: 2, max: 10}
          splits: {policy: %s}
        """
            .formatted(ofTenant, proteus));
  }

  private static double millions(Scenario scenario, String strategy) throws Exception {
    SimulationResult run = Simulation.run(scenario, strategy, 1);
    assertThat(run.failures()).isEmpty();
    return run.operations() / 1e6;
  }

  @Test
  void splitsServeWhatNoNumberOfNodesDoes() throws Exception {
    double whole = millions(skewed("", "off"), "threshold");
    double split = millions(skewed("", "on"), "threshold");

    assertThat(split).isGreaterThan(1.3 * whole);
  }

  @Test
  void aHeatOfOneKeyIsNotSplitForEver() throws Exception {
    SimulationResult run = Simulation.run(skewed(", oneKey: true", "on"), "target", 1);

    assertThat(run.failures()).isEmpty();
    assertThat(
            run.decisions().stream()
                .filter(decided -> decided.toString().contains("it is split"))
                .count())
        .isEqualTo(2);
    assertThat(run.decisions().toString()).contains("MADE_WORSE");
  }
}
