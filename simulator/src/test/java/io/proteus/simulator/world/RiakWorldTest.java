package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Admission;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Membership;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.testkit.CloudContractTest;
import io.proteus.testkit.EngineContractTest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A simulated store that places its data itself, in vnodes that are handed off: Riak. */
class RiakWorldTest {
  private static final String RING =
      """
      name: ring
      nodes: %d
      store: riak
      lasts: 12h
      hardware: {cores: 1, heap: 16GB, diskReadsPerSecond: 5000, diskBytesPerSecond: 300000000}
      cloud: {like: ssh}
      tenants:
        - {name: keys, operations: {read: 0.9, update: 0.1}, clients: 200, rate: %d, rows: %d, rowSize: 1KB}
      """;

  /** What each node of the recorded clusters held, in kilobytes. */
  private static final int BEFORE_THE_JOIN = 200_000;

  private static final int BEFORE_THE_LEAVE = 300_000;

  /** Of real time; a look lets the world go on by {@link #A_LOOK}. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration A_LOOK = Duration.ofSeconds(5);

  private final World contracted = world(3, 300, 10_000);
  private final Ports ports = ports(contracted);

  private static World world(int nodes, int rate, int rows) {
    return world(RING.formatted(nodes, rate, rows));
  }

  private static World world(String text) {
    Scenario scenario = ScenarioFile.parse("a test", text);
    World world = new World(scenario, scenario.store().constants(), 1);
    world.advance(Duration.ofMinutes(2));
    return world;
  }

  private static Ports ports(World world) {
    ControllerLife life = new ControllerLife(world);
    return new SimulatedEngine(world, life).ports(new SimulatedCloud(world, life));
  }

  private static List<NodeId> nodes(World world) {
    return world.topology().nodes().stream().map(Node::id).toList();
  }

  private static NodeId started(World world) {
    world.orders().launch(world.machines() + 1, world.scenario().memory());
    NodeId node = world.nodes().get(world.nodes().size() - 1).id;
    world.advance(Duration.ofMinutes(1));
    return node;
  }

  private static double throughput(World world) {
    world.catchUp();
    return Objects.requireNonNull(world.clients().throughput().get("keys"));
  }

  /** Seconds until nothing is handed off any more. */
  private static int secondsUntilSettled(World world) {
    for (int seconds = 0; seconds < 3600; seconds++) {
      if (seconds > 0 && world.topology().inTransition().isEmpty()) {
        return seconds;
      }
      world.advance(Duration.ofSeconds(1));
    }
    throw new AssertionError("it is not settled after an hour");
  }

  /** It owned nothing after 37 s, and was gone after 142 s (riak-recordings, stage 23). */
  @Test
  void aLeaverTakesAsLongAsTheRecordedOne() throws Exception {
    World world = world(4, 300, BEFORE_THE_LEAVE);
    NodeId leaver = nodes(world).get(3);

    ports(world).need(Handover.class).leave(leaver);
    world.advance(Duration.ofSeconds(45));

    assertThat(nodes(world)).as("it owns nothing, and waits").contains(leaver);
    assertThat(share(world, leaver)).isZero();
    assertThat(45 + secondsUntilSettled(world)).isCloseTo(142, within(14));
    assertThat(nodes(world)).doesNotContain(leaver);
    assertThat(world.fleet().runs(leaver)).as("its machine is still to be ended").isTrue();
    assertThat(Objects.requireNonNull(world.find(leaver)).isUp(world.seconds())).isFalse();
    assertThat(world.topology().deadNodes()).isEmpty();
    assertThat(throughput(world)).isCloseTo(300, within(1.0));
    assertThat(world.incidents()).isEmpty();
  }

  private static double share(World world, NodeId node) {
    return world.topology().ownership().stream()
        .filter(owned -> owned.node().equals(node))
        .map(Ownership::share)
        .findFirst()
        .orElseThrow()
        .value();
  }

  /** The recorded one took 143 to 150 s (stage 15); nothing was fitted to it. */
  @Test
  void aNewcomerIsListedSoonAndTakesAboutAsLongAsTheRecordedOne() throws Exception {
    World world = world(3, 300, BEFORE_THE_JOIN);
    NodeId node = started(world);

    ports(world).need(Admission.class).admit(node);
    world.advance(Duration.ofSeconds(15));

    assertThat(nodes(world)).contains(node);
    assertThat(share(world, node)).as("while it is handed its vnodes").isZero();
    assertThat(world.topology().inTransition()).isNotEmpty();
    assertThat(throughput(world)).isCloseTo(300, within(1.0));
    assertThat(15 + secondsUntilSettled(world)).isCloseTo(146, within(25));
    assertThat(share(world, node)).isCloseTo(0.25, within(0.01));
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void tellsLoadsOfNodesAndNeitherLoadsNorSizesOfVnodes() {
    World world = world(3, 300, 100_000);
    long before = counters(world.sample(), world);
    world.advance(Duration.ofMinutes(1));

    Sample sample = world.sample();

    Topology topology = sample.topology();
    assertThat(topology.placing()).isEqualTo(Placing.BY_STORE.joinedByOrder());
    assertThat(sample.basis()).isEqualTo(LoadBasis.OF_NODE);
    assertThat(sample.partitions()).isEmpty();
    assertThat(topology.partitions()).hasSize(64);
    assertThat(topology.partitions()).allMatch(vnode -> vnode.size().bytes() == 0);
    assertThat((counters(sample, world) - before) / 60.0)
        .as("each node coordinates a third")
        .isCloseTo(100, within(2.0));
  }

  private static long counters(Sample sample, World world) {
    NodeCounters told = Objects.requireNonNull(sample.nodes().get(nodes(world).get(0)));
    return Objects.requireNonNull(told.byKind()).total();
  }

  /** A minute's load average lags, as on the real one. */
  @Test
  void howBusyANodeIsLagsBehind() {
    World world =
        world(
            RING.formatted(3, 1200, 100_000).replaceAll("}\\s*$", "")
                + ", load: [{curve: steps, steps: [{from: 0s, to: 0.2}, {from: 130s, to: 1}]}]}\n");
    SimulatedNode node = world.nodes().get(0);
    double before = busy(world, node);

    world.advance(Duration.ofSeconds(20));

    assertThat(node.cpu).isGreaterThan(before * 2);
    assertThat(busy(world, node)).isLessThan((before + node.cpu) / 2);
  }

  private static double busy(World world, SimulatedNode node) {
    return Objects.requireNonNull(Objects.requireNonNull(world.host(node.id)).cpu()).value();
  }

  @Test
  void aDeadNodeBlocksNothing() throws Exception {
    World world = world(4, 300, 100_000);
    NodeId node = started(world);
    world.crash(world.nodes().get(0), Double.POSITIVE_INFINITY);
    world.advance(Duration.ofSeconds(10));

    ports(world).need(Admission.class).admit(node);

    assertThat(secondsUntilSettled(world)).isLessThan(200);
    assertThat(nodes(world)).contains(node);
    assertThat(world.topology().deadNodes()).hasSize(1);
    assertThat(throughput(world)).isCloseTo(300, within(1.0));
  }

  @Test
  void aLeaveOfANodeThatDiesIsOff() throws Exception {
    World world = world(4, 300, 100_000);
    NodeId leaver = nodes(world).get(0);
    ports(world).need(Handover.class).leave(leaver);
    world.advance(Duration.ofSeconds(5));

    world.crash(Objects.requireNonNull(world.find(leaver)), world.seconds() + 60);
    world.advance(Duration.ofMinutes(2));

    assertThat(nodes(world)).contains(leaver);
    assertThat(share(world, leaver)).isCloseTo(0.25, within(0.01));
    assertThat(world.topology().inTransition()).isEmpty();
  }

  @Test
  void asManyNodesStayAsThereAreCopies() {
    World world = world(3, 300, 100_000);

    assertThatThrownBy(() -> leaveFirst(world)).hasMessageContaining("must stay");
  }

  private static void leaveFirst(World world) throws PortException {
    ports(world).need(Handover.class).leave(nodes(world).get(0));
  }

  /** A dead node is struck off only with {@code engine.forceRemove}, which is not simulated. */
  @Test
  void hasNoFacetThatRiakHasNot() {
    Set<Class<? extends Facet>> real =
        ServiceLoader.load(EngineProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.type().equals("riak"))
            .map(EngineProvider::facets)
            .findFirst()
            .orElseThrow();
    Ports own = ports(world(3, 300, 100_000));

    assertThat(own.find(Membership.class)).isEmpty();
    assertThat(Facets.kinds(SimulatedEngine.class, RingOrders.class))
        .filteredOn(kind -> own.find(kind).isPresent())
        .isSubsetOf(real);
  }

  @Nested
  class AsAStore extends EngineContractTest {
    @Override
    protected NodeId anUnreadableNode() {
      contracted.nodes().get(2).silentUntil = Double.POSITIVE_INFINITY;
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
}
