package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.Scaling;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A policy that does not hold to the bounds of its scenario is found. */
class NodeBoundsTest {
  private static final Scenario THREE =
      ScenarioFile.parse(
          "test",
          """
          name: three
          lasts: 20m
          nodes: 3
          layout: balanced
          tenants: [{name: A, operations: {read: 1}, clients: 5, rows: 1000, shares: 6}]
          proteus:
            nodes: {min: 3, max: 4}
          """);

  /** Wants so many nodes, and believes that it may have 1 to 9. */
  private static SimulationResult wanting(int nodes) throws Exception {
    LimitedScaling unbound =
        new LimitedScaling(
            now ->
                new Scaling.Resize(
                    nodes, List.of(ReasonCode.ASKED_FOR.says("%d nodes", nodes)), now.memory()),
            Limits.within(new NodeBounds(1, 9)));
    return Simulation.deciding(
        THREE,
        new DecisionMaker(PolicyStrategy.counting(unbound), Guards.defaults(), Planner.met()),
        1);
  }

  @Test
  void whatIsWithinTheBoundsIsNoIncident() throws Exception {
    SimulationResult run = wanting(4);

    assertThat(run.mostNodes()).isEqualTo(4);
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void moreMachinesThanMayBeAreAnIncident() throws Exception {
    assertThat(wanting(6).failures())
        .containsExactly("6 machines ran, and with nodes.max 4 at most 4 may");
  }

  @Test
  void fewerMachinesThanHaveToBeAreAnIncident() throws Exception {
    assertThat(wanting(2).failures())
        .containsExactly("2 machines ran, and with nodes.min 3 at least 3 have to");
  }
}
