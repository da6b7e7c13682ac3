package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** What a cluster of so many servers and regions answers, as HBase 2.6.4 does. */
final class GeneratedCluster {

  private static final int TABLES = 20;

  /** All of sub=Regions, of which three are read. */
  private static final String[] METRICS = {
    "storeCount",
    "storeFileCount",
    "storeRefCount",
    "maxCompactedStoreFileRefCount",
    "memStoreSize",
    "maxStoreFileAge",
    "minStoreFileAge",
    "avgStoreFileAge",
    "numReferenceFiles",
    "storeFileSize",
    "currentRegionCacheRatio",
    "compactionsCompletedCount",
    "compactionsFailedCount",
    "lastMajorCompactionAge",
    "numBytesCompactedCount",
    "numFilesCompactedCount",
    "readRequestCount",
    "filteredReadRequestCount",
    "writeRequestCount",
    "replicaid",
    "compactionsQueuedCount",
    "flushesQueuedCount",
    "maxCompactionQueueSize",
    "maxFlushQueueSize",
    "putCount",
    "incrementCount",
    "scanCount",
    "deleteCount",
    "getCount",
    "appendCount"
  };

  private final int servers;
  private final int regionsPerServer;

  GeneratedCluster(int servers, int regionsPerServer) {
    this.servers = servers;
    this.regionsPerServer = regionsPerServer;
  }

  int servers() {
    return servers;
  }

  ServerName server(int index) {
    return ServerName.valueOf(
        "regionserver-%04d.example.org".formatted(index), 16020, 1_700_000_000_000L + index);
  }

  List<TableDescriptor> tables() {
    List<TableDescriptor> tables = new ArrayList<>();
    for (int i = 0; i < TABLES; i++) {
      tables.add(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(table(i)))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build());
    }
    return tables;
  }

  List<MetaRegion> meta() {
    List<MetaRegion> regions = new ArrayList<>(servers * regionsPerServer);
    for (int server = 0; server < servers; server++) {
      String address = server(server).getAddress().toString();
      for (int region = 0; region < regionsPerServer; region++) {
        regions.add(
            new MetaRegion(name(server, region), address, server(server).getStartcode(), "OPEN"));
      }
    }
    return regions;
  }

  ClusterMetrics master() {
    Map<ServerName, ServerMetrics> live = new HashMap<>();
    for (int server = 0; server < servers; server++) {
      List<RegionMetrics> regions = new ArrayList<>();
      for (int region = 0; region < regionsPerServer; region++) {
        regions.add(
            RegionMetricsBuilder.newBuilder(name(server, region))
                .setStoreFileCount(3)
                .setStoreFileSize(new Size(1_000 + region, Size.Unit.MEGABYTE))
                .setDataLocality(0.9f)
                .setBlocksTotalWeight(100)
                .setBlocksLocalWeight(90)
                .build());
      }
      live.put(
          server(server),
          ServerMetricsBuilder.newBuilder(server(server))
              .setInfoServerPort(16030)
              .setMaxHeapSize(new Size(32, Size.Unit.GIGABYTE))
              .setRegionMetrics(regions)
              .build());
    }
    return ClusterMetricsBuilder.newBuilder()
        .setClusterId("generated")
        .setLiveServerMetrics(live)
        .setDeadServerNames(List.of())
        .setRegionsInTransition(List.of())
        .setBalancerOn(false)
        .build();
  }

  byte[] regionsServlet(int server) {
    Random random = new Random(server);
    StringBuilder json =
        new StringBuilder(
            "{\n  \"beans\": [\n    {\n      \"name\": \"Hadoop:service=HBase,name=RegionServer,sub=Regions\"");
    for (int region = 0; region < regionsPerServer; region++) {
      for (String metric : METRICS) {
        json.append(",\n      \"Namespace_default_table_")
            .append(table(region % TABLES))
            .append("_region_")
            .append(encoded(server, region))
            .append("_metric_")
            .append(metric)
            .append("\": ")
            .append(random.nextInt(1_000_000_000));
      }
    }
    return json.append("\n    }\n  ]\n}").toString().getBytes(UTF_8);
  }

  byte[] serverServlet(int server) {
    StringBuilder json =
        new StringBuilder("{\"beans\": [{\"tag.serverName\": \"" + server(server) + "\"");
    for (int i = 0; i < 250; i++) {
      json.append(",\n \"someOtherMetricOfTheServer").append(i).append("\": ").append(i * 1_000);
    }
    return json.append(",\n \"totalRequestCount\": 1, \"percentFilesLocal\": 99.5}]}")
        .toString()
        .getBytes(UTF_8);
  }

  private static String table(int index) {
    return "tenant_%02d_usertable".formatted(index);
  }

  private static byte[] name(int server, int region) {
    return "%s,user%010d,1700000000000.%s."
        .formatted(table(region % TABLES), server * 1_000 + region, encoded(server, region))
        .getBytes(UTF_8);
  }

  private static String encoded(int server, int region) {
    return "%016x%016x"
        .formatted(server * 0x9E3779B97F4A7C15L, (region + 1) * 0xC2B2AE3D27D4EB4FL + server);
  }
}
