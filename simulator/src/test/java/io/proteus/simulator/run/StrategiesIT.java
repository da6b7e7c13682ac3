package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What strategies come to on the simulator; their rules have tests of their own in the core. */
@Tag("storeless")
class StrategiesIT {
  private static Scenario scenario(String name) {
    return ScenarioFile.find(name, Path.of("."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"met", "threshold", "target", "mdp", "forecast"})
  void underAConstantLoadNoResizeIsTakenBack(String strategy) throws Exception {
    SimulationResult run = Simulation.run(scenario("steady"), strategy, 1);

    assertThat(run.oppositeResizes()).isZero();
    assertThat(run.incidents()).isEmpty();
  }

  /** By CPU alone both stayed at two nodes that did nothing but wait for their disks. */
  @ParameterizedTest
  @ValueSource(strings = {"target", "forecast", "mdp", "met"})
  void aFlashCrowdIsAnsweredBetterThanByNobody(String strategy) throws Exception {
    double nobody = Simulation.run(scenario("flash-crowd"), Simulation.NOBODY, 1).operations();

    SimulationResult run = Simulation.run(scenario("flash-crowd"), strategy, 1);

    assertThat(run.operations()).isGreaterThan(1.1 * nobody);
    assertThat(run.oppositeResizes()).isZero();
  }

  /** Three shards are too few for the rush; without it they are enough. */
  @Test
  void aRedisClusterGrowsForARushAndGivesBackWhatItTook() throws Exception {
    double nobody = Simulation.run(scenario("redis"), Simulation.NOBODY, 1).operations();

    SimulationResult run = Simulation.run(scenario("redis"), "auto", 1);

    assertThat(run.operations()).isGreaterThan(1.1 * nobody);
    assertThat(run.mostNodes()).isBetween(4, 6);
    assertThat(run.resizes()).as("and back").isGreaterThan(1);
    assertThat(run.oppositeResizes()).isZero();
    assertThat(run.incidents()).isEmpty();
  }

  /** As of Redis, but that the store itself moves what it takes. */
  @ParameterizedTest
  @ValueSource(strings = {"cassandra", "riak"})
  void aRingGrowsForARushAndGivesBackWhatItTook(String store) throws Exception {
    double nobody = Simulation.run(scenario(store), Simulation.NOBODY, 1).operations();

    SimulationResult run = Simulation.run(scenario(store), "auto", 1);

    assertThat(run.operations()).isGreaterThan(1.05 * nobody);
    assertThat(run.mostNodes()).isBetween(4, 6);
    assertThat(run.resizes()).as("and back").isGreaterThan(1);
    assertThat(run.moves()).isZero();
    assertThat(run.oppositeResizes()).isZero();
    assertThat(run.incidents()).isEmpty();
  }

  @Test
  void metGroupsAndWinsWithoutANodeMore() throws Exception {
    Scenario scenario = scenario("met-16").withLayout(Scenario.Layout.BALANCED);
    double before = settled(Simulation.run(scenario, Simulation.NOBODY, 1));

    SimulationResult run = Simulation.run(scenario, "met", 1);

    assertThat(settled(run)).isGreaterThan(1.3 * before);
    assertThat(run.mostNodes()).isEqualTo(5);
    assertThat(run.restarts()).isZero();
  }

  @Test
  void withoutThePluginMetRestartsEveryNode() throws Exception {
    SimulationResult run = Simulation.run(scenario("met-16").withOnline(false), "met", 1);

    assertThat(run.restarts()).isEqualTo(5);
    assertThat(run.incidents()).isEmpty();
  }

  @Test
  void configuredBeforeItCountsForecastServesMoreThanMetWithFewerNodes() throws Exception {
    SimulationResult met = Simulation.run(scenario("met-18").withOnline(false), "met", 1);
    SimulationResult forecast = Simulation.run(ofAnHour("met"), "forecast", 1);

    assertThat(forecast.operations()).isGreaterThan(met.operations());
    assertThat(forecast.nodeHours()).isLessThan(0.9 * met.nodeHours());
    assertThat(forecast.oppositeResizes()).isZero();
  }

  @Test
  void withHeapsDividedByUseItTakesHardlyANodeMoreAndMovesNothingBefore() throws Exception {
    SimulationResult met = Simulation.run(scenario("met-18").withOnline(false), "met", 1);
    SimulationResult forecast = Simulation.run(ofAnHour("heap"), "forecast", 1);

    assertThat(forecast.operations()).isGreaterThan(1.1 * met.operations());
    assertThat(forecast.nodeHours()).isLessThanOrEqualTo(0.85 * met.nodeHours());
    assertThat(forecast.decisions().get(0).reasons()).first().asString().contains("HEAP_DIVIDED");
    assertThat(forecast.meanThroughput(6 * 60, 25 * 60))
        .isGreaterThan(2 * forecast.meanThroughput(0, 4 * 60));
    assertThat(forecast.incidents()).isEmpty();
  }

  private static Scenario ofAnHour(String configuration) {
    return scenario("met-18")
        .withSettings(
            Map.of(
                "configuration", Map.of("policy", configuration),
                "scaling",
                    Map.of(
                        "cooldownShrink",
                        "3m",
                        "oppositeWindow",
                        "10m",
                        "removable",
                        0.5,
                        "shrinkDecisions",
                        7)));
  }

  /** By requests alone the node that waits for its disk got more. */
  @Test
  void evenedOutByDataDisksAreWaitedForLess() throws Exception {
    String shipped =
        Files.readString(Path.of("src/main/resources/io/proteus/simulator/scenario/met-18.yaml"));
    String larger = shipped.replace("heap: 1.8GB", "heap: 2GB");
    assertThat(larger).isNotEqualTo(shipped);
    Scenario scenario = ScenarioFile.parse("met-18 with 2 GB", larger);
    Scenario byRequests = scenario.withSettings(Map.of("placement", Map.of("even", "load")));

    assertThat(Simulation.run(scenario, "threshold", 1).operations())
        .isGreaterThan(1.2 * Simulation.run(byRequests, "threshold", 1).operations());
  }

  private static double settled(SimulationResult run) {
    return run.meanThroughput(run.seconds() / 2, run.seconds());
  }
}
