package io.proteus.testkit;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Holder;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.LocalTableChanges;
import io.proteus.core.port.Membership;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Reshaping;
import io.proteus.core.port.Store;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.Upkeep;
import io.proteus.core.port.UpkeepPauses;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory. Time passes by polls: each {@link #topology} or {@link #sample} brings what is
 * under way one poll further ({@link Pace}); counters grow by the rates with the clock. What must
 * never be done to a store (a node restarted while it holds partitions, two nodes out of service at
 * once, a move to a node that is not there) is done all the same and noted in {@link #incidents}.
 */
public final class InMemoryCluster
    implements Store,
        Claiming,
        Placement,
        Reshaping,
        Membership,
        MemoryShares,
        NodeSettings,
        BlockSizes,
        TableChanges,
        LocalTableChanges,
        Upkeep,
        UpkeepPauses,
        CacheWarming,
        OwnBalancer {
  private final Set<Capability> capabilities;
  private final InMemoryStore store;
  private final InMemoryClaims claims;
  private final Faults faults = new Faults();
  private final InMemoryCloud cloud;
  private volatile Set<NodeId> prefetching = Set.of();

  InMemoryCluster(Set<Capability> capabilities, InMemoryStore store) {
    this.capabilities = Set.copyOf(capabilities);
    this.store = store;
    this.cloud = new InMemoryCloud(store, faults);
    this.claims = new InMemoryClaims(store::now);
  }

  public static ClusterBuilder cluster() {
    return new ClusterBuilder();
  }

  // what a test sees and sets

  public Faults faults() {
    return faults;
  }

  /** The one cloud of this cluster: it remembers what it was asked for, whoever asks. */
  public InMemoryCloud cloud() {
    return cloud;
  }

  public Ports ports() {
    return new Ports(this, facets(), this);
  }

  /** How busy the hosts are; nodes that are down are not in the answer. */
  public HostMetrics hosts() {
    return asked -> faults.enter(Call.READ_HOSTS) ? store.hosts(asked) : Map.of();
  }

  /** The forbidden things that were done to the store, in sentences; empty if there were none. */
  public List<String> incidents() {
    return store.incidents();
  }

  /** The present topology, without a poll and without faults. */
  public Topology peek() {
    return store.topology();
  }

  public void rate(PartitionId partition, RequestRates rates) {
    store.rate(partition, rates);
  }

  /** The present requests to each partition. */
  public Map<PartitionId, RequestRates> rates() {
    return store.rates();
  }

  public void host(NodeId node, HostLoad load) {
    store.change(node, known -> known.host = load);
  }

  public void latencyMs(NodeId node, double latencyMs) {
    store.change(node, known -> known.latencyMs = latencyMs);
  }

  /** Whether the node tells its counters; its host and its partitions are not concerned. */
  public void readable(NodeId node, boolean readable) {
    store.change(node, known -> known.readable = readable);
  }

  /** The node dies by itself and comes back after {@code polls}. */
  public void kill(NodeId node, int polls) {
    store.kill(node, polls);
  }

  /**
   * How many polls machines take from now on until their node comes, those that were launched
   * before left as they are.
   */
  public void launchesTake(int polls) {
    store.launchesTake(polls);
  }

  /** The machines that run, without faults. */
  public Set<NodeId> machines() {
    return store.machines().keySet();
  }

  /** The store opens a partition elsewhere by itself, as after the death of a node. */
  public void reassign(PartitionId partition, NodeId to) {
    store.reassign(partition, to);
  }

  /** The operator switches the balancer; no fault hits it. */
  public void balancer(boolean on) {
    store.balancer(on);
  }

  /** Nodes whose own compactions are switched off. */
  public Set<NodeId> notCompacting() {
    return store.notCompacting();
  }

  /** Nodes that read what they open into their caches. */
  public Set<NodeId> prefetching() {
    return prefetching;
  }

  /** What operators rule out in the store from now on. */
  public void restrict(Restrictions rules) {
    store.restrict(rules);
  }

  /** Ends the claim, as a store does when it no longer hears from the holder. */
  public void expireClaim() {
    claims.expire();
  }

  /** Replaces the cluster by another one with the same servers and no claim. */
  public void madeAnew(String id) {
    store.name(id);
    claims.forget();
  }

  // what the engine does

  /** The facets of the store and its cloud, as far as the test has not removed them. */
  public Facets facets() {
    return Facets.of(this, cloud()).within(capabilities);
  }

  @Override
  public String clusterId() {
    return store.name();
  }

  @Override
  public Topology topology() throws PortException {
    faults.enter(Call.TOPOLOGY);
    return store.poll();
  }

  @Override
  public Sample sample() throws PortException {
    faults.enter(Call.SAMPLE);
    return store.sample();
  }

  @Override
  public void move(PartitionId partition, NodeId to) throws PortException {
    if (faults.enter(Call.MOVE)) {
      store.move(partition, to);
    }
  }

  @Override
  public void split(TableId table, KeyRange rows, @Nullable RowKey at) throws PortException {
    if (faults.enter(Call.SPLIT)) {
      store.split(table, rows, at);
    }
  }

  @Override
  public void merge(TableId table, KeyRange rows) throws PortException {
    if (faults.enter(Call.MERGE)) {
      store.merge(table, rows);
    }
  }

  @Override
  public void setMemorySplit(NodeId node, MemorySplit split) throws PortException {
    if (faults.enter(Call.SET_MEMORY_SPLIT)) {
      store.setMemorySplit(node, split);
    }
  }

  @Override
  public void forgetMemorySplit(NodeId node) {
    store.forgetMemorySplit(node);
  }

  @Override
  public void set(NodeId node, SettingsChange change) throws PortException {
    if (faults.enter(Call.SET_NODE_SETTINGS)) {
      store.set(node, change);
    }
  }

  @Override
  public void setBlockSize(TableId table, ByteSize blockSize) throws PortException {
    if (faults.enter(Call.SET_BLOCK_SIZE)) {
      store.alter(table, tables -> tables.setBlockSize(table, blockSize));
    }
  }

  @Override
  public void setBlockSizes(TableId table, Map<String, ByteSize> ofFamilies) throws PortException {
    if (faults.enter(Call.SET_BLOCK_SIZE)) {
      store.alter(table, tables -> tables.setBlockSizes(table, ofFamilies));
    }
  }

  @Override
  public void alter(TableId table, TableChange change) throws PortException {
    if (faults.enter(Call.ALTER)) {
      store.alter(table, tables -> tables.alter(table, change));
    }
  }

  @Override
  public Set<String> localKeys() {
    return store.localKeys();
  }

  @Override
  public void alterOn(NodeId node, TableId table, TableChange change) throws PortException {
    if (faults.enter(Call.ALTER_ON_NODE)) {
      store.alterOn(node, table, change);
    }
  }

  @Override
  public void compact(PartitionId partition) throws PortException {
    if (faults.enter(Call.COMPACT)) {
      store.compact(partition);
    }
  }

  @Override
  public void switchCompactions(Set<NodeId> nodes, boolean on) throws PortException {
    if (faults.enter(Call.SWITCH_COMPACTIONS)) {
      store.switchCompactions(nodes, on);
    }
  }

  @Override
  public void prefetch(Set<NodeId> nodes) throws PortException {
    if (faults.enter(Call.PREFETCH)) {
      prefetching = Set.copyOf(nodes);
    }
  }

  @Override
  public void switchBalancer(boolean on) throws PortException {
    if (faults.enter(Call.SWITCH_BALANCER)) {
      store.switchBalancer(on);
    }
  }

  @Override
  public Set<NodeId> compactionsSwitchedOff() {
    return store.notCompacting();
  }

  @Override
  public boolean balancerSwitchedOff() {
    return store.balancerSwitchedOff();
  }

  @Override
  public void forget(NodeId node) throws PortException {
    if (faults.enter(Call.FORGET)) {
      store.forget(node);
    }
  }

  @Override
  public Map<String, String> settingsOf(MemorySplit split) {
    return InMemoryStore.settingsOf(split);
  }

  @Override
  public Claim claim(String who) throws PortException {
    return claim(Claimant.of(who));
  }

  @Override
  public Claim claim(Claimant claimant) throws PortException {
    faults.enter(Call.CLAIM);
    return claims.claim(claimant);
  }

  @Override
  public Optional<Holder> holder() {
    return claims.holder();
  }

  @Override
  public void close() {}
}
