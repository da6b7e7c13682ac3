package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Few;
import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.RingCosts;
import io.proteus.simulator.scenario.RingCopies;
import io.proteus.simulator.scenario.Tenant;
import io.proteus.simulator.world.RingChange.Flow;
import io.proteus.simulator.world.RingChange.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A store that places its data itself: keys lie on a ring, each with copies on several nodes. Nodes
 * come and go by order, one at a time, and what they take over or hand over streams between nodes
 * that serve meanwhile. What all tenants have on one node is one {@link SimulatedPartition} each,
 * as keys are spread by their hash.
 */
final class Ring {
  private final World world;
  private final RingKind kind;
  private final RingCosts costs;
  private final RingCopies copies;
  private final int asked;
  private RingLayout layout;

  /** The one change that is under way. */
  private @Nullable RingChange change;

  private final RingCleanup cleanup = new RingCleanup();

  /** How orders failed, until they are given again. */
  private final Map<String, String> failures = new TreeMap<>();

  /** Nodes that neither belong to the ring nor can join it as they are, and why. */
  private final Map<NodeId, String> unfit = new TreeMap<>();

  /** Members whose machines are gone, with what they held. */
  private final Set<NodeId> gone = new TreeSet<>();

  private final RangeCounters counters = new RangeCounters();
  private double unavailable;
  private double streamedBytes;

  /** As the parts of all copies were divided last; null before that. */
  private @Nullable Served served;

  /**
   * All that the parts of copies hang on.
   *
   * @param coming what is streamed to whom
   */
  private record Served(
      Set<NodeId> up, RingLayout layout, Set<NodeId> listed, List<RingChange.Gain> coming) {}

  Ring(World world, RingCosts costs, SplittableRandom random) {
    this.world = world;
    this.kind = RingKind.of(world.scenario().store());
    this.costs = costs;
    this.copies = world.scenario().copies();
    this.asked = world.scenario().store().asked(copies);
    List<NodeId> nodes = world.nodes().stream().map(node -> node.id).toList();
    this.layout = kind.layout(nodes, copies.copies(), random);
    for (Tenant tenant : world.scenario().tenants()) {
      world.blockSizes().put(new TableId(tenant.name()), world.scenario().blockSize());
    }
    nodes.forEach(this::prepare);
    Map<NodeId, Double> owned = owned(layout);
    for (SimulatedPartition copy : world.partitions()) {
      Tenant tenant = world.scenario().tenants().get(copy.tenant);
      copy.bytes = tenant.rows() * tenant.rowSize().bytes() * owned.getOrDefault(copy.node, 0.0);
      copy.holdAll(); // as after hours of the same load: what does not fit goes at once
    }
    serve();
  }

  /** A node has room for what it is to hold of each tenant. */
  private void prepare(NodeId node) {
    for (int t = 0; t < world.scenario().tenants().size(); t++) {
      Tenant tenant = world.scenario().tenants().get(t);
      SimulatedPartition copy =
          new SimulatedPartition(
              new PartitionId(tenant.name() + "@" + node.value()),
              new TableId(tenant.name()),
              t,
              List.of(new Slice(0)),
              1,
              world.scenario().blockSize().bytes());
      copy.isCopy = true;
      copy.node = node;
      world.partitions().add(copy);
    }
  }

  /** The share of the keys of which each node has a copy. */
  private static Map<NodeId, Double> owned(RingLayout layout) {
    Map<NodeId, Double> owned = new HashMap<>();
    for (RingRange range : layout.ranges()) {
      range.owners().forEach(owner -> owned.merge(owner, range.width(), Double::sum));
    }
    return owned;
  }

  // what is seen

  RingKind kind() {
    return kind;
  }

  RingLayout layout() {
    return layout;
  }

  @Nullable RingChange change() {
    return change;
  }

  RangeCounters counters() {
    return counters;
  }

  /** Share of the requests that find too few live copies. */
  double unavailable() {
    return unavailable;
  }

  /** Bytes that nodes have sent each other since the start. */
  double streamedBytes() {
    return streamedBytes;
  }

  /** What nodes keep though others own it. */
  RingCleanup cleanup() {
    return cleanup;
  }

  /** Nodes that the store lists as its own, the dead included. */
  Set<NodeId> listed() {
    Set<NodeId> listed = new TreeSet<>(layout.members());
    RingChange now = change;
    if (now != null && kind.listsWhoIsOnTheWay() && world.seconds() >= now.streamsAt) {
      listed.add(now.node);
    }
    return listed;
  }

  /** Members that the store takes for dead. */
  Set<NodeId> dead() {
    Set<NodeId> dead = listed();
    dead.removeIf(this::isAlive);
    return dead;
  }

  /** Whether the store takes a node for alive. */
  boolean isAlive(NodeId id) {
    SimulatedNode node = world.find(id);
    return node != null && node.isListed(world.seconds());
  }

  private boolean isUp(NodeId id) {
    SimulatedNode node = world.find(id);
    return node != null && node.isUp(world.seconds());
  }

  // orders

  /** Why the ring must not be changed now; empty where it may be. */
  Optional<String> unrest() {
    if (change != null) {
      return Optional.of("\"%s\" is not done".formatted(change));
    }
    Optional<NodeId> cleans = cleanup.now();
    if (cleans.isPresent()) {
      return Optional.of(cleans.get() + " cleans up what it no longer holds");
    }
    Set<NodeId> dead = dead();
    return dead.isEmpty() || !kind.waitsForTheDead()
        ? Optional.empty()
        : Optional.of("down: " + Few.of(List.copyOf(dead)));
  }

  /** Why a node will not be taken in as it is; empty where it will. */
  Optional<String> unfit(NodeId node) {
    return Optional.ofNullable(unfit.get(node));
  }

  /** How an order failed before, which is told once. */
  Optional<String> failed(Kind what, NodeId node) {
    RingChange order = new RingChange(what, node, layout, 0);
    return Optional.ofNullable(failures.remove(order.toString()));
  }

  /** How many nodes stay at least. */
  int fewest() {
    return kind.fewest(copies.copies());
  }

  int copies() {
    return copies.copies();
  }

  /**
   * A node begins to join.
   *
   * @param moreFollow whether the cleanup is left to another join
   */
  void join(NodeId node, boolean moreFollow) {
    begin(Kind.JOIN, node, layout.with(node), costs.joinDelaySeconds()).moreFollow = moreFollow;
  }

  void leave(NodeId node) {
    begin(Kind.LEAVE, node, layout.without(node), costs.leaveDelaySeconds());
  }

  /** Copies of what a dead node had are made from the others. */
  void strikeOff(NodeId node) {
    begin(Kind.STRIKE_OFF, node, layout.without(node), costs.leaveDelaySeconds());
  }

  private RingChange begin(Kind what, NodeId node, RingLayout after, double delay) {
    RingChange begun = new RingChange(what, node, after, world.seconds() + delay);
    change = begun;
    return begun;
  }

  // how time passes

  void pass(double step) {
    for (SimulatedNode node : world.nodes()) {
      node.streamCpu = 0;
      node.streamDisk = 0;
    }
    RingChange now = change;
    if (now != null) {
      pass(now, step);
    } else {
      cleanup.now().ifPresent(id -> cleanUp(id, step));
    }
    serve();
  }

  private void pass(RingChange now, double step) {
    if (loses(now) || world.seconds() < now.streamsAt) {
      return;
    }
    if (!now.hasBegun()) {
      if (now.kind == Kind.JOIN) {
        prepare(now.node);
      }
      now.begin(layout, bytesOfOneCopy(), this::isUp);
      world.disturb();
    }
    if (!now.hasStreamed()) {
      stream(now.flows(), step);
      if (now.flows().stream().allMatch(flow -> flow.left <= 0)) {
        hasStreamed(now);
      }
    }
    if (world.seconds() >= now.settledAt) {
      ended(now);
    }
  }

  /** Whether a change has lost a node, and ended by that. */
  private boolean loses(RingChange now) {
    List<NodeId> lost = now.involved().stream().filter(node -> !isUp(node)).toList();
    if (lost.isEmpty()) {
      return false;
    }
    if (kind.waitsForTheDead() || (now.kind == Kind.LEAVE && lost.contains(now.node))) {
      String why = "%s died before all was streamed".formatted(Few.of(lost));
      failures.put(now.toString(), why);
      change = null;
      if (now.kind == Kind.JOIN) {
        unfit.put(now.node, "it failed to join, as " + why);
        world.partitions().removeIf(copy -> now.node.equals(copy.node));
      }
      world.disturb();
      return true;
    }
    // what waits for a dead node is not awaited
    now.flows().removeIf(flow -> lost.contains(flow.from) || lost.contains(flow.to));
    return false;
  }

  private double bytesOfOneCopy() {
    double all = 0;
    for (SimulatedPartition copy : world.partitions()) {
      all += layout.members().contains(copy.node) ? copy.bytes : 0;
    }
    return all / owned(layout).values().stream().mapToDouble(width -> width).sum();
  }

  /** Each node sends and receives no faster than it may, and as its CPU allows. */
  private void stream(List<Flow> flows, double step) {
    Map<NodeId, Double> toSend = new HashMap<>();
    flows.forEach(flow -> toSend.merge(flow.from, flow.left, Double::sum));
    Map<NodeId, Double> coming = new HashMap<>();
    for (Flow flow : flows) {
      coming.merge(flow.to, rate(flow, toSend), Double::sum);
    }
    for (Flow flow : flows) {
      SimulatedNode from = world.find(flow.from);
      SimulatedNode to = world.find(flow.to);
      if (from == null || to == null || flow.left <= 0) {
        continue;
      }
      double fits =
          cpuFor(to) / costs.targetCpuSecondsPerByte() / coming.getOrDefault(flow.to, 1.0);
      double sent = Math.min(flow.left, rate(flow, toSend) * Math.min(1, fits) * step);
      flow.left = flow.left - sent < 1 ? 0 : flow.left - sent;
      streamedBytes += sent;
      from.streamCpu += sent / step * costs.sourceCpuSecondsPerByte();
      from.streamDisk += sent / step;
      to.streamCpu += sent / step * costs.targetCpuSecondsPerByte();
      to.streamDisk += sent / step;
    }
  }

  /** Bytes a second, each of a node's flows by how much is left of it. */
  private double rate(Flow flow, Map<NodeId, Double> toSend) {
    SimulatedNode from = world.find(flow.from);
    double most =
        from == null
            ? 0
            : Math.min(
                costs.streamBytesPerSecond(), cpuFor(from) / costs.sourceCpuSecondsPerByte());
    return most * flow.left / Math.max(1, toSend.getOrDefault(flow.from, 1.0));
  }

  /** Reads and writes what a node has, with one thread. */
  private void cleanUp(NodeId id, double step) {
    SimulatedNode node = world.find(id);
    if (node == null || !isUp(id)) {
      failures.put("clean up " + id, "it is down, and keeps what it no longer holds");
      cleanup.next();
      return;
    }
    double thread = Math.min(cpuFor(node), world.hardware().coreSpeed() * node.speed);
    double rate =
        Math.min(costs.cleanupBytesPerSecond(), thread / costs.cleanupCpuSecondsPerByte());
    node.streamCpu = rate * costs.cleanupCpuSecondsPerByte();
    node.streamDisk = 2 * rate;
    cleanup.pass(held(id), rate * step);
  }

  /** CPU seconds of the reference machine that a node has for streams, a second. */
  private double cpuFor(SimulatedNode node) {
    Hardware hardware = world.hardware();
    return costs.streamCpuShare() * hardware.cores() * hardware.coreSpeed() * node.speed;
  }

  /** Owners are now those of after; former ones may keep what they had for a while. */
  private void hasStreamed(RingChange now) {
    Map<NodeId, Double> before = owned(layout);
    Map<NodeId, Double> after = owned(now.after);
    double factor = before.values().stream().mapToDouble(width -> width).sum();
    double[] whole = new double[world.scenario().tenants().size()];
    for (SimulatedPartition copy : world.partitions()) {
      whole[copy.tenant] += layout.members().contains(copy.node) ? copy.bytes / factor : 0;
    }
    for (SimulatedPartition copy : world.partitions()) {
      double held = copy.bytes;
      copy.bytes = Math.max(1, whole[copy.tenant] * after.getOrDefault(copy.node, 0.0));
      // what was just received was just written, and is in the kernel's cache as far as it fits
      double known = Math.min(1, held / copy.bytes);
      copy.hotHeld = copy.hotHeld * known + 1 - known;
      copy.coldHeld = copy.coldHeld * known + 1 - known;
      if (now.kind == Kind.JOIN && costs.cleansUp() && held > copy.bytes && copy.node != null) {
        cleanup.leave(copy.node, held - copy.bytes);
      }
    }
    Set<NodeId> former = layout.members();
    layout = now.after;
    now.settledAt = world.seconds() + costs.settleSeconds();
    if (now.kind == Kind.JOIN && costs.cleansUp()) {
      cleanup.afterJoin(former, now.moreFollow);
    }
    world.disturb();
  }

  private void ended(RingChange now) {
    change = null;
    if (now.kind != Kind.JOIN) {
      world.partitions().removeIf(copy -> now.node.equals(copy.node));
      cleanup.forget(now.node);
      gone.remove(now.node);
      unfit.put(now.node, "it has left, and joins again only with an empty data folder");
      SimulatedNode node = world.find(now.node);
      if (node != null && now.kind == Kind.LEAVE && kind.listsWhoIsOnTheWay()) {
        world.goDown(node, Double.POSITIVE_INFINITY); // its process ends by itself
      }
    }
    world.disturb();
  }

  private double held(NodeId node) {
    return world.partitions().stream()
        .filter(copy -> node.equals(copy.node))
        .mapToDouble(copy -> copy.bytes)
        .sum();
  }

  /** Which part of the requests each copy gets; it changes with who is there. */
  private void serve() {
    Set<NodeId> up = new TreeSet<>();
    for (SimulatedNode node : world.nodes()) {
      if (node.isUp(world.seconds())) {
        up.add(node.id);
      }
    }
    RingChange now = change;
    Served present =
        new Served(
            up, layout, listed(), now == null || now.hasStreamed() ? List.of() : now.gains());
    if (!present.equals(served)) {
      served = present;
      divide(present);
    }
  }

  private void divide(Served present) {
    Map<NodeId, double[]> parts = new HashMap<>();
    unavailable = 0;
    for (RingRange range : layout.ranges()) {
      List<NodeId> live = range.owners().stream().filter(present.up()::contains).toList();
      if (live.size() < kind.needed(asked, copies)) {
        unavailable += range.width();
        continue;
      }
      double reads = range.width() * Math.min(asked, live.size()) / live.size();
      for (NodeId owner : live) {
        double[] part = parts.computeIfAbsent(owner, none -> new double[2]);
        part[0] += reads;
        part[1] += range.width();
      }
    }
    for (RingChange.Gain gain : present.coming()) {
      // who is to own something gets all that is written to it from the beginning
      parts.computeIfAbsent(gain.gaining(), none -> new double[2])[1] += gain.width();
    }
    Set<NodeId> coordinators = new TreeSet<>(present.listed());
    coordinators.retainAll(present.up());
    for (SimulatedPartition copy : world.partitions()) {
      double[] part = present.up().contains(copy.node) ? parts.get(copy.node) : null;
      copy.readPart = part == null ? 0 : part[0];
      copy.writePart = part == null ? 0 : part[1];
      copy.coordinated = coordinators.contains(copy.node) ? 1.0 / coordinators.size() : 0;
    }
  }

  // what happens to its nodes

  /** A node serves again, or for the first time. Its files are in the kernel's cache still. */
  void backOn(SimulatedNode node) {
    unfit.remove(node.id);
    for (SimulatedPartition copy : world.partitions()) {
      if (node.id.equals(copy.node)) {
        copy.resetCounters();
      }
    }
    world.disturb();
  }

  /** A machine is gone for good. What had its last copy on it is lost. */
  void machineGone(NodeId machine) {
    if (!layout.members().contains(machine)) {
      return;
    }
    gone.add(machine);
    double lost = 0;
    for (RingRange range : layout.ranges()) {
      lost +=
          range.owners().contains(machine) && gone.containsAll(range.owners()) ? range.width() : 0;
    }
    if (lost > 0) {
      world.note(
          AcknowledgedWrites.LOST
              + "%s after %.0f s: all copies were on %s, which are gone"
                  .formatted(
                      ByteSize.ofBytes((long) (lost * bytesOfOneCopy())),
                      world.seconds(),
                      Few.of(List.copyOf(gone))));
    }
  }
}
