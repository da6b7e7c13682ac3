package io.proteus.engine.hbase;

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
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Holder;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Membership;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Reshaping;
import io.proteus.core.port.Store;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.port.StoreSettings;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.TableStore;
import io.proteus.core.port.Upkeep;
import io.proteus.core.port.UpkeepPauses;
import io.proteus.core.units.ByteSize;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An HBase 2.5 or 2.6 cluster, unpatched, seen and steered from outside.
 *
 * <p>One instance may be used by several threads. Every wait has a bound: 20 s for an answer of the
 * master's, 5 s for a server's servlets, 20 s for those of all servers.
 */
public final class HBaseEngine
    implements Store,
        Claiming,
        Placement,
        Reshaping,
        Membership,
        MemoryShares,
        BlockSizes,
        TableChanges,
        Upkeep,
        UpkeepPauses,
        CacheWarming,
        OwnBalancer {

  private final ClusterConnection connection;
  private final PluginReports plugin;
  private final HBaseReading reading;
  private final HBaseOrders orders;
  private final SwitchedOffMarks marks;
  private final PrefetchRequests prefetches;

  private HBaseEngine(ClusterConnection connection, Limits limits, Set<String> startKeys) {
    this.connection = connection;
    this.plugin = new PluginReports(connection.zooKeeper(), connection.address().parent());
    this.marks = SwitchedOffMarks.under(connection.zooKeeper(), connection.address().parent());
    this.reading = new HBaseReading(connection, plugin, limits.scrape(), startKeys, marks::nodes);
    this.orders = new HBaseOrders(connection, reading::nameOf);
    this.prefetches = new PrefetchRequests(connection.zooKeeper(), connection.address().parent());
  }

  /**
   * Connects, or tells within 20 s why not.
   *
   * @throws PortException if there is no ZooKeeper, no HBase in it, or no active master
   */
  public static HBaseEngine connect(HBaseAddress address) throws PortException {
    return connect(address, Limits.USUAL);
  }

  /** The same with limits of one's own. */
  public static HBaseEngine connect(HBaseAddress address, Limits limits) throws PortException {
    return connect(address, limits, Set.of());
  }

  /**
   * The same, and tells of every server what it was started with.
   *
   * @param startKeys what is to be known of that, in HBase's keys; it costs a reading of each
   *     server's configuration after its start
   */
  public static HBaseEngine connect(HBaseAddress address, Limits limits, Set<String> startKeys)
      throws PortException {
    return new HBaseEngine(ClusterConnection.open(address, limits), limits, startKeys);
  }

  /**
   * Refuses settings of the client with which no cluster is ever reached; looks at none.
   *
   * @throws io.proteus.core.units.InvalidValue with the key, the value and what was expected
   */
  public static void check(HBaseAddress address) {
    ClientConfiguration.requireKeytab(ClientConfiguration.of(address));
  }

  @Override
  public String clusterId() throws PortException {
    return reading.clusterId();
  }

  @Override
  public Topology topology() throws PortException {
    return reading.topology();
  }

  @Override
  public Sample sample() throws PortException {
    return reading.sample();
  }

  /**
   * The hosts' CPU as the servers' JVMs see it, for where no cloud knows more: I/O wait and memory
   * are not known. Answers for the servers of the last sample.
   */
  public HostMetrics hosts() {
    return reading::hosts;
  }

  /**
   * The table of a name as a person wrote it, in the one form in which topologies have it: {@code
   * default:orders} is {@code orders}.
   *
   * @param key the setting or option that it was written for
   * @throws io.proteus.core.units.InvalidValue if HBase takes no such name
   */
  public static TableId tableId(String key, String name) {
    return HBaseTranslation.table(key, name);
  }

  /** Its tables and their settings. */
  public TableStore tables() {
    return new HBaseTables(connection);
  }

  /** The settings of servers and tables. */
  public StoreSettings settings() {
    return reading.settings();
  }

  /** What only HBase can tell of what is wrong with it. */
  public List<StoreCheck> checks() {
    return List.of(
        new RightsCheck(connection),
        new LeaseRightCheck(connection),
        new LostByRestartCheck(reading.settings()),
        new DisabledTablesCheck(connection),
        new DecommissionedServersCheck());
  }

  /** HBase's parameters: the catalogue that comes with this engine, as YAML. */
  public static URL catalogue() {
    return HBaseSettings.CATALOGUE;
  }

  /** The policies that come with this engine, as YAML. */
  public static List<URL> policies() {
    return HBaseSettings.POLICIES;
  }

  @Override
  public void move(PartitionId partition, NodeId to) throws PortException {
    orders.move(partition, to);
  }

  @Override
  public void split(TableId table, KeyRange rows, @Nullable RowKey at) throws PortException {
    orders.split(table, rows, at);
  }

  @Override
  public void merge(TableId table, KeyRange rows) throws PortException {
    orders.merge(table, rows);
  }

  @Override
  public void setMemorySplit(NodeId node, MemorySplit split) throws PortException {
    plugin.setTarget(node, split);
  }

  @Override
  public void forgetMemorySplit(NodeId node) throws PortException {
    plugin.removeTarget(node);
  }

  @Override
  public void setBlockSize(TableId table, ByteSize blockSize) throws PortException {
    orders.setBlockSize(table, blockSize);
  }

  @Override
  public void setBlockSizes(TableId table, Map<String, ByteSize> ofFamilies) throws PortException {
    orders.setBlockSizes(table, family -> Optional.ofNullable(ofFamilies.get(family)));
  }

  @Override
  public void alter(TableId table, TableChange change) throws PortException {
    orders.alter(table, change);
  }

  @Override
  public void compact(PartitionId partition) throws PortException {
    orders.compact(partition);
  }

  @Override
  public void switchCompactions(Set<NodeId> nodes, boolean on) throws PortException {
    if (!on) {
      marks.compactions(nodes, true);
    }
    orders.switchCompactions(nodes, on);
    if (on) {
      marks.compactions(nodes, false);
    }
  }

  @Override
  public void prefetch(Set<NodeId> nodes) throws PortException {
    prefetches.ask(nodes);
  }

  @Override
  public void switchBalancer(boolean on) throws PortException {
    if (!on) {
      marks.balancer(true);
    }
    orders.switchBalancer(on);
    if (on) {
      marks.balancer(false);
    }
  }

  @Override
  public Set<NodeId> compactionsSwitchedOff() throws PortException {
    return marks.nodes();
  }

  @Override
  public boolean balancerSwitchedOff() throws PortException {
    return marks.balancerIsOff();
  }

  @Override
  public void forget(NodeId node) throws PortException {
    orders.forget(node);
  }

  @Override
  public Map<String, String> settingsOf(MemorySplit split) {
    return HBaseTranslation.settings(split);
  }

  @Override
  public Claim claim(String who) throws PortException {
    return claim(Claimant.of(who));
  }

  @Override
  public Claim claim(Claimant claimant) throws PortException {
    return ClusterClaim.take(connection.zooKeeper(), connection.address().parent(), claimant);
  }

  @Override
  public Optional<Holder> holder() throws PortException {
    return ClaimZnodes.under(connection.zooKeeper(), connection.address().parent()).holder();
  }

  @Override
  public void close() {
    reading.close();
    connection.close();
  }
}
