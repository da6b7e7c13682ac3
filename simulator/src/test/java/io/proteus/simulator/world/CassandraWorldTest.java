package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Admission;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Membership;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.MachineLost;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.CloudContractTest;
import io.proteus.testkit.EngineContractTest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A simulated store that places its data itself, on a ring of tokens: Cassandra. */
class CassandraWorldTest {
  private static final String RING =
      """
      name: ring
      nodes: %d
      store: cassandra
      lasts: 12h
      hardware: {cores: 1, heap: 16GB, diskReadsPerSecond: 5000, diskBytesPerSecond: 300000000}
      cloud: {like: ssh}
      tenants:
        - {name: keys, operations: {%s}, clients: 200, rate: %d, rows: 1000000, rowSize: 1KB}
      """;

  private static final double GB = 1 << 30;

  /** Of real time; a look lets the world go on by {@link #A_LOOK}. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration A_LOOK = Duration.ofSeconds(5);

  private final World contracted = worldOfASilentNode();
  private final Ports ports = ports(contracted);

  private static World world(int nodes, int rate, Fault... faults) {
    return world(RING.formatted(nodes, "read: 0.9, update: 0.1", rate), faults);
  }

  private static World world(String text, Fault... faults) {
    Scenario parsed = ScenarioFile.parse("a test", text);
    Scenario scenario = faults.length == 0 ? parsed : parsed.withFaults(List.of(faults));
    World world = new World(scenario, scenario.store().constants(), 1);
    world.advance(Duration.ofMinutes(2));
    return world;
  }

  /** Its third node does not tell its figures. */
  private static World worldOfASilentNode() {
    return world(
        RING.formatted(3, "read: 1", 300)
            + "faults: [{fault: metrics-lost, at: 10s, lasts: 11h, node: 2}]");
  }

  private static Ports ports(World world) {
    ControllerLife life = new ControllerLife(world);
    return new SimulatedEngine(world, life).ports(new SimulatedCloud(world, life));
  }

  private static double throughput(World world) {
    world.catchUp();
    return Objects.requireNonNull(world.clients().throughput().get("keys"));
  }

  private static Ring ring(World world) {
    return Objects.requireNonNull(world.ring());
  }

  /** One more machine runs, and its process answers. */
  private static NodeId started(World world) {
    world.orders().launch(world.machines() + 1, world.scenario().memory());
    NodeId node = world.nodes().get(world.nodes().size() - 1).id;
    world.advance(Duration.ofMinutes(1));
    return node;
  }

  private static void passUntil(World world, BooleanSupplier holds) {
    for (int seconds = 0; seconds < 3600 && !holds.getAsBoolean(); seconds++) {
      world.advance(Duration.ofSeconds(1));
    }
    assertThat(holds.getAsBoolean()).isTrue();
  }

  private static List<NodeId> nodes(World world) {
    return world.topology().nodes().stream().map(Node::id).toList();
  }

  private static void admit(World world, NodeId node) throws PortException {
    ports(world).need(Admission.class).admit(node);
  }

  private static void leave(World world, NodeId node) throws PortException {
    ports(world).need(Handover.class).leave(node);
  }

  private static boolean isSettled(World world) {
    return world.topology().inTransition().isEmpty();
  }

  /** What a request cost three real nodes with three copies, in CPU (docs/simulator.md). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"read: 1 | | 1066", "read: 1 | ring: {asked: 1} | 734", "update: 1 | | 968"})
  void nodesServeAsManyRequestsAsTheirCpuIsEnoughFor(
      String operations, String ring, double micros) {
    World world = world(RING.formatted(3, operations, 20_000) + (ring == null ? "" : ring));

    double most = 3 * 1e6 / micros;
    assertThat(throughput(world)).isCloseTo(most, within(most * 0.05));
  }

  @Test
  void everyNodeHasItsShareOfThreeCopies() {
    World world = world(4, 500);

    Topology topology = world.topology();

    assertThat(topology.placing()).isEqualTo(Placing.BY_STORE.joinedByOrderWhenWhole());
    assertThat(topology.partitions()).hasSize(4 * 16);
    assertThat(topology.partitions())
        .allSatisfy(
            range ->
                assertThat(range.replicas())
                    .hasSize(3)
                    .extracting(Replica::node)
                    .doesNotHaveDuplicates());
    for (SimulatedPartition copy : world.partitions()) {
      assertThat(copy.bytes).isCloseTo(3 / 4.0 * 1e6 * 1024, within(0.2 * 1e6 * 1024));
    }
  }

  /** As engines/cassandra RangeLoads has it. */
  @Test
  void whatANodeServesIsDividedEvenlyAmongTheRangesThatItIsShownToServe() {
    World world = world(3, 900);
    world.sample();
    world.advance(Duration.ofMinutes(1));

    Sample sample = world.sample();

    assertThat(sample.basis()).isEqualTo(LoadBasis.BY_TABLE);
    long reads = sample.partitions().values().stream().mapToLong(RequestCounters::reads).sum();
    long writes = sample.partitions().values().stream().mapToLong(RequestCounters::writes).sum();
    assertThat(reads / 60.0).as("two copies of each").isCloseTo(0.9 * 900 * 2, within(20.0));
    assertThat(writes / 60.0).as("all three").isCloseTo(0.1 * 900 * 3, within(20.0));
    NodeId first = nodes(world).get(0);
    assertThat(sample.topology().partitions())
        .filteredOn(range -> first.equals(range.node()))
        .extracting(Partition::id)
        .extracting(sample.partitions()::get)
        .containsOnly(sample.partitions().get(aRangeOf(sample.topology(), first)));
  }

  private static PartitionId aRangeOf(Topology topology, NodeId node) {
    return topology.partitions().stream()
        .filter(range -> node.equals(range.node()))
        .map(Partition::id)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aNodeIsListedOnceItHasStreamedItsShareAndFormerOwnersAreCleanedUpThen() throws Exception {
    World world = world(3, 900);
    NodeId node = started(world);
    assertThat(nodes(world)).doesNotContain(node);

    admit(world, node);
    admit(world, node);
    world.advance(Duration.ofSeconds(55));

    assertThat(nodes(world)).as("while it streams").doesNotContain(node);
    assertThat(world.topology().inTransition()).hasSize(3 * 16);
    assertThat(throughput(world)).as("they serve").isCloseTo(900, within(1.0));
    assertThat(Objects.requireNonNull(world.find(node)).cpu).isPositive();
    passUntil(world, () -> nodes(world).contains(node));
    double streamed = ring(world).streamedBytes();
    assertThat(streamed).as("its share of all copies").isCloseTo(0.75e6 * 1024, within(1.5e8));
    assertThat(isSettled(world)).as("former owners are cleaned up").isFalse();
    assertThat(ring(world).cleanup().leftBehind(nodes(world).get(2))).isPositive();
    passUntil(world, () -> isSettled(world));
    assertThat(ring(world).cleanup().leftBehind(nodes(world).get(2))).isZero();
    assertThat(world.topology().partitions()).hasSize(4 * 16);
    assertThat(throughput(world)).isCloseTo(900, within(1.0));
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void ofTwoJoinsTheLastIsCleanedUpAfterAndWhatIsLeftIsDoneByOrder() throws Exception {
    World world = world(3, 900);
    NodeId first = started(world);
    NodeId second = started(world);
    NodeId former = nodes(world).get(2);
    Admission admission = ports(world).need(Admission.class);

    admission.admit(first, true);
    passUntil(world, () -> nodes(world).contains(first) && isSettled(world));

    double left = ring(world).cleanup().leftBehind(former);
    assertThat(left).as("nobody cleans up").isPositive();
    assertThat(admission.hasLeftWork()).isTrue();

    admission.admit(second, true);
    passUntil(world, () -> nodes(world).contains(second) && isSettled(world));
    assertThat(ring(world).cleanup().leftBehind(former)).isGreaterThan(left);
    admission.finishLeftWork();

    assertThat(admission.hasLeftWork()).isFalse();
    assertThat(isSettled(world)).isFalse();
    passUntil(world, () -> isSettled(world));
    for (NodeId node : nodes(world)) {
      assertThat(ring(world).cleanup().leftBehind(node)).isZero();
    }
  }

  @Test
  void nothingElseChangesWhileANodeJoinsOrLeaves() throws Exception {
    World world = world(4, 900);
    NodeId joining = started(world);
    NodeId waiting = started(world);
    NodeId member = nodes(world).get(0);

    admit(world, joining);

    assertThatThrownBy(() -> admit(world, waiting)).hasMessageContaining("\"join " + joining);
    assertThatThrownBy(() -> leave(world, member)).hasMessageContaining("\"join " + joining);
    passUntil(world, () -> nodes(world).contains(joining));
    assertThatThrownBy(() -> admit(world, waiting)).hasMessageContaining("cleans up");
    passUntil(world, () -> isSettled(world));
    leave(world, member);
    assertThatThrownBy(() -> admit(world, waiting)).hasMessageContaining("\"leave " + member);
  }

  @Test
  void aLeaverHandsOverWhatItHasAndIsListedNoMore() throws Exception {
    World world = world(4, 900);
    NodeId leaver = nodes(world).get(3);

    leave(world, leaver);
    world.advance(Duration.ofSeconds(45));

    assertThat(nodes(world)).contains(leaver);
    passUntil(world, () -> !nodes(world).contains(leaver));
    assertThat(world.topology().copies()).isEqualTo(3);
    assertThat(ring(world).streamedBytes()).isBetween(0.6 * GB, GB);
    assertThat(throughput(world)).isCloseTo(900, within(1.0));
    assertThatThrownBy(() -> admit(world, leaver)).hasMessageContaining("empty data folder");
    world.orders().terminate(leaver);
    assertThat(world.topology().deadNodes()).isEmpty();
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void threeNodesStay() {
    World world = world(3, 900);

    assertThatThrownBy(() -> leave(world, nodes(world).get(0)))
        .hasMessageContaining("must stay: there are 3 nodes, and copies on 3 are kept");
  }

  @Test
  void theOtherCopiesServeForADeadNodeAndNobodyJoinsBesideIt() throws Exception {
    World world = world(4, 900);
    NodeId node = started(world);
    NodeId dead = nodes(world).get(0);

    world.crash(Objects.requireNonNull(world.find(dead)), Double.POSITIVE_INFINITY);
    world.advance(Duration.ofMinutes(1));

    assertThat(world.topology().deadNodes()).containsExactly(dead);
    assertThat(world.topology().partitions()).noneMatch(range -> dead.equals(range.node()));
    assertThat(world.topology().copies()).as("it is waited for").isEqualTo(3);
    assertThat(throughput(world)).isCloseTo(900, within(1.0));
    assertThatThrownBy(() -> admit(world, node)).hasMessageContaining("down: " + dead);
  }

  @Test
  void theCopiesOfADeadNodeAreMadeAnewOnceItIsStruckOff() throws Exception {
    World world = world(4, 900);
    NodeId dead = nodes(world).get(0);
    world.crash(Objects.requireNonNull(world.find(dead)), Double.POSITIVE_INFINITY);
    world.advance(Duration.ofMinutes(1));

    ports(world).need(Membership.class).forget(dead);
    passUntil(world, () -> world.topology().deadNodes().isEmpty());

    assertThat(ring(world).streamedBytes()).isBetween(0.6 * GB, GB);
    assertThat(world.topology().partitions())
        .allSatisfy(range -> assertThat(range.replicas()).hasSize(3));
    assertThatCode(() -> admit(world, started(world))).doesNotThrowAnyException();
  }

  @Test
  void aJoinFailsThatLosesAMemberWhichStreams() throws Exception {
    World world = world(4, 900);
    NodeId node = started(world);
    NodeId dies = nodes(world).get(0);
    admit(world, node);
    world.advance(Duration.ofSeconds(50));

    world.crash(Objects.requireNonNull(world.find(dies)), world.seconds() + 300);
    world.advance(Duration.ofMinutes(2));

    assertThat(nodes(world)).hasSize(3).doesNotContain(node);
    assertThatThrownBy(() -> admit(world, node)).hasMessageContaining(dies + " died before all");
    assertThatThrownBy(() -> admit(world, node)).hasMessageContaining("it failed to join");
    world.advance(Duration.ofMinutes(5));
    assertThat(nodes(world)).as("it is back").hasSize(4);
    assertThat(isSettled(world)).isTrue();
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void theLastCopyIsLostWithTheLastOfItsMachines() {
    World world =
        world(
            4,
            900,
            new MachineLost(Duration.ofMinutes(3), 0),
            new MachineLost(Duration.ofMinutes(4), 0));
    world.advance(Duration.ofMinutes(5));

    assertThat(world.incidents()).as("one copy is left").isEmpty();
    assertThat(throughput(world)).as("too few for QUORUM of some ranges").isLessThan(600);

    world.orders().terminate(nodes(world).get(0));

    assertThat(world.incidents()).anyMatch(said -> said.startsWith(AcknowledgedWrites.LOST));
  }

  @Test
  void nodesRestartWithoutBeingEmptied() throws Exception {
    World world = world(3, 900);
    NodeId node = nodes(world).get(0);

    world.orders().restart(node, SettingsChange.NOTHING);
    world.advance(Duration.ofSeconds(5));

    assertThat(throughput(world)).isCloseTo(900, within(1.0));
    world.advance(Duration.ofMinutes(1));
    assertThat(nodes(world)).contains(node);
    assertThat(world.incidents()).isEmpty();
  }

  /** What can be changed in the simulator, a real cluster can change. */
  @Test
  void hasNoFacetThatCassandraHasNot() {
    Set<Class<? extends Facet>> real =
        ServiceLoader.load(EngineProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.type().equals("cassandra"))
            .map(EngineProvider::facets)
            .findFirst()
            .orElseThrow();
    Ports own = ports(world(3, 900));

    assertThat(own.find(Placement.class)).isEmpty();
    assertThat(own.find(Admission.class)).isPresent();
    assertThat(own.find(Membership.class)).isPresent();
    assertThat(Facets.kinds(SimulatedEngine.class, RingOrders.class))
        .filteredOn(kind -> own.find(kind).isPresent())
        .isSubsetOf(real);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes: 2 | nodes: want 3 or more with store: cassandra, as there are 3 copies of everything (ring.copies), got 2",
        "ring: {copies: 4} | nodes: want 4 or more with store: cassandra",
        "ring: {copies: 0} | ring.copies: want",
        "ring: {asked: 4} | ring.asked: want 1 to ring.copies, which is 3, got 4",
        "balancer: {} | balancer: want none with store: cassandra, which places its data itself",
        "faults: [{fault: partition-split, at: 1m, partition: 0}] | faults: want no partition-split with store: cassandra",
        "store: redis, ring: {} | ring: want none with store: redis",
        "shares: [0.9, 0.1] | tenants.A.shares: want equal ones"
      })
  void refusesWhatItDoesNotSimulate(String line, String wanted) {
    String shares = line.startsWith("shares") ? ", " + line : "";
    String text =
        "name: s\ntenants: [{name: A, operations: {read: 1}%s}]\nhardware: {cores: 1}\n%s%s%s"
            .formatted(
                shares,
                line.startsWith("store") ? "" : "store: cassandra\n",
                line.startsWith("nodes") ? "" : "nodes: 3\n",
                shares.isEmpty() ? line.replace(", ring", "\nring") : "");

    assertThatThrownBy(() -> ScenarioFile.parse("s.yaml", text))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining(wanted);
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
