package io.proteus.engine.hbase;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.engine.hbase.InfoServers.Endpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Asks all that knows of the cluster, and has the answers put together. */
final class HBaseReading implements AutoCloseable {

  private static final Duration ALL_SERVERS_LIMIT = Duration.ofSeconds(20);

  private final ClusterConnection connection;
  private final PluginReports plugin;
  private final InfoServers infoServers;
  private final NodeMemory memory;
  private final StartSettings started;
  private final HostCpu hostCpu;
  private final CompactionSwitches switches;
  private volatile Map<NodeId, HostCpu.Host> lastHosts = Map.of();
  private volatile Map<String, StoredSize> lastSizes = Map.of();
  private volatile Map<String, byte[]> lastNames = Map.of();

  /**
   * @param serverLimit for what is read of one server
   * @param startKeys what is to be known of what servers were started with
   * @param notCompacting servers on which Proteus has switched compactions off
   */
  HBaseReading(
      ClusterConnection connection,
      PluginReports plugin,
      Duration serverLimit,
      Set<String> startKeys,
      CompactionSwitches.Own notCompacting) {
    this.connection = connection;
    this.plugin = plugin;
    this.infoServers = new InfoServers(connection.pages(), serverLimit, ALL_SERVERS_LIMIT);
    this.memory = new NodeMemory(infoServers);
    this.started = new StartSettings(infoServers, startKeys);
    this.hostCpu = new HostCpu(infoServers);
    this.switches = new CompactionSwitches(infoServers, notCompacting);
  }

  /** The settings of the store. */
  HBaseSettings settings() {
    return new HBaseSettings(connection, plugin, infoServers);
  }

  /** The id that HBase made at the cluster's first start and keeps beside its data. */
  String clusterId() throws PortException {
    String id =
        connection
            .ask(
                "read the cluster's id",
                connection.admin().getClusterMetrics(EnumSet.of(ClusterMetrics.Option.CLUSTER_ID)))
            .getClusterId();
    if (id == null || id.isEmpty()) {
      throw new PortException("The master does not tell the cluster's id yet. Is it starting?");
    }
    return id;
  }

  Topology topology() throws PortException {
    return topology(master());
  }

  Sample sample() throws PortException {
    ClusterMetrics master = master();
    Topology topology = topology(master);
    Map<NodeId, ServerMetrics> servers = new HashMap<>();
    Map<NodeId, Endpoint> endpoints = new LinkedHashMap<>();
    Map<NodeId, HostCpu.Host> hosts = new HashMap<>();
    master
        .getLiveServerMetrics()
        .forEach(
            (name, metrics) -> {
              NodeId node = HBaseTranslation.node(name);
              servers.put(node, metrics);
              if (metrics.getInfoServerPort() > 0) {
                Endpoint endpoint = new Endpoint(name.getHostname(), metrics.getInfoServerPort());
                endpoints.put(node, endpoint);
                hosts.put(node, new HostCpu.Host(name.getServerName(), endpoint));
              }
            });
    lastHosts = Map.copyOf(hosts);
    try {
      return new SampleAssembly(topology, infoServers.read(endpoints, ServerCounters::read))
          .assemble(servers);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** The load of the hosts of the last sample's servers; empty when interrupted. */
  Map<NodeId, HostLoad> hosts(Collection<NodeId> nodes) {
    try {
      return hostCpu.read(nodes, lastHosts);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Map.of();
    }
  }

  private ClusterMetrics master() throws PortException {
    return connection.ask(
        "read the cluster's state",
        connection
            .admin()
            .getClusterMetrics(
                EnumSet.of(
                    ClusterMetrics.Option.CLUSTER_ID,
                    ClusterMetrics.Option.LIVE_SERVERS,
                    ClusterMetrics.Option.DEAD_SERVERS,
                    ClusterMetrics.Option.REGIONS_IN_TRANSITION,
                    ClusterMetrics.Option.BALANCER_ON)));
  }

  private Topology topology(ClusterMetrics master) throws PortException {
    AsyncAdmin admin = connection.admin();
    CompletableFuture<List<TableDescriptor>> descriptors = admin.listTableDescriptors(false);
    List<MetaRegion> regions = MetaTable.read(connection.hbase());
    Instant at = Instant.now();
    lastNames = fullNames(regions);
    Map<NodeId, NodeMemory.Known> known;
    Map<NodeId, SortedMap<String, String>> settings;
    Map<NodeId, String> notCompacting;
    try {
      known = memory.of(master.getLiveServerMetrics(), plugin.all());
      settings = started.of(master.getLiveServerMetrics());
      notCompacting = switches.off(master.getLiveServerMetrics());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    TopologyAssembly assembly = new TopologyAssembly(master, regions, known, settings, lastSizes);
    lastSizes = assembly.sizes();
    assembly.restricted(
        ServerGroups.read(connection, regions),
        notCompacting,
        DecommissionedServers.read(connection));
    return assembly.assemble(
        connection.ask("list the tables", descriptors), disabled(admin, regions), at);
  }

  static Map<String, byte[]> fullNames(List<MetaRegion> regions) {
    Map<String, byte[]> names = new HashMap<>(regions.size() * 2);
    regions.forEach(
        region -> names.put(HBaseTranslation.encodedName(region.name()), region.name()));
    return names;
  }

  /**
   * A region's full name as last read, or else its encoded one. HBase accepts both but scans all of
   * {@code hbase:meta} for the latter.
   */
  byte[] nameOf(PartitionId region) {
    byte[] full = lastNames.get(region.value());
    return full == null ? region.value().getBytes(StandardCharsets.ISO_8859_1) : full;
  }

  /**
   * The disabled tables. Only tables with a closed region are asked, and usually there are none.
   */
  private Set<TableId> disabled(AsyncAdmin admin, List<MetaRegion> regions) throws PortException {
    Set<TableId> disabled = new HashSet<>();
    Set<String> asked = new HashSet<>();
    for (MetaRegion region : regions) {
      String name = HBaseTranslation.tableOf(region.name());
      if (region.isClosed() && HBaseTranslation.isManaged(name) && asked.add(name)) {
        TableId table = new TableId(name);
        if (!isEnabled(admin, table)) {
          disabled.add(table);
        }
      }
    }
    return disabled;
  }

  private boolean isEnabled(AsyncAdmin admin, TableId table) throws PortException {
    try {
      return connection.ask(
          "ask whether table " + table + " is enabled",
          admin.isTableEnabled(HBaseTranslation.table(table)));
    } catch (PortException e) {
      if (e.getCause() instanceof TableNotFoundException) {
        return false; // dropped while we looked
      }
      throw e;
    }
  }

  private static PortException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new PortException("Interrupted while reading the cluster", e);
  }

  @Override
  public void close() {
    infoServers.close();
  }
}
