package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Fault;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where faults of one kind overlap, none is over before its time, and the worst counts. */
class FaultScriptTest {
  private static final Scenario SMALL =
      ScenarioFile.parse(
          "test",
          """
          name: small
          nodes: 2
          lasts: 1h
          tenants: [{name: A, operations: {read: 1}, clients: 1, rows: 1000, shares: 2}]
          """);

  private static Duration minutes(int count) {
    return Duration.ofMinutes(count);
  }

  private static World world(Fault... faults) {
    return new World(SMALL.withFaults(List.of(faults)), ModelConstants.fitted(), 1);
  }

  private static void until(World world, int minute) {
    world.advance(minutes(minute).minus(Duration.between(World.BEGINNING, world.now())));
  }

  @Test
  void aShortOneWithinALongOneDoesNotEndIt() {
    World world =
        world(
            new Fault.LaunchesFail(minutes(1), minutes(10)),
            new Fault.LaunchesFail(minutes(2), minutes(1)),
            new Fault.LaunchAnswersLost(minutes(1), minutes(10)),
            new Fault.LaunchAnswersLost(minutes(2), minutes(1)),
            new Fault.MetricsStale(minutes(1), minutes(10)),
            new Fault.MetricsStale(minutes(2), minutes(1)),
            new Fault.MetricsLost(minutes(1), minutes(10), 0),
            new Fault.MetricsLost(minutes(2), minutes(1), null));
    until(world, 5);

    assertThat(world.faults().launchFails()).isTrue();
    assertThat(world.faults().launchAnswerIsLost()).isTrue();
    assertThat(world.faults().countersStandStill()).isTrue();
    assertThat(world.faults().gaps()).hasSize(1);

    until(world, 12);

    assertThat(world.faults().launchFails()).isFalse();
    assertThat(world.faults().launchAnswerIsLost()).isFalse();
    assertThat(world.faults().countersStandStill()).isFalse();
    assertThat(world.faults().gaps()).isEmpty();
  }

  @Test
  void theWorstOfThoseThatAreOnCounts() {
    World world =
        world(
            new Fault.SlowNode(minutes(1), minutes(10), 0, 0.5),
            new Fault.SlowNode(minutes(2), minutes(2), 0, 0.1),
            new Fault.LaunchesSlow(minutes(1), minutes(10), 3),
            new Fault.LaunchesSlow(minutes(2), minutes(2), 2),
            new Fault.CloudErrors(minutes(1), minutes(10), 1),
            new Fault.CloudErrors(minutes(2), minutes(2), 0),
            new Fault.StoreErrors(minutes(1), minutes(10), 0),
            new Fault.StoreErrors(minutes(2), minutes(2), 1));

    until(world, 3);
    assertThat(world.nodes().get(0).speed).isCloseTo(0.1, within(1e-9));
    assertThat(world.faults().bootTimes()).isEqualTo(3);
    assertThat(world.faults().cloudFails()).isTrue();
    assertThat(world.faults().storeFails()).isTrue();

    until(world, 5);
    assertThat(world.nodes().get(0).speed).isCloseTo(0.5, within(1e-9));
    assertThat(world.faults().bootTimes()).isEqualTo(3);
    assertThat(world.faults().cloudFails()).isTrue();
    assertThat(world.faults().storeFails()).isFalse();

    until(world, 12);
    assertThat(world.nodes().get(0).speed).isEqualTo(1);
    assertThat(world.faults().bootTimes()).isEqualTo(1);
    assertThat(world.faults().cloudFails()).isFalse();
  }
}
