package io.proteus.benchmarks.balancer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableDescriptors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.master.MasterServices;
import org.apache.hadoop.hbase.master.RegionPlan;
import org.apache.hadoop.hbase.master.balancer.StochasticLoadBalancer;
import org.jspecify.annotations.Nullable;

/**
 * HBase's StochasticLoadBalancer, called as the master does: it is told the servers' metrics a few
 * times, from which it takes the requests of each region, and then asked for all tables at once
 * (hbase.master.loadbalance.bytable is off in what is shipped).
 *
 * <p>There is no file system that it could ask for the regions' files, so it is told not to
 * (hbase.master.balancer.uselocality); that spares it work.
 *
 * @param requestCost weight of reads and of writes; null as shipped, which is 5 of each, against
 *     500 for the number of regions
 * @param atMostSeconds that it may take; null as shipped, which is 30
 */
record StochasticBalancer(@Nullable Float requestCost, @Nullable Double atMostSeconds)
    implements Balancer {
  private static final double SHIPPED_SECONDS = 30;
  private static final int REPORTS = 3;
  private static final double SECONDS_BETWEEN_REPORTS = 60;

  @Override
  public String title() {
    return requestCost == null
        ? "HBase, as shipped"
        : "HBase, requests weigh %.0f".formatted(requestCost);
  }

  private double limit() {
    return atMostSeconds == null ? SHIPPED_SECONDS : atMostSeconds;
  }

  @Override
  public Balanced balance(Regions regions) throws IOException {
    List<RegionInfo> names = names(regions);
    StochasticLoadBalancer balancer = new StochasticLoadBalancer();
    balancer.setMasterServices(master(configuration()));
    balancer.initialize();
    for (int report = 1; report <= REPORTS; report++) {
      balancer.updateClusterMetrics(metrics(regions, names, report * SECONDS_BETWEEN_REPORTS));
    }
    var assignments = assignments(regions, names);
    long started = System.nanoTime();
    List<RegionPlan> plans = balancer.balanceCluster(assignments);
    double seconds = (System.nanoTime() - started) / 1e9;
    return new Balanced(seconds, serverOf(regions, names, plans), note(seconds, plans));
  }

  private String note(double seconds, @Nullable List<RegionPlan> plans) {
    if (plans == null || plans.isEmpty()) {
      return "saw nothing to do";
    }
    return seconds >= limit() ? "ran into its %.0f s".formatted(limit()) : "ended by itself";
  }

  private Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    configuration.setBoolean("hbase.master.balancer.uselocality", false);
    if (requestCost != null) {
      configuration.setFloat("hbase.master.balancer.stochastic.readRequestCost", requestCost);
      configuration.setFloat("hbase.master.balancer.stochastic.writeRequestCost", requestCost);
    }
    if (atMostSeconds != null) {
      configuration.setLong(
          "hbase.master.balancer.stochastic.maxRunningTime", (long) (atMostSeconds * 1000));
    }
    return configuration;
  }

  /** A master of which only the configuration, the name and an empty list of tables is known. */
  private static MasterServices master(Configuration configuration) {
    TableDescriptors tables =
        (TableDescriptors)
            Proxy.newProxyInstance(
                StochasticBalancer.class.getClassLoader(),
                new Class<?>[] {TableDescriptors.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getAll" -> Map.of();
                      default -> throw new UnsupportedOperationException(method.toString());
                    });
    return (MasterServices)
        Proxy.newProxyInstance(
            StochasticBalancer.class.getClassLoader(),
            new Class<?>[] {MasterServices.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConfiguration" -> configuration;
                  case "getServerName" -> ServerName.valueOf("master.example.org", 16000, 1);
                  case "getTableDescriptors" -> tables;
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  private static List<RegionInfo> names(Regions regions) {
    List<RegionInfo> names = new ArrayList<>(regions.count());
    for (int region = 0; region < regions.count(); region++) {
      names.add(
          RegionInfoBuilder.newBuilder(table(Regions.tableOf(region)))
              .setStartKey("user%010d".formatted(region).getBytes(UTF_8))
              .setEndKey("user%010d".formatted(region + 1).getBytes(UTF_8))
              .setRegionId(1_700_000_000_000L + region)
              .build());
    }
    return names;
  }

  private static ClusterMetrics metrics(Regions regions, List<RegionInfo> names, double seconds) {
    List<List<RegionMetrics>> byServer = new ArrayList<>();
    for (int server = 0; server < regions.servers(); server++) {
      byServer.add(new ArrayList<>());
    }
    for (int region = 0; region < regions.count(); region++) {
      byServer
          .get(regions.serverOf()[region])
          .add(
              RegionMetricsBuilder.newBuilder(names.get(region).getRegionName())
                  .setReadRequestCount((long) (regions.reads()[region] * seconds))
                  .setWriteRequestCount((long) (regions.writes()[region] * seconds))
                  .setStoreFileCount(3)
                  .setStoreFileSize(new Size(regions.megabytes()[region], Size.Unit.MEGABYTE))
                  .setMemStoreSize(new Size(1, Size.Unit.MEGABYTE))
                  .build());
    }
    Map<ServerName, ServerMetrics> live = new HashMap<>();
    for (int server = 0; server < regions.servers(); server++) {
      live.put(
          server(server),
          ServerMetricsBuilder.newBuilder(server(server))
              .setRegionMetrics(byServer.get(server))
              .build());
    }
    return ClusterMetricsBuilder.newBuilder().setLiveServerMetrics(live).build();
  }

  private static Map<TableName, Map<ServerName, List<RegionInfo>>> assignments(
      Regions regions, List<RegionInfo> names) {
    Map<TableName, Map<ServerName, List<RegionInfo>>> byTable = new HashMap<>();
    for (int table = 0; table < regions.tables(); table++) {
      Map<ServerName, List<RegionInfo>> byServer = new HashMap<>();
      for (int server = 0; server < regions.servers(); server++) {
        byServer.put(server(server), new ArrayList<>());
      }
      byTable.put(table(table), byServer);
    }
    for (int region = 0; region < regions.count(); region++) {
      byTable
          .getOrDefault(table(Regions.tableOf(region)), Map.of())
          .getOrDefault(server(regions.serverOf()[region]), new ArrayList<>())
          .add(names.get(region));
    }
    return byTable;
  }

  private static int[] serverOf(
      Regions regions, List<RegionInfo> names, @Nullable List<RegionPlan> plans) {
    Map<RegionInfo, Integer> indices = new HashMap<>();
    for (int region = 0; region < names.size(); region++) {
      indices.put(names.get(region), region);
    }
    int[] serverOf = regions.serverOf().clone();
    for (RegionPlan plan : plans == null ? List.<RegionPlan>of() : plans) {
      serverOf[indices.getOrDefault(plan.getRegionInfo(), -1)] = number(plan.getDestination());
    }
    return serverOf;
  }

  private static TableName table(int table) {
    return TableName.valueOf("table_%05d".formatted(table));
  }

  /**
   * By address: HBase asks for the rack of every server, and for that for the address of every name
   * (CachedDNSToSwitchMapping), one after the other. Names that no DNS knows take it seconds each.
   */
  private static ServerName server(int server) {
    return ServerName.valueOf(
        "10.%d.%d.%d".formatted(server >> 16, server >> 8 & 255, server & 255),
        16020,
        1_700_000_000_000L);
  }

  private static int number(ServerName server) {
    String[] bytes = server.getHostname().split("\\.", -1);
    return Integer.parseInt(bytes[1]) << 16
        | Integer.parseInt(bytes[2]) << 8
        | Integer.parseInt(bytes[3]);
  }
}
