package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreSettings;
import io.proteus.engine.hbase.InfoServers.Answer;
import io.proteus.engine.hbase.InfoServers.Endpoint;
import io.proteus.hbase.plugin.MemorySplitReport;
import java.math.BigDecimal;
import java.net.URL;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * HBase's settings: of servers from their {@code /conf} servlets, of tables from their descriptors.
 * The memory split is the plugin's report where the plugin runs.
 */
final class HBaseSettings implements StoreSettings {
  /** HBase's parameters, for {@code CatalogueFile}. */
  static final URL CATALOGUE = resource("parameters.yaml");

  /** HBase's policies, for {@code PolicyLibrary}. */
  static final List<URL> POLICIES =
      Stream.of(
              "pcm-bl",
              "pcm-wo",
              "pcm-wm",
              "pcm-ro",
              "pcm-rm",
              "pcm-mixrw",
              "pcm-mixr",
              "pcm-mixw",
              "hconfig-1",
              "hconfig-2",
              "hconfig-3",
              "hconfig-4",
              "met-read",
              "met-write",
              "met-read-write",
              "met-scan")
          .map(name -> resource("policies/" + name + ".yaml"))
          .toList();

  /** A variable of hbase-env.sh; its effect is read from the running JVM. */
  static final String HEAP = "HBASE_HEAPSIZE";

  private static final String NO_VERSION = "0.0.0";

  static final String IN_EFFECT = "in effect by Proteus' plugin";
  static final String HEAP_TUNER = "the server's own heap tuner";

  /** Two shares closer than this are the same: HBase computes with floats. */
  private static final double TOLERANCE = 1e-4;

  private final ClusterConnection connection;
  private final PluginReports plugin;
  private final InfoServers infoServers;

  HBaseSettings(ClusterConnection connection, PluginReports plugin, InfoServers infoServers) {
    this.connection = connection;
    this.plugin = plugin;
    this.infoServers = infoServers;
  }

  private static URL resource(String name) {
    return Objects.requireNonNull(HBaseSettings.class.getResource(name), name);
  }

  @Override
  public Map<NodeId, NodeReport> ofNodes(Set<String> keys) throws PortException {
    ClusterMetrics cluster =
        connection.ask(
            "read the cluster's servers",
            connection
                .admin()
                .getClusterMetrics(
                    EnumSet.of(
                        ClusterMetrics.Option.HBASE_VERSION, ClusterMetrics.Option.LIVE_SERVERS)));
    Map<ServerName, ServerMetrics> live = cluster.getLiveServerMetrics();
    String ofMaster = String.valueOf(cluster.getHBaseVersion());
    Map<ServerName, Endpoint> endpoints = new LinkedHashMap<>();
    live.forEach(
        (server, metrics) -> {
          if (metrics.getInfoServerPort() > 0) {
            endpoints.put(server, new Endpoint(server.getHostname(), metrics.getInfoServerPort()));
          }
        });
    Map<NodeId, MemorySplitReport> splits = plugin.all();
    try {
      Map<ServerName, Answer<Map<String, ReportedValue>>> answers =
          infoServers.read(endpoints, ReportedSettings.reading(keys));
      Map<NodeId, NodeReport> reports = new HashMap<>();
      live.forEach(
          (server, metrics) -> {
            NodeId node = HBaseTranslation.node(server);
            reports.put(
                node, report(server, metrics, ofMaster, answers.get(server), splits.get(node)));
          });
      return reports;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("Interrupted while reading the servers' settings", e);
    }
  }

  static NodeReport report(
      ServerName server,
      ServerMetrics metrics,
      String ofMaster,
      @Nullable Answer<Map<String, ReportedValue>> answer,
      @Nullable MemorySplitReport plugin) {
    Map<String, BigDecimal> measured = new HashMap<>();
    measured.put("partitions", BigDecimal.valueOf(metrics.getRegionMetrics().size()));
    Map<String, ReportedValue> known = new HashMap<>();
    long heap = (long) metrics.getMaxHeapSize().get(Size.Unit.BYTE);
    if (heap > 0) {
      known.put(HEAP, new ReportedValue(Long.toString(heap), "the server's JVM"));
    }
    // through the master a server's own version may be left out
    String version = NO_VERSION.equals(metrics.getVersion()) ? ofMaster : metrics.getVersion();
    if (answer == null) {
      return new NodeReport(
          version, measured, known, "its info server is off (hbase.regionserver.info.port is -1)");
    }
    return answer.either(
        values -> {
          known.putAll(inEffect(server, values, plugin));
          return new NodeReport(version, measured, known, null);
        },
        why -> new NodeReport(version, measured, known, why));
  }

  /** The settings with the present memory split in place of the file's. */
  private static Map<String, ReportedValue> inEffect(
      ServerName server, Map<String, ReportedValue> values, @Nullable MemorySplitReport plugin) {
    if (plugin == null || !plugin.server().equals(server.getServerName())) {
      return values;
    }
    MemorySplitReport.State state = plugin.state();
    Map<String, ReportedValue> merged = new HashMap<>(values);
    plugin
        .inEffect()
        .ifPresent(
            split -> {
              merge(HBaseTranslation.BLOCK_CACHE, split.blockCache(), state, merged);
              merge(HBaseTranslation.MEMSTORE, split.memstore(), state, merged);
            });
    return merged;
  }

  /**
   * Merges a present value. A value that equals the file's counts as the file's, unless the plugin
   * holds it.
   */
  private static void merge(
      String key, float share, MemorySplitReport.State state, Map<String, ReportedValue> values) {
    if (state == MemorySplitReport.State.PINNED || !isAbout(share, fromFiles(key, values))) {
      String origin = state == MemorySplitReport.State.UNPINNED ? HEAP_TUNER : IN_EFFECT;
      values.put(key, new ReportedValue(Float.toString(share), origin));
    } else if (isBlank(values.get(key))) {
      values.remove(key); // hbase-default.xml leaves it empty, for the sake of its older name
    }
  }

  private static double fromFiles(String key, Map<String, ReportedValue> values) {
    ReportedValue given = values.get(key);
    if (isBlank(given) && key.equals(HBaseTranslation.MEMSTORE)) {
      given = values.get(HBaseTranslation.OLDER_MEMSTORE);
    }
    if (given == null || given.value().isBlank()) {
      return HBaseTranslation.USUAL_SHARE;
    }
    try {
      return Double.parseDouble(given.value());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static boolean isBlank(@Nullable ReportedValue value) {
    return value == null || value.value().isBlank();
  }

  private static boolean isAbout(double one, double other) {
    return Math.abs(one - other) < TOLERANCE;
  }

  @Override
  public Map<TableId, TableReport> ofTables() throws PortException {
    Map<TableId, TableReport> tables = new HashMap<>();
    connection
        .ask("list the tables", connection.admin().listTableDescriptors(false))
        .forEach(table -> tables.put(HBaseTranslation.table(table.getTableName()), report(table)));
    return tables;
  }

  static TableReport report(TableDescriptor table) {
    Map<String, String> values = new HashMap<>();
    table.getValues().forEach((key, value) -> values.put(text(key.get()), text(value.get())));
    Map<String, Map<String, String>> families = new HashMap<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Map<String, String> own = new HashMap<>(family.getConfiguration());
      family.getValues().forEach((key, value) -> own.put(text(key.get()), text(value.get())));
      families.put(family.getNameAsString(), own);
    }
    return new TableReport(values, families);
  }

  private static String text(byte[] bytes) {
    return Bytes.toString(bytes);
  }
}
