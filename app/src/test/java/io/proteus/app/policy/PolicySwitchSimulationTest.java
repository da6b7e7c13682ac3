package io.proteus.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Policies in the loop of production, on a simulated store: they switch, and do not go to and fro.
 */
class PolicySwitchSimulationTest {
  /** Readers all the time, and writers when the test says so; every server holds some of each. */
  private static String scenario(String lasts, String writersActive) {
    return """
    name: switch
    lasts: %s
    nodes: 3
    layout: balanced
    tenants:
      - {name: readers, operations: {read: 1}, clients: 20, rate: 600, rows: 200000, shares: 3}
      - {name: writers, operations: {update: 1}, clients: 20, rate: 600, rows: 200000, shares: 3, active: %s}
    proteus:
      nodes: {min: 3, max: 3}
      scaling: {policy: keep}
      configuration: {policy: policies}
    """
        .formatted(lasts, writersActive);
  }

  private static SimulationResult run(String scenario) throws InvalidConfiguration {
    SimulationResult result =
        Simulation.run(ScenarioFile.parse("the test's scenario", scenario), "threshold", 1);
    assertThat(result.incidents()).isEmpty();
    assertThat(result.unfinishedPlans()).isZero();
    assertThat(result.restarts()).isZero();
    return result;
  }

  private static List<String> switchesOf(SimulationResult result, String subject) {
    return result.decisions().stream()
        .flatMap(decided -> decided.reasons().stream())
        .map(Object::toString)
        .filter(reason -> reason.startsWith("POLICY_SWITCH: " + subject))
        .toList();
  }

  @Test
  void aLastingChangeSwitchesEachTableAndServerOnce() throws InvalidConfiguration {
    SimulationResult result = run(scenario("90m", "[{from: 40m, until: 90m}]"));

    assertThat(switchesOf(result, "table readers")).singleElement().asString().contains("pcm-ro");
    assertThat(switchesOf(result, "table writers")).singleElement().asString().contains("pcm-wo");
    List<String> ofNodes = switchesOf(result, "node ");
    assertThat(ofNodes).anyMatch(reason -> reason.contains("in place of pcm-ro"));
    for (int number = 1; number <= 3; number++) {
      assertThat(switchesOf(result, "node node-00" + number)).hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void aClassThatComesAndGoesWithinTheHoldTimeSwitchesNoServer() throws InvalidConfiguration {
    SimulationResult result =
        run(
            scenario(
                "90m",
                "[{from: 40m, until: 45m}, {from: 50m, until: 55m}, {from: 60m, until: 65m},"
                    + " {from: 70m, until: 75m}]"));

    assertThat(switchesOf(result, "node ")).noneMatch(reason -> reason.contains("in place of"));
  }
}
