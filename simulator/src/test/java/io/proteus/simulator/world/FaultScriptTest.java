package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.fault.CloudErrors;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.LaunchAnswersLost;
import io.proteus.simulator.fault.LaunchesFail;
import io.proteus.simulator.fault.LaunchesSlow;
import io.proteus.simulator.fault.MetricsLost;
import io.proteus.simulator.fault.MetricsStale;
import io.proteus.simulator.fault.SlowNode;
import io.proteus.simulator.fault.StoreErrors;
import io.proteus.simulator.model.ModelConstants;
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
            new LaunchesFail(minutes(1), minutes(10)),
            new LaunchesFail(minutes(2), minutes(1)),
            new LaunchAnswersLost(minutes(1), minutes(10)),
            new LaunchAnswersLost(minutes(2), minutes(1)),
            new MetricsStale(minutes(1), minutes(10)),
            new MetricsStale(minutes(2), minutes(1)),
            new MetricsLost(minutes(1), minutes(10), 0),
            new MetricsLost(minutes(2), minutes(1), null));
    until(world, 5);

    assertThat(world.faults().isOn(LaunchesFail.class)).isTrue();
    assertThat(world.faults().isOn(LaunchAnswersLost.class)).isTrue();
    assertThat(world.faults().isOn(MetricsStale.class)).isTrue();
    assertThat(world.faults().gaps()).hasSize(1);

    until(world, 12);

    assertThat(world.faults().isOn(LaunchesFail.class)).isFalse();
    assertThat(world.faults().isOn(LaunchAnswersLost.class)).isFalse();
    assertThat(world.faults().isOn(MetricsStale.class)).isFalse();
    assertThat(world.faults().gaps()).isEmpty();
  }

  @Test
  void theWorstOfThoseThatAreOnCounts() {
    World world =
        world(
            new SlowNode(minutes(1), minutes(10), 0, 0.5),
            new SlowNode(minutes(2), minutes(2), 0, 0.1),
            new LaunchesSlow(minutes(1), minutes(10), 3),
            new LaunchesSlow(minutes(2), minutes(2), 2),
            new CloudErrors(minutes(1), minutes(10), 1),
            new CloudErrors(minutes(2), minutes(2), 0),
            new StoreErrors(minutes(1), minutes(10), 0),
            new StoreErrors(minutes(2), minutes(2), 1));

    until(world, 3);
    assertThat(world.nodes().get(0).speed).isCloseTo(0.1, within(1e-9));
    assertThat(world.faults().strongest(LaunchesSlow.class, 1)).isEqualTo(3);
    assertThat(world.faults().fails(CloudErrors.class)).isTrue();
    assertThat(world.faults().fails(StoreErrors.class)).isTrue();

    until(world, 5);
    assertThat(world.nodes().get(0).speed).isCloseTo(0.5, within(1e-9));
    assertThat(world.faults().strongest(LaunchesSlow.class, 1)).isEqualTo(3);
    assertThat(world.faults().fails(CloudErrors.class)).isTrue();
    assertThat(world.faults().fails(StoreErrors.class)).isFalse();

    until(world, 12);
    assertThat(world.nodes().get(0).speed).isEqualTo(1);
    assertThat(world.faults().strongest(LaunchesSlow.class, 1)).isEqualTo(1);
    assertThat(world.faults().fails(CloudErrors.class)).isFalse();
  }
}
