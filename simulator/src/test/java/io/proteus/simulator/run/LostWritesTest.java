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
import io.proteus.simulator.fault.MachineLost;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole runs in which acknowledged writes would be lost are found, and name them. */
class LostWritesTest {
  private static final long SEED = 1;

  private static final Scenario SIX =
      ScenarioFile.parse(
          "test",
          """
          name: six
          lasts: 90m
          nodes: 6
          layout: balanced
          tenants: [{name: A, operations: {read: 0.5, update: 0.5}, clients: 5, rate: 500, rows: 4000000, shares: 12}]
          proteus:
            nodes: {min: 1, max: 6}
          """);

  /** As many at once as is liked. */
  private static final Limits UNLIMITED = limits(Ratio.ONE, Duration.ofHours(1));

  private static Limits limits(Ratio removable, Duration period) {
    return new Limits(
        new NodeBounds(1, 6),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        removable,
        period,
        1,
        Duration.ofSeconds(90));
  }

  private static final Planner NEVER_COMPACTING = new Planner(Ratio.of(0), Ratio.of(0));

  private static List<String> lost(SimulationResult run) {
    return run.failures().stream()
        .filter(failure -> failure.startsWith("acknowledged writes lost: "))
        .toList();
  }

  private static SimulationResult leavingOne(Planner planner, Limits limits) throws Exception {
    LimitedScaling one =
        new LimitedScaling(
            now ->
                new Scaling.Resize(1, List.of(ReasonCode.ASKED_FOR.says("one node")), now.memory()),
            limits);
    return Simulation.deciding(
        SIX, new DecisionMaker(PolicyStrategy.counting(one), Guards.defaults(), planner), SEED);
  }

  /** Empty, as all partitions have moved; and still theirs are the only copies. */
  @Test
  void aControllerThatEndsNodesWithTheLastCopiesLosesWrites() throws Exception {
    SimulationResult run = leavingOne(NEVER_COMPACTING, UNLIMITED);

    assertThat(lost(run)).isNotEmpty();
    assertThat(run.failures()).isEqualTo(lost(run));
  }

  /** As Proteus does: what is moved is compacted, and so written anew, before its node goes. */
  @Test
  void compactedFirstNothingIsLostHoweverManyGoAtOnce() throws Exception {
    SimulationResult run = leavingOne(Planner.met(), UNLIMITED);

    assertThat(run.points()).anyMatch(point -> point.machines() == 1);
    assertThat(run.failures()).isEmpty();
  }

  /** The limits that docs/simulator.md advises where machines take their copies with them. */
  @Test
  void oneAtATimeNothingIsLostEvenWithoutCompactions() throws Exception {
    SimulationResult run =
        leavingOne(NEVER_COMPACTING, limits(Ratio.of(0.01), Duration.ofMinutes(15)));

    assertThat(run.points()).anyMatch(point -> point.machines() <= 3);
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void aCloudThatTakesTwoMachinesWithinMinutesLosesWrites() throws Exception {
    assertThat(lost(losing(Duration.ofMinutes(5), Duration.ofMinutes(12)))).isNotEmpty();
  }

  @Test
  void aCloudThatTakesTwoMachinesLongAfterEachOtherLosesNone() throws Exception {
    assertThat(losing(Duration.ofMinutes(5), Duration.ofMinutes(30)).failures()).isEmpty();
  }

  private static SimulationResult losing(Duration first, Duration second) throws Exception {
    Scenario scenario =
        SIX.withFaults(List.of(new MachineLost(first, 0), new MachineLost(second, 0)));
    return Simulation.run(scenario, Simulation.NOBODY, SEED);
  }
}
