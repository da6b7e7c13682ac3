package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.PortException;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What moves to a node that prefetches is read into its cache in one stream. */
class PrefetchingTest {
  /** Each partition has 343 MB, that is eight seconds of half a disk. */
  private static final int ROWS = 1_000_000;

  private static final String PLENTY = "3GB";

  /** Of which 40 % hold two partitions, and not three. */
  private static final String SCARCE = "1.8GB";

  private static final Duration LONG = Duration.ofMinutes(1);

  private static World world(String heap, String more) {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: two-nodes
                nodes: 2
                layout: balanced
                lasts: 1h
                hardware: {heap: %s, pageCacheShare: 0}
                tenants:
                  - {name: A, operations: {read: 1}, clients: 10, rate: 500, rows: %d, shares: 4}
                %s
                """
                    .formatted(heap, ROWS, more)),
            ModelConstants.fitted(),
            1);
    world.advance(Duration.ofSeconds(30));
    return world;
  }

  private static SimulatedPartition move(World world, boolean prefetched) throws PortException {
    SimulatedPartition partition = world.partitions().get(0);
    SimulatedNode to =
        world.nodes().stream()
            .filter(node -> !node.id.equals(partition.node))
            .findFirst()
            .orElseThrow();
    engine(world).prefetch(prefetched ? Set.of(to.id) : Set.of());
    world.orders().move(partition.id, to.id);
    for (int second = 0; !to.id.equals(partition.node) && second < 60; second++) {
      world.advance(Duration.ofSeconds(1));
    }
    assertThat(partition.node).isEqualTo(to.id);
    return partition;
  }

  private static SimulatedEngine engine(World world) {
    return new SimulatedEngine(world, new ControllerLife(world));
  }

  private static SimulatedNode holder(World world, SimulatedPartition partition) {
    return world.nodes().stream()
        .filter(node -> node.id.equals(partition.node))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void itIsServedFromTheCacheWithinSeconds() throws Exception {
    World warm = world(PLENTY, "");
    World cold = world(PLENTY, "");
    SimulatedPartition prefetched = move(warm, true);
    SimulatedPartition asked = move(cold, false);

    warm.advance(Duration.ofSeconds(20));
    cold.advance(Duration.ofSeconds(20));

    assertThat(prefetched.hotHeld).isCloseTo(1, within(1e-3));
    assertThat(asked.hotHeld).isLessThan(0.5);
    assertThat(warm.clients().responseSeconds()).isLessThan(0.5 * cold.clients().responseSeconds());
  }

  @Test
  void itTakesAsLongAsTheStreamDoes() throws Exception {
    World world = world(PLENTY, "");
    SimulatedPartition partition = move(world, true);

    world.advance(Duration.ofSeconds(4));

    double seconds = partition.bytes / (0.5 * world.hardware().diskBytesPerSecond());
    assertThat(partition.hotHeld).isBetween(2 / seconds, 4.5 / seconds);
    assertThat(partition.unread).isPositive();
  }

  @Test
  void itTakesTheDiskFromOthersMeanwhile() throws Exception {
    // B misses always, and its files are all over both nodes
    String missing = "  - {name: B, operations: {read: 1}, clients: 50, rows: 40000000, shares: 2}";
    World warm = world(PLENTY, missing);
    World cold = world(PLENTY, missing);
    SimulatedPartition partition = move(warm, true);
    move(cold, false);
    double before = diskOfBackground(cold);
    warm.advance(Duration.ofSeconds(3));
    cold.advance(Duration.ofSeconds(3));

    assertThat(partition.unread).isPositive();
    assertThat(before).isZero();
    assertThat(diskOfBackground(warm)).isCloseTo(0.5, within(0.01));
    assertThat(throughput(warm)).isLessThan(0.9 * throughput(cold));

    warm.advance(LONG);
    assertThat(diskOfBackground(warm)).isZero();
  }

  private static double throughput(World world) {
    return world.clients().throughput().getOrDefault("B", 0.0);
  }

  private static double diskOfBackground(World world) {
    return world.nodes().stream().mapToDouble(node -> node.backgroundDisk).sum();
  }

  @Test
  void whatIsOnOtherHostsIsReadFromTheirDisksAndOverTheNetwork() throws Exception {
    World world = world(PLENTY, "");
    SimulatedPartition partition = move(world, true);
    partition.locality = 0.25;
    world.advance(Duration.ofSeconds(2));

    SimulatedNode reading = holder(world, partition);
    SimulatedNode other =
        world.nodes().stream().filter(node -> node != reading).findFirst().orElseThrow();
    assertThat(other.backgroundDisk).isCloseTo(3 * reading.backgroundDisk, within(1e-6));
    assertThat(other.backgroundCpu).isZero();
    assertThat(reading.backgroundCpu).isPositive();
  }

  @Test
  void aCacheThatIsTooSmallHoldsNoMoreThanItMay() throws Exception {
    World world = world(SCARCE, "");
    SimulatedPartition partition = move(world, true);
    SimulatedNode node = holder(world, partition);
    double capacity = node.memory.readCache().value() * world.hardware().heap().bytes();
    double most = 0;

    for (int second = 0; second < 30; second++) {
      world.advance(Duration.ofSeconds(1));
      most = Math.max(most, held(world, node.id));
    }

    // three partitions would be a third more; what is asked for pushes out by and by
    assertThat(most).isBetween(0.9 * capacity, 1.05 * capacity);
    assertThat(partition.unread).as("it comes to an end").isZero();
    assertThat(partition.hotHeld).isGreaterThan(0.5);
  }

  private static double held(World world, NodeId node) {
    return world.partitions().stream()
        .filter(partition -> node.equals(partition.node))
        .mapToDouble(partition -> partition.bytes * partition.hotHeld)
        .sum();
  }

  @Test
  void streamsBesideACompactionAreGivenWhatItLeaves() throws Exception {
    World world = world(PLENTY, "");
    SimulatedPartition partition = move(world, true);
    SimulatedNode node = holder(world, partition);
    for (SimulatedPartition other : world.partitions()) {
      if (node.id.equals(other.node)) {
        world.orders().compact(other.id);
      }
    }
    world.advance(Duration.ofSeconds(2));

    assertThat(partition.unread).isPositive();
    assertThat(node.backgroundDisk)
        .isGreaterThan(0.7)
        .isLessThanOrEqualTo(Performance.MOST_BUSY + 1e-9);
  }

  @Test
  void onlyTheNodesThatAreAskedDoSoAndOnlyWhileTheyAre() throws Exception {
    World world = world(PLENTY, "");
    SimulatedPartition partition = world.partitions().get(0);
    SimulatedNode from = holder(world, partition);
    SimulatedNode to =
        world.nodes().stream().filter(node -> node != from).findFirst().orElseThrow();

    engine(world).prefetch(Set.of(from.id, new NodeId("gone:1")));
    world.orders().move(partition.id, to.id);
    world.advance(Duration.ofSeconds(5));
    assertThat(partition.prefetched).isFalse();

    SimulatedEngine asking = engine(world);
    asking.prefetch(Set.of(from.id));
    asking.close();
    world.orders().move(partition.id, from.id);
    world.advance(Duration.ofSeconds(5));
    assertThat(partition.node).isEqualTo(from.id);
    assertThat(partition.prefetched).isFalse();
  }

  @Test
  void nodesWithoutThePluginCannot() {
    World world = world(PLENTY, "");
    World without = new World(world.scenario().withOnline(false), ModelConstants.fitted(), 1);

    assertThat(
            engine(world)
                .ports(new SimulatedCloud(world, new ControllerLife(world)))
                .capabilities())
        .contains(Capability.PREFETCH);
    assertThat(
            engine(without)
                .ports(new SimulatedCloud(without, new ControllerLife(without)))
                .capabilities())
        .doesNotContain(Capability.PREFETCH);
    assertThat(
            engine(without)
                .ports(new SimulatedCloud(without, new ControllerLife(without)))
                .find(CacheWarming.class))
        .isEmpty();
  }
}
