package io.proteus.simulator.world;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.CloudFacet;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Holder;
import io.proteus.core.port.Membership;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Reshaping;
import io.proteus.core.port.Store;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.Upkeep;
import io.proteus.core.units.ByteSize;
import io.proteus.simulator.fault.MetricsStale;
import io.proteus.simulator.fault.StoreErrors;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The simulated store as Proteus sees it. */
public final class SimulatedEngine
    implements Store,
        Claiming,
        Placement,
        Reshaping,
        Membership,
        MemoryShares,
        BlockSizes,
        TableChanges,
        Upkeep,
        CacheWarming,
        OwnBalancer {
  private static final String READ_CACHE = "read.cache";
  private static final String WRITE_BUFFER = "write.buffer";

  private final World world;
  private final ControllerLife life;
  private @Nullable Sample lastSample;

  public SimulatedEngine(World world, ControllerLife life) {
    this.world = world;
    this.life = life;
  }

  private void enter(String what) throws PortException {
    life.live();
    if (world.faults().fails(StoreErrors.class)) {
      throw new PortException("the store does not answer: " + what);
    }
  }

  /** The store with where it runs. One plugin sets memory and reads ahead, where it is there. */
  public Ports ports(CloudFacet cloud) {
    Facets facets = Facets.of(this, cloud);
    for (Class<? extends Facet> lacking : world.scenario().store().lacks()) {
      facets = facets.without(lacking);
    }
    if (!world.scenario().online()) {
      facets = facets.without(CacheWarming.class);
    }
    Ring ring = world.ring();
    if (ring != null) {
      facets = facets.and(Facets.of(new RingOrders(world, ring, life)));
    }
    return new Ports(this, facets, this);
  }

  @Override
  public String clusterId() {
    return world.scenario().name();
  }

  @Override
  public Topology topology() throws PortException {
    enter("topology");
    return world.topology();
  }

  @Override
  public Sample sample() throws PortException {
    enter("sample");
    Sample last = lastSample;
    if (world.faults().isOn(MetricsStale.class) && last != null) {
      return new Sample(world.topology(), last.partitions(), last.nodes(), last.basis());
    }
    Sample sample = world.sample();
    lastSample = sample;
    return sample;
  }

  @Override
  public void move(PartitionId partition, NodeId to) throws PortException {
    enter("move " + partition);
    world.orders().move(partition, to);
  }

  @Override
  public void split(TableId table, KeyRange rows, @Nullable RowKey at) throws PortException {
    enter("split " + rows);
    world.divisions().split(table, rows, at);
  }

  @Override
  public void merge(TableId table, KeyRange rows) throws PortException {
    enter("merge " + rows);
    world.divisions().merge(table, rows);
  }

  @Override
  public void setMemorySplit(NodeId node, MemorySplit split) throws PortException {
    enter("set the memory split of " + node);
    world.orders().setMemorySplit(node, split);
  }

  /** A simulated node always starts with what it is given. */
  @Override
  public void forgetMemorySplit(NodeId node) {}

  @Override
  public void setBlockSize(TableId table, ByteSize blockSize) throws PortException {
    enter("set the block size of " + table);
    world.orders().setBlockSize(table, blockSize);
  }

  /** Its tables have one column family each. */
  @Override
  public void setBlockSizes(TableId table, Map<String, ByteSize> ofFamilies) throws PortException {
    for (ByteSize size : ofFamilies.values()) {
      setBlockSize(table, size);
    }
  }

  @Override
  public void alter(TableId table, TableChange change) throws PortException {
    enter("alter " + table);
    world.orders().alter(table, change);
  }

  @Override
  public void compact(PartitionId partition) throws PortException {
    enter("compact " + partition);
    world.orders().compact(partition);
  }

  @Override
  public void prefetch(Set<NodeId> nodes) throws PortException {
    enter("prefetch on " + nodes);
    world.orders().prefetch(nodes);
  }

  @Override
  public void switchBalancer(boolean on) throws PortException {
    enter("switch the balancer");
    world.orders().switchBalancer(on);
  }

  @Override
  public void forget(NodeId node) throws PortException {
    enter("forget " + node);
    world.orders().forget(node);
  }

  @Override
  public Map<String, String> settingsOf(MemorySplit split) {
    return Map.of(
        READ_CACHE, Double.toString(split.readCache().value()),
        WRITE_BUFFER, Double.toString(split.writeBuffer().value()));
  }

  static MemorySplit splitOf(Map<String, String> settings, MemorySplit otherwise) {
    String cache = settings.get(READ_CACHE);
    String buffer = settings.get(WRITE_BUFFER);
    return cache == null || buffer == null
        ? otherwise
        : MemorySplit.of(Double.parseDouble(cache), Double.parseDouble(buffer));
  }

  static SortedMap<String, String> withoutSplit(Map<String, String> settings) {
    SortedMap<String, String> rest = new TreeMap<>(settings);
    rest.remove(READ_CACHE);
    rest.remove(WRITE_BUFFER);
    return rest;
  }

  @Override
  public Claim claim(String who) throws PortException {
    enter("claim");
    return world.orders().claims().claim(who, world.now(), life);
  }

  /** Nobody else switches its balancer. */
  @Override
  public boolean balancerSwitchedOff() {
    return !world.orders().balancerOn();
  }

  @Override
  public Optional<Holder> holder() {
    return world.orders().claims().holder();
  }

  /** Nodes read ahead for no longer than whoever asked for it is there. */
  @Override
  public void close() {
    world.orders().prefetch(Set.of());
  }
}
