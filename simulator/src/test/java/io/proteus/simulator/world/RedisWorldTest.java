package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Placement;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Upkeep;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.NodeCrash;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.CloudContractTest;
import io.proteus.testkit.EngineContractTest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A simulated store in memory: Redis. */
class RedisWorldTest {
  private static final String SHARDS =
      """
      name: shards
      nodes: %d
      store: redis
      layout: balanced
      lasts: 6h
      hardware: {cores: %s, heap: 2GB}
      tenants:
        - {name: keys, operations: {read: 0.9, update: 0.1}, clients: 32, rate: 9000, rows: 40000, rowSize: 200B, shares: 64}
      """;

  /** Of real time; a look lets the world go on by {@link #A_LOOK}. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration A_LOOK = Duration.ofSeconds(2);

  private final World contracted = worldOfASilentNode();
  private final Ports ports = ports(contracted);

  private static Scenario shards(int nodes, double cores) {
    return ScenarioFile.parse("a test", SHARDS.formatted(nodes, cores));
  }

  private static World world(Scenario scenario, Fault... faults) {
    World world = new World(scenario.withFaults(List.of(faults)), scenario.store().constants(), 1);
    world.advance(Duration.ofMinutes(2));
    return world;
  }

  /** Its third node does not tell its figures. */
  private static World worldOfASilentNode() {
    Scenario scenario =
        ScenarioFile.parse(
            "a test",
            SHARDS.formatted(3, 1.0)
                + "faults: [{fault: metrics-lost, at: 10s, lasts: 5h, node: 2}]");
    World world = new World(scenario, scenario.store().constants(), 1);
    world.advance(Duration.ofMinutes(2));
    return world;
  }

  private static Ports ports(World world) {
    ControllerLife life = new ControllerLife(world);
    return new SimulatedEngine(world, life).ports(new SimulatedCloud(world, life));
  }

  /** {@code experiment redis-resizes}, whose medians docs/experiments.md has. */
  @ParameterizedTest
  @CsvSource({"3, 6656", "4, 8276", "5, 8961"})
  void shardsAnswerWhatRealOnesDid(int shards, double measured) {
    World world = world(shards(shards, 0.05));

    assertThat(world.clients().throughput().get("keys"))
        .isCloseTo(measured, within(measured * 0.05));
  }

  private static Partition first(World world) {
    return world.topology().partitions().get(0);
  }

  private static NodeId another(World world, NodeId than) {
    return world.topology().nodes().stream()
        .map(node -> node.id())
        .filter(node -> !node.equals(than))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aRangeIsServedWhileItIsCopiedAndWarmWhereItComes() throws Exception {
    World world = world(shards(3, 1));
    Partition range = first(world);
    NodeId from = Objects.requireNonNull(range.node());
    NodeId to = another(world, from);
    double before = world.clients().throughput().get("keys");

    ports(world).find(Placement.class).orElseThrow().move(range.id(), to);

    Topology during = world.topology();
    assertThat(during.inTransition()).containsExactly(range.id());
    assertThat(during.partition(range.id()).orElseThrow().node()).isEqualTo(from);
    for (int tenth = 0; tenth < 20; tenth++) {
      world.advance(Duration.ofMillis(100));
      world.catchUp();
      assertThat(world.clients().throughput().get("keys")).isCloseTo(before, within(before / 50));
    }
    assertThat(world.topology().inTransition()).isEmpty();
    assertThat(first(world).node()).isEqualTo(to);
    assertThat(world.incidents()).isEmpty();
  }

  /** 0.2 s where main threads have time, and 0.4 to 1 s where they are full. */
  @ParameterizedTest
  @CsvSource({"1, 0.2, 0.3", "0.05, 0.4, 1"})
  void aFullMainThreadMakesCopiesSlow(double cores, double least, double most) throws Exception {
    World world = world(shards(3, cores));
    Partition range = first(world);
    NodeId to = another(world, Objects.requireNonNull(range.node()));
    double at = world.seconds();

    ports(world).find(Placement.class).orElseThrow().move(range.id(), to);

    SimulatedPartition moving =
        world.partitions().stream().filter(p -> p.id.equals(range.id())).findFirst().orElseThrow();
    assertThat(moving.opensAt - at).isBetween(least, most);
  }

  @Test
  void whatADeadShardHeldWaitsForIt() {
    World world =
        world(shards(3, 1), new NodeCrash(Duration.ofMinutes(3), 0, Duration.ofMinutes(5)));
    NodeId dead = world.nodes().get(0).id;
    List<PartitionId> held =
        world.topology().partitions().stream()
            .filter(range -> dead.equals(range.node()))
            .map(Partition::id)
            .toList();

    world.advance(Duration.ofMinutes(3));

    Topology during = world.topology();
    assertThat(during.deadNodes()).containsExactly(dead);
    assertThat(during.partitions())
        .filteredOn(range -> range.node() == null)
        .extracting(Partition::id)
        .containsExactlyElementsOf(held);
    world.advance(Duration.ofMinutes(6));
    assertThat(world.topology().partitions())
        .filteredOn(range -> dead.equals(range.node()))
        .extracting(Partition::id)
        .containsExactlyElementsOf(held);
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void aCopyToAShardThatDiesStaysWhereItWas() throws Exception {
    World world = world(shards(3, 1));
    Partition range = first(world);
    NodeId from = Objects.requireNonNull(range.node());
    NodeId to = another(world, from);

    ports(world).find(Placement.class).orElseThrow().move(range.id(), to);
    world.crash(Objects.requireNonNull(world.find(to)), Double.POSITIVE_INFINITY);
    world.advance(Duration.ofMinutes(1));

    assertThat(first(world).node()).isEqualTo(from);
    assertThat(world.topology().inTransition()).isEmpty();
  }

  @Test
  void itsMemoryIsWhatItsRangesHoldAndNobodyWaitsForADisk() {
    World world = world(shards(3, 1));

    HostLoad load = Objects.requireNonNull(world.host(world.nodes().get(0).id));

    assertThat(Objects.requireNonNull(load.memory()).value())
        .isCloseTo(40_000 * 200 / 3.0 / (2.0 * (1 << 30)), within(0.0005));
    assertThat(load.ioWait()).isNull();
  }

  /** What can be changed in the simulator, a real cluster can change, but for its settings. */
  @Test
  void hasNoFacetThatRedisHasNot() {
    Set<Class<? extends Facet>> real =
        ServiceLoader.load(EngineProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.type().equals("redis"))
            .map(EngineProvider::facets)
            .findFirst()
            .orElseThrow();
    Ports own = ports(world(shards(3, 1)));

    assertThat(own.find(Placement.class)).isPresent();
    assertThat(own.find(Upkeep.class)).isEmpty();
    assertThat(own.find(CacheWarming.class)).isEmpty();
    assertThat(Facets.kinds(SimulatedEngine.class))
        .filteredOn(kind -> own.find(kind).isPresent())
        .isSubsetOf(real);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hardware: {cores: 2} | hardware.cores: want 1 or less with store: redis",
        "balancer: {} | balancer: want none with store: redis",
        "faults: [{fault: machine-lost, at: 1m, node: 0}] | faults: want neither machine-lost nor",
        "store: dynamo | store: want one of hbase, redis, cassandra, riak"
      })
  void refusesWhatItDoesNotSimulate(String line, String wanted) {
    String text =
        "name: s\nnodes: 3\ntenants: [{name: A, operations: {read: 1}}]\n"
            + (line.startsWith("store") ? "" : "store: redis\n")
            + (line.startsWith("hardware") ? "" : "hardware: {cores: 1}\n")
            + line;

    assertThatThrownBy(() -> ScenarioFile.parse("s.yaml", text))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining(wanted);
  }

  @Test
  void sharesByZipfAreTheSameEachTimeAndAddUp() {
    Scenario scenario =
        ScenarioFile.parse(
            "s.yaml",
            "name: s\ntenants: [{name: A, operations: {read: 1}, shares: {count: 100, zipf: 1}}]");

    List<Double> shares = scenario.tenants().get(0).shares();

    double[] sorted = shares.stream().mapToDouble(share -> -share).sorted().toArray();
    assertThat(shares).hasSize(100);
    assertThat(-Arrays.stream(sorted).sum()).isCloseTo(1, within(1e-9));
    assertThat(sorted[0] / sorted[9]).isCloseTo(10, within(1e-9));
    assertThat(shares).isNotEqualTo(shares.stream().sorted().toList());
  }

  @Nested
  class AsAStore extends EngineContractTest {
    @Override
    protected NodeId anUnreadableNode() {
      return contracted.nodes().get(2).id;
    }

    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      contracted.advance(A_LOOK);
    }
  }

  @Nested
  class InItsCloud extends CloudContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() {
      contracted.advance(A_LOOK);
    }
  }

  @Nested
  class ToBeClaimed extends ClaimContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void loseClaim() {
      contracted.orders().claims().expire();
    }
  }
}
