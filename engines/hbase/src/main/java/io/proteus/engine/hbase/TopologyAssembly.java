package io.proteus.engine.hbase;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.master.RegionState;
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
  private final List<MetaRegion> regions;
  private final Map<NodeId, NodeMemory.Known> memory;
  private final Map<NodeId, SortedMap<String, String>> started;
  private final Map<String, StoredSize> sizes;

  /** By {@code host:port}, as in meta. */
  private final Map<String, ServerName> live = new HashMap<>();

  private final Map<ServerName, NodeId> nodeIds = new HashMap<>();
  private final Set<PartitionId> inTransition = new TreeSet<>();
  private final List<Gap> gaps = new ArrayList<>();
  private List<ServerGroups.Group> groups = List.of();
  private Map<NodeId, String> notCompacting = Map.of();
  private Set<ServerName> decommissioned = Set.of();

  /**
   * @param started what servers were started with, where it was asked for
   * @param before sizes by encoded name, as they were last known
   */
  TopologyAssembly(
      ClusterMetrics master,
      List<MetaRegion> regions,
      Map<NodeId, NodeMemory.Known> memory,
      Map<NodeId, SortedMap<String, String>> started,
      Map<String, StoredSize> before) {
    this.master = master;
    this.regions = regions;
    this.memory = memory;
    this.started = started;
    this.sizes = sizes(before);
    for (ServerName server : master.getLiveServerMetrics().keySet()) {
      NodeId id = HBaseTranslation.node(server);
      live.put(id.value(), server);
      nodeIds.put(server, id);
    }
  }

  private Map<String, StoredSize> sizes(Map<String, StoredSize> before) {
    Map<String, StoredSize> reported = new HashMap<>(regions.size() * 2);
    for (ServerMetrics server : master.getLiveServerMetrics().values()) {
      for (Map.Entry<byte[], RegionMetrics> region : server.getRegionMetrics().entrySet()) {
        reported.put(
            HBaseTranslation.encodedName(region.getKey()), StoredSize.of(region.getValue()));
      }
    }
    Map<String, StoredSize> known = new HashMap<>(regions.size() * 2);
    for (MetaRegion region : regions) {
      String encoded = HBaseTranslation.encodedName(region.name());
      StoredSize size = reported.getOrDefault(encoded, before.get(encoded));
      if (size != null) {
        known.put(encoded, size);
      }
    }
    return known;
  }

  /** Sizes by encoded name: to be handed to the next assembly. */
  Map<String, StoredSize> sizes() {
    return sizes;
  }

  /**
   * @param descriptors of the user tables, disabled ones too
   * @param disabled tables whose regions are closed on purpose
   */
  Topology assemble(List<TableDescriptor> descriptors, Set<TableId> disabled, Instant at) {
    List<Table> tables = managed(descriptors, disabled);
    for (RegionState state : master.getRegionStatesInTransition()) {
      inTransition.add(HBaseTranslation.partition(state.getRegion().getEncodedName()));
    }
    List<Partition> partitions = partitions(tables);
    List<Node> nodes = live.values().stream().map(this::node).toList();
    return new Topology(
            master.getClusterId(),
            at,
            nodes,
            deadNodes(),
            partitions,
            tables,
            List.copyOf(inTransition),
            Boolean.TRUE.equals(master.getBalancerOn()),
            gaps)
        .with(
            Restrictions.of(
                    ServerGroups.pools(groups, nodes, tables),
                    ruled(tables, descriptors, TableRules::ignoresCompaction),
                    notCompacting,
                    ruled(tables, descriptors, TableRules::keepsItsRegions))
                .draining(drained()));
  }

  /** Of a server that was restarted since, an earlier start was decommissioned, and not it. */
  private Map<NodeId, String> drained() {
    Map<NodeId, String> drained = new HashMap<>();
    for (ServerName server : decommissioned) {
      NodeId id = HBaseTranslation.node(server);
      if (server.equals(live.getOrDefault(id.value(), server))) {
        drained.put(id, "it is decommissioned");
      }
    }
    return drained;
  }

  /** The managed tables for which something is ruled out, and why. */
  private static Map<TableId, String> ruled(
      List<Table> managed,
      List<TableDescriptor> descriptors,
      Function<TableDescriptor, Optional<String>> rule) {
    Set<TableId> names = managed.stream().map(Table::id).collect(Collectors.toSet());
    Map<TableId, String> ruled = new HashMap<>();
    for (TableDescriptor descriptor : descriptors) {
      TableId table = HBaseTranslation.table(descriptor.getTableName());
      if (names.contains(table)) {
        rule.apply(descriptor).ifPresent(why -> ruled.put(table, why));
      }
    }
    return ruled;
  }

  /**
   * What operators have ruled out beside what tables say.
   *
   * @param of the RSGroups; none where there is the default group alone
   * @param switchedOff servers that do not compact, and why
   * @param out servers that operators have decommissioned
   */
  TopologyAssembly restricted(
      List<ServerGroups.Group> of, Map<NodeId, String> switchedOff, Set<ServerName> out) {
    groups = of;
    notCompacting = switchedOff;
    decommissioned = out;
    return this;
  }

  /**
   * The tables without region replicas. Nothing here knows the places of a region's replicas, and a
   * region must not move to a server with one of them.
   */
  private List<Table> managed(List<TableDescriptor> descriptors, Set<TableId> disabled) {
    List<Table> tables = new ArrayList<>();
    for (TableDescriptor descriptor : descriptors) {
      Table table = HBaseTranslation.table(descriptor);
      if (disabled.contains(table.id())) {
        continue;
      }
      if (descriptor.getRegionReplication() > 1) {
        gaps.add(
            new Gap(
                Gap.Kind.TABLE_LEFT_ALONE,
                table.id().value(),
                Sentence.of(
                    "a table with %d replicas of each region", descriptor.getRegionReplication())));
      } else {
        tables.add(table);
      }
    }
    return tables;
  }

  /**
   * The regions of managed tables only: not of HBase's own, disabled, excluded or just dropped
   * tables.
   */
  private List<Partition> partitions(List<Table> tables) {
    Map<String, TableId> managed = new HashMap<>();
    tables.forEach(table -> managed.put(table.id().value(), table.id()));
    List<Partition> partitions = new ArrayList<>(regions.size());
    for (int index = 0; index < regions.size(); index++) {
      MetaRegion region = regions.get(index);
      TableId table = managed.get(HBaseTranslation.tableOf(region.name()));
      if (table != null) {
        partitions.add(partition(region, table).holding(RegionRows.of(regions, index)));
      }
    }
    return partitions;
  }

  private Partition partition(MetaRegion region, TableId table) {
    String encoded = HBaseTranslation.encodedName(region.name());
    PartitionId id = HBaseTranslation.partition(encoded);
    NodeId node = server(region);
    if (node == null) {
      inTransition.add(id);
    }
    StoredSize stored = sizes.get(encoded);
    if (stored == null) {
      gaps.add(
          new Gap(
              Gap.Kind.COUNTERS_MISSING,
              encoded,
              Sentence.of(
                  "a region of %s whose size has not been reported to the master yet", table)));
      return new Partition(id, table, node, ByteSize.ZERO, null);
    }
    return new Partition(id, table, node, stored.size(), stored.locality()).having(stored.files());
  }

  /** The server that serves it now; a server that died or was restarted since does not. */
  private @Nullable NodeId server(MetaRegion region) {
    ServerName server = region.isOpen() ? live.get(region.server()) : null;
    return server != null && server.getStartcode() == region.startCode()
        ? nodeIds.get(server)
        : null;
  }

  private Node node(ServerName server) {
    NodeId id = HBaseTranslation.node(server);
    NodeMemory.Known known = memory.getOrDefault(id, NodeMemory.Known.unknown("not asked for"));
    if (known.gap() != null) {
      gaps.add(
          new Gap(
              Gap.Kind.SETTINGS_UNREADABLE,
              id.value(),
              Sentence.of("memory split unknown, %s", known.gap())));
    }
    if (known.suspended() != null) {
      gaps.add(
          new Gap(
              Gap.Kind.SPLIT_BY_RESTART_ONLY, id.value(), Sentence.verbatim(known.suspended())));
    }
    return new Node(
        id,
        HBaseTranslation.incarnation(server),
        known.split(),
        known.online(),
        known.shrinks(),
        started.get(id),
        known.pinned());
  }

  /** A server that crashed and runs again is listed as dead and live by HBase. */
  private List<NodeId> deadNodes() {
    return master.getDeadServerNames().stream()
        .map(HBaseTranslation::node)
        .distinct()
        .filter(node -> !live.containsKey(node.value()))
        .toList();
  }
}
