package io.proteus.testkit;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Engine;
import io.proteus.core.port.Holder;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.SwitchedOff;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory. Time passes by polls: each {@link #topology} or {@link #sample} brings what is
 * under way one poll further ({@link Pace}); counters grow by the rates with the clock. What must
 * never be done to a store (a node restarted while it holds partitions, two nodes out of service at
 * once, a move to a node that is not there) is done all the same and noted in {@link #incidents}.
 */
public final class InMemoryCluster implements Engine {
  private static final TableSettings ONE_FAMILY = TableSettings.of(Map.of(), Map.of("f", Map.of()));

  private final String name;
  private final InstantSource clock;
  private final Pace pace;
  private final Set<Capability> capabilities;
  private final SortedMap<NodeId, InMemoryNode> nodes = new TreeMap<>();
  private final SortedMap<PartitionId, InMemoryPartition> partitions = new TreeMap<>();
  private final SortedMap<TableId, ByteSize> blockSizes = new TreeMap<>();
  private final Map<TableId, TableSettings> settings = new HashMap<>();
  private final Set<NodeId> ended = new TreeSet<>();
  private final InMemoryClaims claims = new InMemoryClaims();
  private final List<String> incidents = new ArrayList<>();
  private final Faults faults = new Faults();
  private Instant servedUntil;
  private final Set<NodeId> notCompacting = new HashSet<>();
  private boolean balancerOn;
  private boolean balancerSwitchedOff;

  InMemoryCluster(
      String name,
      InstantSource clock,
      Pace pace,
      Set<Capability> capabilities,
      boolean balancerOn,
      List<InMemoryNode> nodes,
      List<InMemoryPartition> partitions,
      Map<TableId, ByteSize> blockSizes,
      Map<TableId, TableSettings> settings) {
    this.name = name;
    this.clock = clock;
    this.pace = pace;
    this.capabilities = Set.copyOf(capabilities);
    this.balancerOn = balancerOn;
    this.servedUntil = clock.instant();
    nodes.forEach(node -> this.nodes.put(node.id, node));
    partitions.forEach(partition -> this.partitions.put(partition.id, partition));
    this.blockSizes.putAll(blockSizes);
    this.settings.putAll(settings);
  }

  public static ClusterBuilder cluster() {
    return new ClusterBuilder();
  }

  // what a test sees and sets

  public Faults faults() {
    return faults;
  }

  public InMemoryCloud cloud() {
    return new InMemoryCloud(this, faults);
  }

  public Ports ports() {
    return new Ports(this, cloud());
  }

  /** How busy the hosts are; nodes that are down are not in the answer. */
  public HostMetrics hosts() {
    return asked -> {
      if (!allowed(Call.READ_HOSTS)) {
        return Map.of();
      }
      Map<NodeId, HostLoad> loads = new HashMap<>();
      synchronized (this) {
        asked.forEach(
            id -> {
              InMemoryNode node = nodes.get(id);
              if (node != null && node.isLive()) {
                loads.put(id, node.host);
              }
            });
      }
      return loads;
    };
  }

  private boolean allowed(Call call) {
    try {
      return faults.enter(call);
    } catch (PortException e) {
      return false;
    }
  }

  /** What was done to the store that must never be done, in sentences; empty if all went well. */
  public synchronized List<String> incidents() {
    return List.copyOf(incidents);
  }

  /** What is there, without a poll and without faults. */
  public synchronized Topology peek() {
    List<Gap> gaps = new ArrayList<>();
    nodes.values().stream()
        .filter(node -> node.isLive() && !node.readable)
        .forEach(node -> gaps.add(unreadable(node)));
    return new Topology(
        name,
        clock.instant(),
        nodes.values().stream().filter(InMemoryNode::isLive).map(InMemoryNode::seen).toList(),
        dead(),
        partitions.values().stream().map(InMemoryPartition::seen).toList(),
        blockSizes.entrySet().stream()
            .map(e -> new Table(e.getKey(), e.getValue(), settingsOf(e.getKey())))
            .toList(),
        partitions.values().stream()
            .filter(InMemoryPartition::inTransition)
            .map(partition -> partition.id)
            .toList(),
        balancerOn,
        gaps);
  }

  private TableSettings settingsOf(TableId table) {
    return settings.getOrDefault(table, ONE_FAMILY);
  }

  private List<NodeId> dead() {
    Stream<NodeId> down =
        nodes.values().stream().filter(InMemoryNode::isKnownDead).map(node -> node.id);
    return Stream.concat(down, ended.stream()).toList();
  }

  private static Gap unreadable(InMemoryNode node) {
    return new Gap(Gap.Kind.NODE_UNREADABLE, node.id.value(), "it does not answer");
  }

  public synchronized void rate(PartitionId partition, RequestRates rates) {
    serve();
    known(partition).rates = rates;
  }

  /** What each partition is asked for now. */
  public synchronized Map<PartitionId, RequestRates> rates() {
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    partitions.values().forEach(partition -> rates.put(partition.id, partition.rates));
    return rates;
  }

  public synchronized void host(NodeId node, HostLoad load) {
    known(node).host = load;
  }

  public synchronized void latencyMs(NodeId node, double latencyMs) {
    known(node).latencyMs = latencyMs;
  }

  /** Whether the node tells its counters; its host and its partitions are not concerned. */
  public synchronized void readable(NodeId node, boolean readable) {
    known(node).readable = readable;
  }

  /** The node dies by itself and comes back after {@code polls}. */
  public synchronized void kill(NodeId node, int polls) {
    goDown(known(node), polls);
  }

  /** The store opens a partition elsewhere by itself, as it does where a node died. */
  public synchronized void reassign(PartitionId partition, NodeId to) {
    known(partition).open(to, pace.move());
  }

  /** The operator switches the balancer; no fault hits it. */
  public synchronized void balancer(boolean on) {
    balancerOn = on;
  }

  /** What a store does when the holder of the claim is no longer heard of. */
  public void expireClaim() {
    claims.expire();
  }

  // what the engine does

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  @Override
  public Topology topology() throws PortException {
    faults.enter(Call.TOPOLOGY);
    return poll();
  }

  @Override
  public Sample sample() throws PortException {
    faults.enter(Call.SAMPLE);
    synchronized (this) {
      Topology topology = poll();
      Map<PartitionId, RequestCounters> counters = new HashMap<>();
      for (InMemoryPartition partition : partitions.values()) {
        InMemoryNode node = partition.node == null ? null : nodes.get(partition.node);
        if (node != null && node.readable) {
          counters.put(partition.id, partition.counters());
        }
      }
      Map<NodeId, NodeCounters> ofNodes = new HashMap<>();
      for (InMemoryNode node : nodes.values()) {
        if (node.isLive() && node.readable) {
          ofNodes.put(
              node.id,
              new NodeCounters(
                  (long) node.served, null, null, 0L, null, null, null, node.latencyMs));
        }
      }
      return new Sample(topology, counters, ofNodes);
    }
  }

  @Override
  public void move(PartitionId id, NodeId to) throws PortException {
    if (!faults.enter(Call.MOVE)) {
      return;
    }
    synchronized (this) {
      InMemoryPartition partition = existing(id);
      if (live(to) == null) {
        incidents.add("%s was to move to %s, which is not a live node".formatted(id, to));
        throw new PortException("%s: %s is not a live node.".formatted(id, to));
      }
      if (to.equals(partition.node) || to.equals(partition.openingOn())) {
        return;
      }
      if (partition.inTransition()) {
        throw new PortException("%s is in transition; ask again later.".formatted(id));
      }
      partition.open(to, pace.move());
    }
  }

  @Override
  public void setMemorySplit(NodeId id, MemorySplit split) throws PortException {
    if (!faults.enter(Call.SET_MEMORY_SPLIT)) {
      return;
    }
    synchronized (this) {
      InMemoryNode node = live(id);
      if (node == null || !node.memoryOnline) {
        throw new PortException(
            "%s: want a live node that takes a split while it runs.".formatted(id));
      }
      node.split(split, pace.split());
    }
  }

  /** A node always starts with what it is given. */
  @Override
  public void forgetMemorySplit(NodeId node) {}

  @Override
  public void setBlockSize(TableId table, ByteSize blockSize) throws PortException {
    if (!faults.enter(Call.SET_BLOCK_SIZE)) {
      return;
    }
    synchronized (this) {
      if (blockSize.equals(blockSizes.replace(table, blockSize))) {
        return;
      }
      for (InMemoryPartition partition : partitions.values()) {
        if (partition.table.equals(table) && partition.node != null) {
          partition.open(partition.node, pace.reopen());
        }
      }
    }
  }

  @Override
  public void alter(TableId table, TableChange change) throws PortException {
    if (!faults.enter(Call.ALTER)) {
      return;
    }
    synchronized (this) {
      if (!blockSizes.containsKey(table)) {
        throw new PortException("%s: there is no such table.".formatted(table));
      }
      TableSettings before = settingsOf(table);
      TableSettings after = change.applied(before);
      if (after.equals(before)) {
        return;
      }
      settings.put(table, after);
      for (InMemoryPartition partition : partitions.values()) {
        if (partition.table.equals(table) && partition.node != null) {
          partition.open(partition.node, pace.reopen());
        }
      }
    }
  }

  @Override
  public void compact(PartitionId partition) throws PortException {
    if (faults.enter(Call.COMPACT)) {
      synchronized (this) {
        existing(partition).compact(pace.compaction());
      }
    }
  }

  @Override
  public void switchCompactions(Set<NodeId> nodes, boolean on) throws PortException {
    if (faults.enter(Call.SWITCH_COMPACTIONS)) {
      synchronized (this) {
        if (on) {
          notCompacting.removeAll(nodes);
        } else {
          notCompacting.addAll(nodes);
        }
      }
    }
  }

  /** Nodes whose own compactions are switched off. */
  public synchronized Set<NodeId> notCompacting() {
    return Set.copyOf(notCompacting);
  }

  @Override
  public void switchBalancer(boolean on) throws PortException {
    if (faults.enter(Call.SWITCH_BALANCER)) {
      synchronized (this) {
        balancerSwitchedOff = !on;
        balancerOn = on;
      }
    }
  }

  @Override
  public synchronized SwitchedOff switchedOff() {
    return new SwitchedOff(balancerSwitchedOff, notCompacting);
  }

  @Override
  public void forget(NodeId node) throws PortException {
    if (faults.enter(Call.FORGET)) {
      synchronized (this) {
        ended.remove(node);
      }
    }
  }

  @Override
  public Map<String, String> settingsOf(MemorySplit split) {
    return Map.of(
        "read.cache", Double.toString(split.readCache().value()),
        "write.buffer", Double.toString(split.writeBuffer().value()));
  }

  @Override
  public Claim claim(String who) throws PortException {
    faults.enter(Call.CLAIM);
    return claims.claim(who, clock.instant());
  }

  @Override
  public Optional<Holder> holder() {
    return claims.holder();
  }

  @Override
  public void close() {}

  // what the cloud does

  synchronized void restart(NodeId id, SettingsChange change) {
    InMemoryNode node = known(id);
    noteTakingOut(node, "restarted");
    notCompacting.remove(id);
    node.memory = splitOf(change.set());
    node.settings = new TreeMap<>(change.applied(node.settings));
    node.settings.keySet().removeAll(settingsOf(node.memory).keySet());
    goDown(node, pace.restart());
  }

  synchronized void launch(int total, Map<String, String> settings) {
    if (nodes.size() >= total) {
      return;
    }
    int number = nodes.size() + 1;
    while (nodes.containsKey(new NodeId("rs" + number))
        || ended.contains(new NodeId("rs" + number))) {
      number++;
    }
    NodeId id = new NodeId("rs" + number);
    InMemoryNode node = new InMemoryNode(id, splitOf(settings), true, ClusterBuilder.CALM);
    node.start(pace.restart());
    nodes.put(id, node);
  }

  synchronized void terminate(NodeId id) {
    InMemoryNode node = nodes.get(id);
    if (node != null) {
      noteTakingOut(node, "ended");
      goDown(node, 0);
      nodes.remove(id);
      ended.add(id);
    }
  }

  private void noteTakingOut(InMemoryNode node, String done) {
    long held = partitions.values().stream().filter(p -> node.id.equals(p.node)).count();
    if (held > 0) {
      incidents.add("%s was %s while it held %d partitions".formatted(node.id, done, held));
    }
    nodes.values().stream()
        .filter(other -> !other.isLive() && other != node)
        .forEach(o -> incidents.add("%s was %s while %s was out".formatted(node.id, done, o.id)));
  }

  private static MemorySplit splitOf(Map<String, String> settings) {
    return MemorySplit.of(
        Double.parseDouble(settings.get("read.cache")),
        Double.parseDouble(settings.get("write.buffer")));
  }

  // how time passes

  private synchronized Topology poll() {
    serve();
    for (InMemoryNode node : nodes.values()) {
      if (node.poll()) {
        partitions.values().forEach(partition -> partition.backOn(node.id));
      }
    }
    for (InMemoryPartition partition : partitions.values()) {
      NodeId on = partition.poll();
      if (on != null) {
        partition.opened(on);
      }
    }
    return peek();
  }

  private void goDown(InMemoryNode node, int polls) {
    node.goDown(polls);
    for (InMemoryPartition partition : partitions.values()) {
      if (node.id.equals(partition.node) || node.id.equals(partition.openingOn())) {
        partition.strand(node.id);
      }
    }
  }

  private void serve() {
    double seconds = Duration.between(servedUntil, clock.instant()).toNanos() / 1e9;
    servedUntil = clock.instant();
    for (InMemoryPartition partition : partitions.values()) {
      partition.serve(seconds);
      InMemoryNode node = partition.node == null ? null : nodes.get(partition.node);
      if (node != null) {
        node.served += partition.rates.total() * seconds;
      }
    }
  }

  private InMemoryNode known(NodeId id) {
    return Objects.requireNonNull(nodes.get(id), () -> "there never was a node " + id);
  }

  private InMemoryPartition known(PartitionId id) {
    return Objects.requireNonNull(partitions.get(id), () -> "there never was a " + id);
  }

  private @Nullable InMemoryNode live(NodeId id) {
    InMemoryNode node = nodes.get(id);
    return node != null && node.isLive() ? node : null;
  }

  private InMemoryPartition existing(PartitionId id) throws PortException {
    InMemoryPartition partition = partitions.get(id);
    if (partition == null) {
      throw new PortException("%s: there is no such partition.".formatted(id));
    }
    return partition;
  }
}
