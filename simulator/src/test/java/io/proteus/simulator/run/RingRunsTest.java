package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores that place their data themselves, and strategies that decide how many nodes there are. */
class RingRunsTest {
  private static final String TEXT =
      """
      name: ring
      nodes: %d
      store: %s
      lasts: %s
      hardware: {cores: 2, heap: 16GB, diskReadsPerSecond: 5000, diskBytesPerSecond: 300000000}
      cloud: {like: kubernetes}
      tenants:
        - {name: keys, operations: {read: 0.6, update: 0.4}, clients: 200, rate: %d, rows: 2000000, rowSize: 1KB}
      proteus:
        nodes: {min: 1, max: 6}
      """;

  private static Scenario scenario(int nodes, String store, String lasts, int rate) {
    return ScenarioFile.parse("a test", TEXT.formatted(nodes, store, lasts, rate));
  }

  /** Three nodes serve about 5,200 of the 7,000 requests that are wanted. */
  @ParameterizedTest
  @CsvSource({"cassandra, auto", "cassandra, threshold", "riak, threshold"})
  void threeNodesThatAreTooFewAreJoinedByOthersAndNoPartitionIsMoved(String store, String strategy)
      throws Exception {
    Scenario overloaded = scenario(3, store, "25m", 7000);
    SimulationResult nobody = Simulation.run(overloaded, Simulation.NOBODY, 1);

    SimulationResult run = Simulation.run(overloaded, strategy, 1);

    assertThat(run.mostNodes()).isBetween(4, 6);
    assertThat(run.operations()).isGreaterThan(1.1 * nobody.operations());
    assertThat(last(run).responseMs()).isLessThan(last(nobody).responseMs() / 2);
    assertThat(run.moves()).as("Proteus moves none").isZero();
    assertThat(run.movedBytes()).as("the store streams").isGreaterThan(1e9);
    assertThat(run.oppositeResizes()).isZero();
    assertThat(run.unfinishedPlans()).isZero();
    assertThat(run.incidents()).isEmpty();
  }

  private static SimulationResult.Point last(SimulationResult run) {
    return run.points().get(run.points().size() - 1);
  }

  @ParameterizedTest
  @CsvSource({"cassandra, threshold", "riak, threshold"})
  void anIdleClusterShrinksToItsThreeCopiesAndNotBelow(String store, String strategy)
      throws Exception {
    SimulationResult run = Simulation.run(scenario(5, store, "3h", 100), strategy, 1);

    assertThat(last(run).nodes()).isEqualTo(3);
    assertThat(run.points()).allMatch(point -> point.nodes() >= 3);
    assertThat(run.moves()).isZero();
    assertThat(run.unfinishedPlans()).isZero();
    assertThat(run.incidents()).isEmpty();
  }

  @Test
  void theSameSeedMakesTheSameRun() throws Exception {
    Scenario scenario = scenario(3, "cassandra", "15m", 7000);

    SimulationResult first = Simulation.run(scenario, "threshold", 7);
    SimulationResult again = Simulation.run(scenario, "threshold", 7);

    assertThat(again.operations()).isEqualTo(first.operations());
    assertThat(again.movedBytes()).isEqualTo(first.movedBytes());
    assertThat(again.points()).isEqualTo(first.points());
  }

  /**
   * Its join fails, and no node comes of its machine. The dead one is struck off after three hours,
   * and another one joins then, though the machine of the dead one runs on and does not answer.
   */
  @Test
  void aNodeThatDiesWhileAnotherJoinsIsReplacedInTheEnd() throws Exception {
    Scenario scenario =
        ScenarioFile.parse(
            "a test",
            TEXT.formatted(4, "cassandra", "4h", 7000)
                + "faults: [{fault: node-crash, at: 270s, node: 0}]");

    SimulationResult run = Simulation.run(scenario, "threshold", 1);

    assertThat(run.decisions().get(0).outcome()).contains("was not done within 600 s");
    assertThat(run.decisions().get(1).reasons()).first().asString().startsWith("STILLBORN");
    assertThat(run.decisions().get(2).reasons()).first().asString().startsWith("NODE_LOST");
    assertThat(run.decisions().get(2).outcome()).startsWith("all steps are over, 3 were needed");
    assertThat(last(run).nodes()).isGreaterThanOrEqualTo(4);
    assertThat(run.incidents()).isEmpty();
  }
}
