package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.StopSignal;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Sample;
import io.proteus.core.history.Smoothing;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SimulatedEngineTest {
  private static final Duration PERIOD = Duration.ofSeconds(30);
  private static final Scenario BUSY =
      ScenarioFile.parse(
          "test",
          """
          name: busy
          nodes: 2
          layout: balanced
          lasts: 1h
          tenants:
            - {name: A, operations: {read: 1}, clients: 50, rows: 200000, shares: 4}
          faults:
            - {fault: metrics-stale, at: 5m, lasts: 5m}
            - {fault: metrics-stale, at: 15m, lasts: 40s}
          """);

  private final World world = new World(BUSY, ModelConstants.fitted(), 1);
  private final ControllerLife life = new ControllerLife(world);
  private final SimulatedEngine engine = new SimulatedEngine(world, life);
  private final SimulatedCloud cloud = new SimulatedCloud(world, life);

  @Test
  void countersThatAreStaleStandStillWhileTimeGoesOn() throws Exception {
    world.advance(Duration.ofMinutes(4));
    Sample before = engine.sample();
    world.advance(Duration.ofMinutes(2));

    Sample stale = engine.sample();

    assertThat(stale.partitions()).isEqualTo(before.partitions());
    assertThat(stale.nodes()).isEqualTo(before.nodes());
    assertThat(stale.topology().at()).isEqualTo(before.topology().at().plusSeconds(120));
  }

  /** Neither as no requests, nor as all of them at once when they move again. */
  @Test
  void whatIsServedWhileCountersStandStillIsNotKnown() throws Exception {
    Monitor monitor = monitor();
    world.advance(Duration.ofMinutes(4));
    monitor.observe();
    world.advance(PERIOD);
    double usual = total(monitor.observe());
    assertThat(usual).isPositive();

    for (int sample = 0; sample < 16; sample++) {
      world.advance(PERIOD);
      Observation seen = monitor.observe();
      boolean stale = seen.has(Gap.Kind.COUNTERS_STAND_STILL);
      assertThat(stale).as("sample %d", sample).isEqualTo(sample <= 9);
      if (stale || sample == 10) {
        assertThat(seen.rates()).as("sample %d", sample).isEmpty();
      } else {
        assertThat(total(seen)).isBetween(0.5 * usual, 2 * usual);
      }
    }
  }

  /** As of a store that shows its figures less often than it is asked for them. */
  @Test
  void whatCountersRiseByAfterAShortStandstillIsOfTheTimeSinceTheyMovedLast() throws Exception {
    Monitor monitor = monitor();
    world.advance(Duration.ofMinutes(14));
    monitor.observe();
    world.advance(PERIOD);
    double usual = total(monitor.observe());

    for (int still = 0; still < 2; still++) {
      world.advance(PERIOD);
      assertThat(monitor.observe().has(Gap.Kind.COUNTERS_STAND_STILL)).isTrue();
    }
    world.advance(PERIOD);
    Observation moved = monitor.observe();

    assertThat(moved.span()).isEqualTo(PERIOD.multipliedBy(3));
    assertThat(total(moved)).isBetween(0.8 * usual, 1.2 * usual);
  }

  private Monitor monitor() {
    return new Monitor(
        engine.ports(cloud),
        cloud,
        new MonitorSettings(PERIOD, 6, new Smoothing(0.5)),
        new VirtualTime(world, new StopSignal()));
  }

  private static double total(Observation seen) {
    assertThat(seen.rates()).hasSize(4);
    return seen.rates().values().stream().mapToDouble(rates -> rates.total()).sum();
  }
}
