package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Many clients wait for the handlers of a node with a cold partition. */
class HandlerWaitTest {
  private static double throughput(World world) {
    return world.clients().throughput().getOrDefault("A", 0.0);
  }

  /** Its blocks are in the cache within seconds; then idle handlers take all who wait at once. */
  @Test
  void isOverOnceHandlersAreIdle() throws Exception {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: many-clients
                nodes: 2
                layout: balanced
                lasts: 1h
                tenants:
                  - {name: A, operations: {read: 1}, clients: 10000, rows: 400000, shares: 8}
                """),
            ModelConstants.hbase26(),
            1);
    world.advance(Duration.ofMinutes(2));
    double before = throughput(world);
    SimulatedPartition moved = world.partitions().get(0);
    SimulatedNode to =
        world.nodes().stream()
            .filter(node -> !node.id.equals(moved.node))
            .findFirst()
            .orElseThrow();

    world.orders().move(moved.id, to.id);
    world.advance(Duration.ofSeconds(10));
    double cold = throughput(world);
    world.advance(Duration.ofSeconds(50));

    assertThat(cold).isLessThan(before / 10);
    assertThat(throughput(world)).isGreaterThan(before * 0.75);
  }
}
