package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.simulator.model.ColdCode;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server that was started lately has code that is not compiled yet. */
class ColdServersTest {
  private static final ColdCode COLD = new ColdCode(5, 30, 0);

  private static World world(double cores, ColdCode code) {
    return new World(
        ScenarioFile.parse(
            "test",
            """
            name: saturated
            nodes: 2
            layout: balanced
            lasts: 1h
            hardware: {cores: %s, pageCacheShare: 1}
            tenants:
              - {name: A, operations: {read: 1}, clients: 200, rows: 20000, shares: 4}
            """
                .formatted(cores)),
        ModelConstants.hbase26().with(code),
        1);
  }

  private static double throughput(World world) {
    return world.clients().throughput().getOrDefault("A", 0.0);
  }

  /** Over what warm servers answer. */
  private static double share(double cores, Duration after) {
    World cold = world(cores, COLD);
    World warm = world(cores, ColdCode.NONE);
    cold.advance(after);
    warm.advance(after);
    return throughput(cold) / throughput(warm);
  }

  @Test
  void atFirstItAnswersAFifth() {
    assertThat(share(0.2, Duration.ofSeconds(1))).isCloseTo(0.2, within(0.01));
  }

  /** 30 CPU seconds are two and a half minutes of a fifth of a core, and 15 seconds of two. */
  @Test
  void underASmallCapItTakesMinutes() {
    double expected = 1 / COLD.factor(30);

    assertThat(share(0.2, Duration.ofSeconds(150))).isCloseTo(expected, within(0.02));
    assertThat(share(2, Duration.ofSeconds(15))).isCloseTo(expected, within(0.05));
    assertThat(share(0.2, Duration.ofMinutes(20))).isCloseTo(1, within(0.01));
  }

  @Test
  void theFirstServersAreWarmUnlessItIsSaidOtherwise() {
    World world = world(0.2, ModelConstants.hbase26().coldCode());
    World warm = world(0.2, ColdCode.NONE);
    world.advance(Duration.ofSeconds(10));
    warm.advance(Duration.ofSeconds(10));

    assertThat(throughput(world)).isEqualTo(throughput(warm));
  }

  @Test
  void whoIsRestartedOrLaunchedIsCold() throws Exception {
    World world = world(0.2, COLD.spent(Double.POSITIVE_INFINITY));
    world.advance(Duration.ofSeconds(10));
    SimulatedNode node = world.nodes().get(0);
    SimulatedNode other = world.nodes().get(1);

    world.orders().restart(node.id, SettingsChange.setting(Map.of()));
    world.orders().launch(3, other.memory);
    world.advance(Duration.ofMinutes(5));

    assertThat(node.cpuSpent).isLessThan(60);
    assertThat(world.nodes().get(2).cpuSpent).isLessThan(60);
    assertThat(other.cpuSpent).isInfinite();
  }
}
