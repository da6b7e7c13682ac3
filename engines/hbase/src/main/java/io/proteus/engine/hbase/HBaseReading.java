package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.engine.hbase.InfoServers.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Asks all that knows of the cluster, and has the answers put together. */
final class HBaseReading implements AutoCloseable {

  private static final Duration SERVER_LIMIT = Duration.ofSeconds(5);
  private static final Duration ALL_SERVERS_LIMIT = Duration.ofSeconds(20);

  private final ClusterConnection connection;
  private final PluginReports plugin;
  private final InfoServers infoServers = new InfoServers(SERVER_LIMIT, ALL_SERVERS_LIMIT);
  private final NodeMemory memory = new NodeMemory(infoServers);
  private volatile Map<String, StoredSize> lastSizes = Map.of();

  HBaseReading(ClusterConnection connection, PluginReports plugin) {
    this.connection = connection;
    this.plugin = plugin;
  }

  Topology topology() throws PortException {
    return topology(master());
  }

  Sample sample() throws PortException {
    ClusterMetrics master = master();
    Topology topology = topology(master);
    Map<NodeId, ServerMetrics> servers = new HashMap<>();
    Map<NodeId, Endpoint> endpoints = new LinkedHashMap<>();
    master
        .getLiveServerMetrics()
        .forEach(
            (name, metrics) -> {
              NodeId node = HBaseTranslation.node(name);
              servers.put(node, metrics);
              if (metrics.getInfoServerPort() > 0) {
                endpoints.put(node, new Endpoint(name.getHostname(), metrics.getInfoServerPort()));
              }
            });
    try {
      return new SampleAssembly(topology, infoServers.read(endpoints, ServerCounters::read))
          .assemble(servers);
    } catch (InterruptedException e) {
      throw interrupted(e);
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
    Map<NodeId, NodeMemory.Known> known;
    try {
      known = memory.of(master.getLiveServerMetrics(), plugin.all());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    TopologyAssembly assembly = new TopologyAssembly(master, known, lastSizes, regions);
    lastSizes = assembly.sizes();
    return assembly.assemble(
        regions, connection.ask("list the tables", descriptors), disabled(admin, regions), at);
  }

  /** Only tables with a closed region are asked for: there are none of these as a rule. */
  private Set<TableId> disabled(AsyncAdmin admin, List<MetaRegion> regions) throws PortException {
    Set<TableId> disabled = new HashSet<>();
    Set<String> asked = new HashSet<>();
    for (MetaRegion region : regions) {
      String name = HBaseTranslation.tableOf(region.name());
      if (region.isClosed() && HBaseTranslation.isManaged(name) && asked.add(name)) {
        TableId table = new TableId(name);
        boolean enabled =
            connection.ask(
                "ask whether table " + name + " is enabled",
                admin.isTableEnabled(HBaseTranslation.table(table)));
        if (!enabled) {
          disabled.add(table);
        }
      }
    }
    return disabled;
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
