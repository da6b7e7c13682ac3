package io.proteus.simulator.world;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.simulator.fault.LaunchesSlow;
import io.proteus.simulator.fault.LaunchesStillborn;
import io.proteus.simulator.model.Copying;
import java.util.Set;

/**
 * What Proteus may order of a simulated store and its machines. What must never be done is done all
 * the same, and noted in {@link World#incidents}.
 */
final class Orders {
  private final World world;
  private final SimulatedClaims claims = new SimulatedClaims();
  private boolean balancerOn = true;
  private Set<NodeId> prefetching = Set.of();
  private int moves;
  private double movedBytes;
  private int restarts;
  private int surplus;

  Orders(World world) {
    this.world = world;
  }

  /** Who may order. */
  SimulatedClaims claims() {
    return claims;
  }

  boolean balancerOn() {
    return balancerOn;
  }

  /** Partitions that were told to move. */
  int moves() {
    return moves;
  }

  /** What those partitions held. */
  double movedBytes() {
    return movedBytes;
  }

  /** Nodes that were restarted. */
  int restarts() {
    return restarts;
  }

  /** Machines that were started beyond what was asked for, as others were not listed. */
  int surplus() {
    return surplus;
  }

  void move(PartitionId id, NodeId to) throws PortException {
    SimulatedPartition partition = existing(id);
    SimulatedNode node = world.find(to);
    if (node == null || !node.isListed(world.seconds())) {
      throw new PortException("%s: %s is not a live node.".formatted(id, to));
    }
    if (to.equals(partition.openingOn)
        || (partition.openingOn == null && to.equals(partition.node))) {
      return;
    }
    if (partition.openingOn != null) {
      throw new PortException("%s is in transition; ask again later.".formatted(id));
    }
    begin(partition, to);
    moves++;
    movedBytes += partition.bytes;
  }

  /** Closes a partition where it is, to be opened elsewhere. */
  void begin(SimulatedPartition partition, NodeId to) {
    Copying copying = world.constants().copying();
    if (copying != null) {
      copy(partition, to, copying);
      return;
    }
    world.writes().closed(partition);
    partition.openingOn = to;
    partition.opensAt = world.seconds() + openingSeconds();
  }

  /** Its node serves it until all of it has arrived. */
  private void copy(SimulatedPartition partition, NodeId to, Copying copying) {
    SimulatedNode from = partition.node == null ? null : world.find(partition.node);
    SimulatedNode target = world.find(to);
    double busy = Math.max(from == null ? 0 : from.cpu, target == null ? 0 : target.cpu);
    double seconds = copying.seconds(partition.bytes, busy);
    double rows = partition.bytes / rowBytes(partition);
    partition.openingOn = to;
    partition.copied = true;
    partition.opensAt = world.seconds() + seconds;
    partition.copySourceCpu = copying.sourceCpuSeconds(rows, partition.bytes) / seconds;
    partition.copyTargetCpu = copying.targetCpuSeconds(rows, partition.bytes) / seconds;
  }

  private double rowBytes(SimulatedPartition partition) {
    return world.scenario().tenants().get(partition.tenant).rowSize().bytes();
  }

  void setMemorySplit(NodeId id, MemorySplit split) throws PortException {
    SimulatedNode node = world.find(id);
    if (node == null || !node.isUp(world.seconds())) {
      throw new PortException("%s: want a live node.".formatted(id));
    }
    node.comingMemory = split;
    node.memoryAt = world.seconds() + world.constants().splitSeconds();
  }

  void setBlockSize(TableId table, ByteSize size) throws PortException {
    requireExisting(table);
    world.blockSizes().replace(table, size);
  }

  void alter(TableId table, TableChange change) throws PortException {
    requireExisting(table);
    if (!world.settings().alter(table, change)) {
      return;
    }
    for (SimulatedPartition partition : world.partitions()) {
      if (partition.table.equals(table) && partition.isServed()) {
        world.writes().closed(partition);
        partition.openingOn = partition.node;
        partition.opensAt = world.seconds() + openingSeconds();
      }
    }
  }

  private void requireExisting(TableId table) throws PortException {
    if (!world.blockSizes().containsKey(table)) {
      throw new PortException("%s: there is no such table.".formatted(table));
    }
  }

  /** How long a partition is away that is closed and opened again. */
  double openingSeconds() {
    return world.constants().moveSeconds() * (0.7 + 0.6 * world.random().nextDouble());
  }

  void compact(PartitionId id) throws PortException {
    SimulatedPartition partition = existing(id);
    SimulatedNode node = partition.node == null ? null : world.find(partition.node);
    if (node != null && node.isUnnoticed()) {
      throw new PortException("%s: %s does not answer.".formatted(id, node.id));
    }
    if (partition.toCompact == 0) {
      partition.toCompact = Math.max(1, partition.bytes);
    }
  }

  void switchBalancer(boolean on) {
    balancerOn = on;
  }

  /** Has these nodes, and no others, read what they open into their caches. */
  void prefetch(Set<NodeId> nodes) {
    prefetching = Set.copyOf(nodes);
  }

  /** Whether a node reads what it opens now into its cache. */
  boolean prefetches(NodeId node) {
    return prefetching.contains(node);
  }

  void forget(NodeId node) throws PortException {
    Ring ring = world.ring();
    if (ring != null) {
      RingOrders.forget(ring, node);
    }
    world.ended().remove(node);
  }

  void restart(NodeId id, SettingsChange with) throws PortException {
    SimulatedNode node = world.find(id);
    if (node == null || !world.fleet().runs(id)) {
      throw new PortException("%s: there is no such machine.".formatted(id));
    }
    if (world.ring() == null) { // else copies serve meanwhile
      noteTakingOut(node, "restarted");
    }
    node.memory = SimulatedEngine.splitOf(with.set(), node.memory);
    node.settings = SimulatedEngine.withoutSplit(with.applied(node.settings));
    node.comingMemory = null;
    world.goDown(node, world.seconds() + world.constants().restartSeconds());
    restarts++;
  }

  void launch(int total, MemorySplit split) {
    long seen =
        world.nodes().stream()
            .filter(node -> world.fleet().runs(node.id))
            .filter(world.faults()::isSeen)
            .count();
    if (seen >= total) {
      return;
    }
    if (world.fleet().count() >= total) {
      surplus++;
    }
    SimulatedNode node =
        new SimulatedNode(
            world.nextNode(),
            split,
            world.seconds()
                + world.constants().bootSeconds() * world.faults().strongest(LaunchesSlow.class, 1)
                + world.constants().joinSeconds());
    node.downSince = world.seconds();
    node.wanted =
        !world.faults().isOn(LaunchesStillborn.class)
            && !world.cloudDraws(world.scenario().cloud().stillborn());
    world.nodes().add(node);
    world.fleet().started(node.id, world.seconds());
  }

  void terminate(NodeId id) {
    SimulatedNode node = world.find(id);
    if (node != null) {
      noteTakingOut(node, "ended");
      boolean wasKnown = node.isListed(world.seconds()) || node.knownDead;
      world.fleet().late(node, world).ifPresent(world::note);
      world.goDown(node, Double.POSITIVE_INFINITY);
      world.nodes().remove(node);
      world.fleet().ended(id);
      if (wasKnown) { // else the store never heard of it
        world.ended().add(id);
      }
      if (world.constants().endedTakesCopies()) {
        world.machineGone(id);
      }
    }
  }

  private void noteTakingOut(SimulatedNode node, String done) {
    long held = world.partitions().stream().filter(p -> node.id.equals(p.node)).count();
    if (held > 0 && node.isUp(world.seconds())) {
      world.note("%s was %s while it held %d partitions".formatted(node.id, done, held));
    }
  }

  private SimulatedPartition existing(PartitionId id) throws PortException {
    for (SimulatedPartition partition : world.partitions()) {
      if (partition.id.equals(id)) {
        return partition;
      }
    }
    throw new PortException("%s: there is no such partition.".formatted(id));
  }
}
