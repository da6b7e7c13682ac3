package io.proteus.engine.hbase;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what the master, {@code hbase:meta}, the tables' descriptors and the servers'
 * settings say. Values in, value out.
 *
 * <p>Who serves a region is meta's to say; its size and locality are the server's, and lag by a few
 * seconds: after a move the sizes known before are used until the new server has reported.
 */
final class TopologyAssembly {

  private final ClusterMetrics master;
  private final Map<NodeId, NodeMemory.Known> memory;
  private final Map<String, StoredSize> sizes;
  private final List<Gap> gaps = new ArrayList<>();

  /**
   * @param before sizes by encoded name, as they were last known
   */
  TopologyAssembly(
      ClusterMetrics master,
      Map<NodeId, NodeMemory.Known> memory,
      Map<String, StoredSize> before,
      List<MetaRegion> regions) {
    this.master = master;
    this.memory = memory;
    this.sizes = sizes(master, before, regions);
  }

  /** Sizes by encoded name: to be handed to the next assembly. */
  Map<String, StoredSize> sizes() {
    return sizes;
  }

  private static Map<String, StoredSize> sizes(
      ClusterMetrics master, Map<String, StoredSize> before, List<MetaRegion> regions) {
    Map<String, StoredSize> reported = new HashMap<>(regions.size() * 2);
    for (ServerMetrics server : master.getLiveServerMetrics().values()) {
      server
          .getRegionMetrics()
          .forEach(
              (name, region) ->
                  reported.put(HBaseTranslation.encodedName(name), StoredSize.of(region)));
    }
    Map<String, StoredSize> sizes = new HashMap<>(regions.size() * 2);
    for (MetaRegion region : regions) {
      String encoded = HBaseTranslation.encodedName(region.name());
      StoredSize size = reported.getOrDefault(encoded, before.get(encoded));
      if (size != null) {
        sizes.put(encoded, size);
      }
    }
    return sizes;
  }

  /**
   * @param descriptors of the user tables, disabled ones too
   * @param disabled tables whose regions are closed on purpose
   */
  Topology assemble(
      List<MetaRegion> regions,
      List<TableDescriptor> descriptors,
      Set<TableId> disabled,
      Instant at) {
    Map<TableId, Table> tables = new HashMap<>();
    for (TableDescriptor descriptor : descriptors) {
      Table table = HBaseTranslation.table(descriptor);
      if (!disabled.contains(table.id())) {
        tables.put(table.id(), table);
      }
    }
    Map<String, ServerName> live = new HashMap<>();
    master
        .getLiveServerMetrics()
        .keySet()
        .forEach(server -> live.put(HBaseTranslation.node(server).value(), server));
    Set<PartitionId> inTransition = inTransition();
    List<Partition> partitions = partitions(regions, tables, live, inTransition);
    List<Node> nodes = nodes(live);
    return new Topology(
        master.getClusterId(),
        at,
        nodes,
        deadNodes(live.keySet()),
        partitions,
        List.copyOf(tables.values()),
        List.copyOf(inTransition),
        Boolean.TRUE.equals(master.getBalancerOn()),
        gaps);
  }

  private Set<PartitionId> inTransition() {
    Set<PartitionId> ids = new TreeSet<>();
    master
        .getRegionStatesInTransition()
        .forEach(state -> ids.add(HBaseTranslation.partition(encodedName(state.getRegion()))));
    return ids;
  }

  private static String encodedName(RegionInfo region) {
    return region.getEncodedName();
  }

  private List<Partition> partitions(
      List<MetaRegion> regions,
      Map<TableId, Table> tables,
      Map<String, ServerName> live,
      Set<PartitionId> inTransition) {
    Map<String, TableId> tableIds = new HashMap<>();
    tables.keySet().forEach(table -> tableIds.put(table.value(), table));
    Map<ServerName, NodeId> nodeIds = new HashMap<>();
    live.values().forEach(server -> nodeIds.put(server, HBaseTranslation.node(server)));
    List<Partition> partitions = new ArrayList<>(regions.size());
    for (MetaRegion region : regions) {
      TableId table = tableIds.get(HBaseTranslation.tableOf(region.name()));
      if (table == null) {
        continue; // HBase's own, disabled, or just dropped
      }
      String encoded = HBaseTranslation.encodedName(region.name());
      PartitionId id = HBaseTranslation.partition(encoded);
      NodeId node = server(region, live, nodeIds);
      if (node == null) {
        inTransition.add(id);
      }
      StoredSize stored = sizes.get(encoded);
      if (stored == null) {
        gaps.add(
            new Gap(
                Gap.Kind.COUNTERS_MISSING,
                encoded,
                "region %s of %s: its size has not been reported to the master yet"
                    .formatted(encoded, table)));
        stored = new StoredSize(ByteSize.ZERO, null);
      }
      partitions.add(new Partition(id, table, node, stored.size(), stored.locality()));
    }
    return partitions;
  }

  /** Who serves it now: a server that died, or was restarted since, does not. */
  private static @Nullable NodeId server(
      MetaRegion region, Map<String, ServerName> live, Map<ServerName, NodeId> nodeIds) {
    ServerName server = region.isOpen() ? live.get(region.server()) : null;
    return server != null && server.getStartcode() == region.startCode()
        ? nodeIds.get(server)
        : null;
  }

  private List<Node> nodes(Map<String, ServerName> live) {
    List<Node> nodes = new ArrayList<>();
    for (ServerName server : live.values()) {
      NodeId id = HBaseTranslation.node(server);
      NodeMemory.Known known =
          memory.getOrDefault(id, NodeMemory.Known.unknown("it was not asked"));
      if (known.gap() != null) {
        gaps.add(
            new Gap(
                Gap.Kind.SETTINGS_UNREADABLE,
                id.value(),
                "%s: memory split unknown, %s".formatted(id, known.gap())));
      }
      nodes.add(new Node(id, HBaseTranslation.incarnation(server), known.split(), known.online()));
    }
    return nodes;
  }

  /** A server that crashed and runs again is listed as dead and live by HBase. */
  private List<NodeId> deadNodes(Set<String> live) {
    Set<NodeId> dead = new HashSet<>();
    for (ServerName server : master.getDeadServerNames()) {
      NodeId id = HBaseTranslation.node(server);
      if (!live.contains(id.value())) {
        dead.add(id);
      }
    }
    return List.copyOf(dead);
  }
}
