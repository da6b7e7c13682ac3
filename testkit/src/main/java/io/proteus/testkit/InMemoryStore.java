package io.proteus.testkit;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.words.Sentence;
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
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state that an {@link InMemoryCluster} and its cloud share, and how it changes with orders and
 * time. It knows no faults.
 */
final class InMemoryStore {
  private static final String READ_CACHE = "read.cache";
  private static final String WRITE_BUFFER = "write.buffer";

  private String name;
  private final InstantSource clock;
  private final Pace pace;
  private final SortedMap<NodeId, InMemoryNode> nodes = new TreeMap<>();
  private final SortedMap<PartitionId, InMemoryPartition> partitions = new TreeMap<>();
  private final StoredTables tables;
  private final InMemoryReshaping reshaping;
  private final Set<NodeId> ended = new TreeSet<>();
  private final Set<NodeId> notCompacting = new HashSet<>();
  private final List<String> incidents = new ArrayList<>();
  private Restrictions restrictions = Restrictions.NONE;
  private Instant servedUntil;
  private boolean balancerOn;
  private boolean balancerSwitchedOff;
  private int pollsToLaunch;

  InMemoryStore(
      String name,
      InstantSource clock,
      Pace pace,
      boolean balancerOn,
      List<InMemoryNode> nodes,
      List<InMemoryPartition> partitions,
      StoredTables tables) {
    this.name = name;
    this.clock = clock;
    this.pace = pace;
    this.balancerOn = balancerOn;
    this.servedUntil = clock.instant();
    this.pollsToLaunch = pace.restart();
    nodes.forEach(node -> this.nodes.put(node.id, node));
    partitions.forEach(partition -> this.partitions.put(partition.id, partition));
    this.reshaping = new InMemoryReshaping(this.partitions, pace);
    this.tables = tables;
  }

  /** A memory split in the store's own keys. */
  static Map<String, String> settingsOf(MemorySplit split) {
    return Map.of(
        READ_CACHE, Double.toString(split.readCache().value()),
        WRITE_BUFFER, Double.toString(split.writeBuffer().value()));
  }

  private static MemorySplit splitOf(Map<String, String> settings, MemorySplit otherwise) {
    String cache = settings.get(READ_CACHE);
    String buffer = settings.get(WRITE_BUFFER);
    return cache == null || buffer == null
        ? otherwise
        : MemorySplit.of(Double.parseDouble(cache), Double.parseDouble(buffer));
  }

  // what there is

  Instant now() {
    return clock.instant();
  }

  synchronized List<String> incidents() {
    return List.copyOf(incidents);
  }

  synchronized String name() {
    return name;
  }

  synchronized void name(String other) {
    name = other;
  }

  /** The topology without a poll. */
  synchronized Topology topology() {
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
            tables.seen(lives()),
            partitions.values().stream()
                .filter(InMemoryPartition::inTransition)
                .map(partition -> partition.id)
                .toList(),
            balancerOn,
            gaps)
        .with(restrictions);
  }

  synchronized void restrict(Restrictions rules) {
    restrictions = rules;
  }

  private List<NodeId> dead() {
    Stream<NodeId> down =
        nodes.values().stream().filter(InMemoryNode::isKnownDead).map(node -> node.id);
    return Stream.concat(down, ended.stream()).toList();
  }

  private static Gap unreadable(InMemoryNode node) {
    return new Gap(Gap.Kind.NODE_UNREADABLE, node.id.value(), Sentence.of("it does not answer"));
  }

  synchronized Map<PartitionId, RequestRates> rates() {
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    partitions.values().forEach(partition -> rates.put(partition.id, partition.rates));
    return rates;
  }

  /** The load of the live nodes among these. */
  synchronized Map<NodeId, HostLoad> hosts(Iterable<NodeId> asked) {
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId id : asked) {
      InMemoryNode node = live(id);
      if (node != null) {
        loads.put(id, node.host);
      }
    }
    return loads;
  }

  synchronized boolean balancerSwitchedOff() {
    return balancerSwitchedOff;
  }

  synchronized Set<NodeId> notCompacting() {
    return Set.copyOf(notCompacting);
  }

  // how time passes

  /** Advances everything by one poll. */
  synchronized Topology poll() {
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
    reshaping.poll();
    return topology();
  }

  /** A poll, with the counters of what can be read. */
  synchronized Sample sample() {
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
        ofNodes.put(node.id, node.counters());
      }
    }
    return new Sample(topology, counters, ofNodes);
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

  // what the clients, the hosts and the operator do

  synchronized void rate(PartitionId partition, RequestRates rates) {
    serve();
    known(partition).rates = rates;
  }

  /** Changes a node, live or not. */
  synchronized void change(NodeId node, Consumer<InMemoryNode> change) {
    change.accept(known(node));
  }

  /** The node dies by itself and comes back after so many polls. */
  synchronized void kill(NodeId node, int polls) {
    goDown(known(node), polls);
  }

  /** The store opens a partition elsewhere by itself. */
  synchronized void reassign(PartitionId partition, NodeId to) {
    known(partition).open(to, pace.move());
  }

  synchronized void balancer(boolean on) {
    balancerOn = on;
  }

  // what the engine does

  synchronized void move(PartitionId id, NodeId to) throws PortException {
    InMemoryPartition partition = existing(id);
    if (live(to) == null) {
      incidents.add("%s was to move to %s, which is not a live node".formatted(id, to));
      throw new PortException("%s: %s is not a live node.".formatted(id, to));
    }
    if (to.equals(partition.node) || to.equals(partition.openingOn())) {
      return;
    }
    if (!restrictions.mayHold(to, partition.table)) {
      incidents.add("%s was to move to %s, which may not hold it".formatted(id, to));
    }
    if (partition.inTransition()) {
      throw new PortException("%s is in transition; ask again later.".formatted(id));
    }
    partition.open(to, pace.move());
  }

  synchronized void split(TableId table, KeyRange rows, @Nullable RowKey at) throws PortException {
    reshaping.split(table, rows, at);
  }

  synchronized void merge(TableId table, KeyRange rows) throws PortException {
    reshaping.merge(table, rows);
  }

  synchronized void setMemorySplit(NodeId id, MemorySplit split) throws PortException {
    InMemoryNode node = live(id);
    if (node == null || !node.memoryOnline) {
      throw new PortException(
          "%s: want a live node that takes a split while it runs.".formatted(id));
    }
    node.split(split, pace.split());
  }

  synchronized void set(NodeId id, SettingsChange change) throws PortException {
    InMemoryNode node = live(id);
    if (node == null
        || !change.only(key -> node.effects.get(key) != Effect.ONLINE).changesNothing()) {
      throw new PortException(
          "%s: want a live node that takes %s while it runs.".formatted(id, change));
    }
    node.settings = new TreeMap<>(change.applied(node.settings));
  }

  /** Accepts nodes that are down or never existed. */
  synchronized void forgetMemorySplit(NodeId id) {
    InMemoryNode node = nodes.get(id);
    if (node != null) {
      node.pinned = false;
    }
  }

  /** Changes what is set on a table, whose partitions are opened anew for it. */
  synchronized void alter(TableId table, StoredTables.Change change) throws PortException {
    if (!change.of(tables)) {
      return;
    }
    for (InMemoryPartition partition : partitions.values()) {
      if (partition.table.equals(table) && partition.node != null) {
        partition.open(partition.node, pace.reopen());
      }
    }
  }

  synchronized Set<String> localKeys() {
    return tables.localKeys();
  }

  /** Takes effect at once, and opens no partition anew. */
  synchronized void alterOn(NodeId id, TableId table, TableChange change) throws PortException {
    InMemoryNode node = live(id);
    if (node == null) {
      throw new PortException("%s: want a live node.".formatted(id));
    }
    tables.alterOn(node.seen(), table, change);
  }

  /** The incarnation of each live node. */
  private Map<NodeId, String> lives() {
    return nodes.values().stream()
        .filter(InMemoryNode::isLive)
        .collect(Collectors.toMap(node -> node.id, node -> node.seen().incarnation()));
  }

  /** Where compactions are paused or ruled out the order is accepted without effect. */
  synchronized void compact(PartitionId id) throws PortException {
    InMemoryPartition partition = existing(id);
    if (partition.node == null
        || (!notCompacting.contains(partition.node)
            && restrictions.ignoresCompaction(partition.table, partition.node).isEmpty())) {
      partition.compact(pace.compaction());
    }
  }

  synchronized void switchCompactions(Set<NodeId> of, boolean on) {
    if (on) {
      notCompacting.removeAll(of);
    } else {
      notCompacting.addAll(of);
    }
  }

  synchronized void switchBalancer(boolean on) {
    balancerSwitchedOff = !on;
    balancerOn = on;
  }

  synchronized void forget(NodeId node) {
    ended.remove(node);
    Optional.ofNullable(nodes.get(node)).ifPresent(InMemoryNode::forget);
  }

  // what the cloud does

  synchronized void restart(NodeId id, SettingsChange change) throws PortException {
    InMemoryNode node = nodes.get(id);
    if (node == null) {
      throw new PortException("%s: there is no such machine.".formatted(id));
    }
    noteTakingOut(node, "restarted");
    notCompacting.remove(id);
    node.memory = splitOf(change.set(), node.pinned ? node.memory : node.started);
    node.started = splitOf(change.set(), node.started);
    node.settings = new TreeMap<>(change.applied(node.settings));
    node.settings.keySet().removeAll(settingsOf(node.memory).keySet());
    goDown(node, pace.restart());
  }

  synchronized void launch(int total, Map<String, String> startedWith) {
    if (nodes.size() >= total) {
      return;
    }
    int number = nodes.size() + 1;
    while (nodes.containsKey(new NodeId("rs" + number))
        || ended.contains(new NodeId("rs" + number))) {
      number++;
    }
    NodeId id = new NodeId("rs" + number);
    InMemoryNode node =
        new InMemoryNode(id, splitOf(startedWith, ClusterBuilder.USUAL), true, ClusterBuilder.CALM);
    node.machineSince = clock.instant();
    node.start(pollsToLaunch);
    nodes.put(id, node);
  }

  synchronized void launchesTake(int polls) {
    pollsToLaunch = polls;
  }

  synchronized Map<NodeId, Instant> machines() {
    Map<NodeId, Instant> machines = new TreeMap<>();
    nodes.values().forEach(node -> machines.put(node.id, node.machineSince));
    return machines;
  }

  synchronized void terminate(NodeId id) {
    InMemoryNode node = nodes.get(id);
    if (node == null) {
      return;
    }
    boolean wasKnown = node.isLive() || node.isKnownDead();
    if (wasKnown) {
      noteTakingOut(node, "ended");
      goDown(node, 0);
      ended.add(id);
    }
    nodes.remove(id);
  }

  private void noteTakingOut(InMemoryNode node, String done) {
    long held = partitions.values().stream().filter(p -> node.id.equals(p.node)).count();
    if (held > 0) {
      incidents.add("%s was %s while it held %d partitions".formatted(node.id, done, held));
    }
    nodes.values().stream()
        .filter(other -> node.isLive() && !other.isLive() && other != node)
        .forEach(o -> incidents.add("%s was %s while %s was out".formatted(node.id, done, o.id)));
  }

  private void goDown(InMemoryNode node, int polls) {
    node.goDown(polls);
    for (InMemoryPartition partition : partitions.values()) {
      if (node.id.equals(partition.node) || node.id.equals(partition.openingOn())) {
        partition.strand(node.id);
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
