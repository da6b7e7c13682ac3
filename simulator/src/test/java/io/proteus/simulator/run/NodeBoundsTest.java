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
import io.proteus.core.units.Ratio;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.NodeCrash;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
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

  /** 1 to 9 nodes, as many at once as is liked. */
  private static final Limits ANY =
      new Limits(
          new NodeBounds(1, 9),
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Ratio.ONE,
          Duration.ofHours(1),
          1,
          Duration.ofSeconds(90));

  /** Wants so many nodes, and believes that it may have {@link #ANY}. */
  private static SimulationResult wanting(int nodes) throws Exception {
    return wanting(nodes, THREE);
  }

  private static SimulationResult wanting(int nodes, Scenario scenario) throws Exception {
    LimitedScaling unbound =
        new LimitedScaling(
            now ->
                new Scaling.Resize(
                    nodes, List.of(ReasonCode.ASKED_FOR.says("%d nodes", nodes)), now.memory()),
            ANY);
    return Simulation.deciding(
        scenario,
        new DecisionMaker(PolicyStrategy.counting(unbound), Guards.defaults(), Planner.met()),
        1);
  }

  @Test
  void whatIsWithinTheBoundsIsNoIncident() throws Exception {
    SimulationResult run = wanting(4);

    assertThat(run.mostNodes()).isEqualTo(4);
    assertThat(run.failures()).isEmpty();
  }

  /** Several for one: each time that the answer is lost, one more is started. */
  @Test
  void whatTheCloudStartsBeyondWhatItWasAskedForGoesAgain() throws Exception {
    Scenario late =
        ScenarioFile.parse(
            "test",
            """
            name: late
            lasts: 50m
            nodes: 3
            layout: balanced
            tenants: [{name: A, operations: {read: 1}, clients: 5, rows: 1000, shares: 8}]
            faults:
              - {fault: launch-answers-lost, at: 0s, lasts: 10m}
              - {fault: launches-unseen, at: 0s, lasts: 10m}
            proteus:
              nodes: {min: 3, max: 4}
            """);

    SimulationResult run = wanting(4, late);

    assertThat(run.mostNodes()).isGreaterThan(4);
    assertThat(run.points().get(run.points().size() - 1).machines()).isEqualTo(4);
    assertThat(run.failures()).isEmpty();
  }

  private static final Scenario STILLBORN =
      ScenarioFile.parse(
          "test",
          """
          name: stillborn
          lasts: 70m
          nodes: 3
          layout: balanced
          tenants: [{name: A, operations: {read: 1}, clients: 5, rows: 1000, shares: 8}]
          faults: [{fault: launches-stillborn, at: 0s, lasts: 10m}]
          proteus:
            nodes: {min: 3, max: 4}
          """);

  /** It would count as there with every later launch, so that no node would ever come. */
  @Test
  void aMachineOfWhichNoNodeComesIsEndedAndAnotherIsStarted() throws Exception {
    SimulationResult run = wanting(4, STILLBORN);

    assertThat(run.decisions())
        .anyMatch(decided -> decided.reasons().get(0).startsWith("STILLBORN: no node has come of"));
    assertThat(run.points().get(run.points().size() - 1))
        .satisfies(
            last -> {
              assertThat(last.machines()).isEqualTo(4);
              assertThat(last.nodes()).isEqualTo(4);
            });
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void aMachineThatIsPaidForInVainForTooLongIsAnIncident() throws Exception {
    Scenario patient =
        ScenarioFile.parse(
            "test",
            """
            name: patient
            lasts: 70m
            nodes: 3
            layout: balanced
            tenants: [{name: A, operations: {read: 1}, clients: 5, rows: 1000, shares: 8}]
            faults: [{fault: launches-stillborn, at: 0s, lasts: 10m}]
            proteus:
              nodes: {min: 4, max: 4}
              cloud: {machineGrace: 10h}
            """);

    assertThat(Simulation.run(patient, "target", 1).failures())
        .singleElement()
        .asString()
        .contains("runs, and its node neither serves nor is told to be dead for more than 2700 s");
  }

  @Test
  void moreMachinesThanMayBeAreAnIncident() throws Exception {
    assertThat(wanting(6).failures())
        .containsExactly("6 machines ran, and with nodes.max 4 at most 4 may");
  }

  @Test
  void fewerMachinesThanHaveToBeAreAnIncident() throws Exception {
    assertThat(wanting(2).failures())
        .containsExactly("2 machines ran or had died, and with nodes.min 3 at least 3 have to");
  }

  /** A node that dies excuses one machine less, and no more. */
  @Test
  void fewerMachinesThanHaveToBeAreAnIncidentAlsoWhereANodeDied() throws Exception {
    Fault crash = new NodeCrash(Duration.ofSeconds(1), 0, Duration.ofSeconds(60));

    assertThat(wanting(1, THREE.withFaults(List.of(crash))).failures())
        .containsExactly("2 machines ran or had died, and with nodes.min 3 at least 3 have to");
  }
}
