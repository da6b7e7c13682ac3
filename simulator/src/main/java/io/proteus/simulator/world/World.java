package io.proteus.simulator.world;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.model.RingCosts;
import io.proteus.simulator.scenario.Recording;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.StoreBalancer;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store, its machines and its clients on virtual time. Deterministic from the scenario and the
 * seed. What must never be done to a store is done all the same, and noted in {@link #incidents}.
 */
public final class World {
  /** When every simulation begins; a Monday. */
  public static final Instant BEGINNING = Instant.parse("2026-01-05T00:00:00Z");

  private static final long LONGEST_STEP_NANOS = 1_000_000_000;
  private static final long OF_CLOUD = 0x636c6f7564L;

  private final Scenario scenario;
  private final ModelConstants constants;
  private final SplittableRandom random;
  private final SplittableRandom ofCloud;
  private final Performance performance;
  private final FaultScript faults;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<SimulatedPartition> partitions = new ArrayList<>();
  private final SortedMap<TableId, ByteSize> blockSizes = new TreeMap<>();
  private final SimulatedSettings settings = new SimulatedSettings(blockSizes);
  private final List<TenantState> tenants = new ArrayList<>();
  private final Clients clients;
  private final TreeSet<NodeId> ended = new TreeSet<>();
  private final TreeSet<String> incidents = new TreeSet<>();
  private final Machines machines;
  private final AcknowledgedWrites writes;
  private final @Nullable CountBalancer balancer;

  /** Of a store that places its data itself; else null. */
  private final @Nullable Ring ring;

  private Consumer<World> onlooker = world -> {};
  private int lastNode;
  private int crashes;
  private int machinesLost;
  private Instant beginning = BEGINNING;
  private long nanos;
  private long passedNanos;
  private double seconds;
  private final Orders orders = new Orders(this);
  private final Master master = new Master(this);
  private final Compactions compactions = new Compactions(this);
  private final Divisions divisions = new Divisions(this);

  public World(Scenario scenario, ModelConstants constants, long seed) {
    this(scenario, null, constants, seed);
  }

  /**
   * @param recording where it begins and what clients do, instead of what the scenario says of both
   */
  public World(
      Scenario scenario, @Nullable Recording recording, ModelConstants constants, long seed) {
    this.scenario = scenario;
    this.constants = scenario.cloud().in(constants);
    this.random = new SplittableRandom(seed);
    // draws of its own: how often a cloud has no machine changes nothing else
    this.ofCloud = new SplittableRandom(seed ^ OF_CLOUD);
    this.performance = new Performance(scenario, constants);
    this.clients = new Clients(tenants, performance);
    if (recording == null) {
      for (int i = 0; i < scenario.nodes(); i++) {
        nodes.add(new SimulatedNode(nextNode(), scenario.memory(), 0));
      }
    } else {
      nodes.addAll(new RecordedLayout(scenario, recording).nodes());
    }
    for (SimulatedNode node : nodes) {
      node.served = true;
      node.cpuSpent = constants.coldCode().spentBefore();
    }
    this.machines = new Machines(nodes.stream().map(node -> node.id).toList());
    for (Tenant tenant : scenario.tenants()) {
      tenants.add(
          new TenantState(tenant, recording == null ? List.of() : recording.of(tenant.name())));
    }
    RingCosts ringCosts = this.constants.ring();
    if (ringCosts != null) {
      this.ring = new Ring(this, ringCosts, random.split());
    } else {
      this.ring = null;
      lay(recording);
    }
    this.faults = new FaultScript(this, scenario.faults(), random.split());
    // draws of its own: where copies are changes nothing of what clients get
    this.writes = new AcknowledgedWrites(this, new SplittableRandom(~seed));
    if (ring == null) {
      writes.begin();
    }
    StoreBalancer own = scenario.balancer();
    this.balancer = own == null ? null : new CountBalancer(this, own);
  }

  private void lay(@Nullable Recording recording) {
    if (recording == null) {
      new FirstLayout(scenario, random).place(nodes, partitions, blockSizes);
    } else {
      new RecordedLayout(scenario, recording).place(nodes, partitions, blockSizes);
    }
  }

  /** A name that no node has or had. */
  NodeId nextNode() {
    NodeId name;
    do {
      name = new NodeId("node-%03d:16020".formatted(++lastNode));
    } while (find(name) != null || ended.contains(name));
    return name;
  }

  // how time passes

  /**
   * Lets the world go on. What happens in less than a step is worked out once somebody looks or
   * acts, as the loop naps in small pieces, or once the scenario is over.
   */
  public void advance(Duration length) {
    nanos = Math.addExact(nanos, length.toNanos());
    while (nanos - passedNanos >= LONGEST_STEP_NANOS) {
      pass(LONGEST_STEP_NANOS);
    }
    if (isOver()) {
      catchUp();
    }
  }

  /** Brings everything to now. */
  void catchUp() {
    if (nanos > passedNanos) {
      pass(nanos - passedNanos);
    }
  }

  /** One step ends with the scenario, so that whoever watches sees that moment. */
  private void pass(long step) {
    long untilOver = scenario.lasts().toNanos() - passedNanos;
    if (untilOver > 0 && untilOver < step) {
      pass(untilOver);
      pass(step - untilOver);
      return;
    }
    passedNanos += step;
    seconds = passedNanos / 1e9;
    faults.pass(seconds);
    pass(step / 1e9);
    onlooker.accept(this);
  }

  private void pass(double step) {
    for (SimulatedNode node : nodes) {
      // one that is back tells of its death itself
      if (node.isUnnoticed() && (seconds >= node.noticedAt || node.isUp(seconds))) {
        notice(node);
      }
      if (node.isUp(seconds) && !node.served) {
        node.served = true;
        node.knownDead = false;
        if (ring != null) {
          ring.backOn(node);
        } else {
          master.backOn(node);
        }
        writes.machineJoined();
      }
      MemorySplit coming = node.comingMemory;
      if (coming != null && seconds >= node.memoryAt) {
        node.memory = coming;
        node.comingMemory = null;
        performance.disturb();
      }
    }
    strikeOffTheGone();
    for (SimulatedPartition partition : partitions) {
      if (partition.openingOn != null && seconds >= partition.opensAt) {
        master.opened(partition, partition.openingOn);
      }
      compactions.pass(partition, step);
    }
    divisions.pass();
    if (balancer != null) {
      balancer.pass();
    }
    tenants.forEach(tenant -> tenant.follow(seconds));
    if (ring != null) {
      ring.pass(step);
      performance.pass(seconds, step, nodes, partitions, tenants, ring.unavailable());
      return;
    }
    performance.pass(seconds, step, nodes, partitions, tenants, 0);
    writes.pass(step);
    master.checkServed();
  }

  /** A node whose machine is gone is no node of the cloud, once the store knows it is dead. */
  private void strikeOffTheGone() {
    nodes.removeIf(
        node -> {
          boolean isGone = node.knownDead && !machines.runs(node.id);
          if (isGone) {
            ended.add(node.id);
          }
          return isGone;
        });
  }

  // what is seen

  /** Is told of every step of time. */
  public void watchedBy(Consumer<World> other) {
    onlooker = other;
  }

  public Instant now() {
    return beginning.plusNanos(nanos);
  }

  /** When it began. */
  Instant beginning() {
    return beginning;
  }

  /** Begins at another moment, for whoever looks at it beside things of other days. */
  public void beginsAt(Instant moment) {
    beginning = moment;
  }

  public double seconds() {
    return seconds;
  }

  public boolean isOver() {
    return nanos >= scenario.lasts().toNanos();
  }

  /** What was done to the store that must never be done, in sentences. */
  public List<String> incidents() {
    List<String> all = new ArrayList<>(incidents);
    all.addAll(machines.incidents(this));
    return all;
  }

  public int moves() {
    return orders.moves();
  }

  /** What the partitions held that were told to move, or what a ring has streamed by itself. */
  public double movedBytes() {
    return ring == null ? orders.movedBytes() : ring.streamedBytes();
  }

  public int restarts() {
    return orders.restarts();
  }

  /** What the clients get. */
  public Clients clients() {
    return clients;
  }

  /** CPU share of the live nodes, on average. */
  public double meanCpu() {
    return nodes.stream()
        .filter(node -> node.isUp(seconds))
        .mapToDouble(n -> n.cpu)
        .average()
        .orElse(0);
  }

  /** Nodes that serve. */
  public int liveNodes() {
    return (int) nodes.stream().filter(node -> node.isUp(seconds)).count();
  }

  /** Machines that run, and are paid for. */
  public int machines() {
    return machines.count();
  }

  /** Machines that the cloud started beyond what was asked for. */
  public int surplus() {
    return orders.surplus();
  }

  /** Nodes that died since the start. */
  public int crashes() {
    return crashes;
  }

  /** Machines that were gone since the start without anybody having ended them. */
  public int machinesLost() {
    return machinesLost;
  }

  /** A machine is gone for good, and nobody ended it. */
  void loseMachine(NodeId machine) {
    machines.ended(machine);
    machineGone(machine);
    machinesLost++;
  }

  /** What was on a machine is gone with it. */
  void machineGone(NodeId machine) {
    if (ring != null) {
      ring.machineGone(machine);
    } else {
      writes.machineGone(machine);
    }
  }

  /** The ring of a store that places its data itself; null without one. */
  @Nullable Ring ring() {
    return ring;
  }

  Scenario scenario() {
    return scenario;
  }

  Hardware hardware() {
    return scenario.hardware();
  }

  FaultScript faults() {
    return faults;
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  List<SimulatedPartition> partitions() {
    return partitions;
  }

  Topology topology() {
    return ring == null ? new Survey(this).topology() : new RingSurvey(this, ring).topology();
  }

  Sample sample() {
    return ring == null ? new Survey(this).sample() : new RingSurvey(this, ring).sample();
  }

  @Nullable HostLoad host(NodeId id) {
    return ring == null ? new Survey(this).host(id) : new RingSurvey(this, ring).host(id);
  }

  /** Splits and merges of its partitions. */
  Divisions divisions() {
    return divisions;
  }

  /** What Proteus may have done to it. */
  Orders orders() {
    return orders;
  }

  ModelConstants constants() {
    return constants;
  }

  SplittableRandom random() {
    return random;
  }

  /** Whether the cloud does by chance what it does with this share of all orders. */
  boolean cloudDraws(double share) {
    return share > 0 && ofCloud.nextDouble() < share;
  }

  /** Where each write is that was acknowledged. */
  AcknowledgedWrites writes() {
    return writes;
  }

  /** The machines that run, by the nodes on them. */
  Machines fleet() {
    return machines;
  }

  /** Something moved: what the caches hold in the long run has changed. */
  void disturb() {
    performance.disturb();
  }

  /** Something was done that must never be done. */
  void note(String incident) {
    incidents.add(incident);
  }

  Map<TableId, ByteSize> blockSizes() {
    return blockSizes;
  }

  /** What is set on a table. */
  SimulatedSettings settings() {
    return settings;
  }

  /** Nodes that were stopped for good and are not forgotten. */
  Set<NodeId> ended() {
    return ended;
  }

  /** Whether its node is there and has it open. */
  boolean isServed(SimulatedPartition partition) {
    SimulatedNode node = partition.node == null ? null : find(partition.node);
    return partition.isServed() && node != null && node.isUp(seconds);
  }

  /**
   * A node was ended, and told the store so, which gives its partitions to others.
   *
   * @param upAt when it serves again, seconds; infinite for never
   */
  void goDown(SimulatedNode node, double upAt) {
    stop(node, upAt);
    notice(node);
  }

  /**
   * A node dies. The store takes it for alive until it notices, and gives its partitions to others
   * then.
   *
   * @param upAt when it serves again, seconds; infinite for never
   */
  void crash(SimulatedNode node, double upAt) {
    stop(node, upAt);
    crashes++;
    node.noticedAt = seconds + constants.crashSeconds();
    for (SimulatedPartition partition : partitions) {
      if (node.id.equals(partition.node)) {
        partition.toCompact = 0;
      }
    }
    performance.disturb();
  }

  private void stop(SimulatedNode node, double upAt) {
    writes.died(node);
    node.upAt = upAt;
    node.downSince = seconds;
    node.served = false;
    node.buffered = 0;
    node.stalled = 0;
    node.cpuSpent = 0;
    Arrays.fill(node.coordinated, 0);
    node.comingMemory = null;
  }

  private void notice(SimulatedNode node) {
    node.noticedAt = Double.POSITIVE_INFINITY;
    node.knownDead = true;
    node.incarnation++;
    if (ring == null) {
      master.giveAway(node);
    }
  }

  @Nullable SimulatedNode find(NodeId id) {
    for (SimulatedNode node : nodes) {
      if (node.id.equals(id)) {
        return node;
      }
    }
    return null;
  }
}
