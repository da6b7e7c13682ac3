package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterSpec;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.deployment.hbase.ServerJars;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * A real cluster of three RegionServers: rs1 with the plugin, rs2 with it or as HBase ships it, rs3
 * as HBase ships it and with its info port closed. One table of four regions.
 */
final class ClusterUnderTest implements AutoCloseable {

  static final TableName TABLE = TableName.valueOf("engine_test");
  static final byte[] FAMILY = "f".getBytes(UTF_8);
  private static final byte[] QUALIFIER = "q".getBytes(UTF_8);

  /** The dead and the new are noticed sooner, and orders are not gathered before they are sent. */
  private static final Map<String, String> PROMPTLY =
      Map.of(
          "zookeeper.session.timeout", "20000",
          "hbase.regionserver.msginterval", "200",
          "hbase.assignment.dispatch.wait.msec", "5",
          "hbase.procedure.remote.dispatcher.delay.msec", "5");

  final LocalDeployment deployment;
  final HBaseAddress address;
  final Connection client;

  private static final Map<String, String> AS_SHIPPED =
      Map.of(
          "hbase.regionserver.heapmemory.tuner.class",
              "org.apache.hadoop.hbase.regionserver.DefaultHeapMemoryTuner",
          "hfile.block.cache.size.min.range", "0.4",
          "hfile.block.cache.size.max.range", "0.4",
          "hbase.regionserver.global.memstore.size.min.range", "0.25",
          "hbase.regionserver.global.memstore.size.max.range", "0.25");

  /** With the plugin on rs1 alone. */
  static ClusterUnderTest mixed(Path directory, Path proteusHome)
      throws PortException, IOException {
    return new ClusterUnderTest(
        directory, proteusHome, Map.of("rs2", AS_SHIPPED), List.of(), Map.of());
  }

  /** With the plugin on rs1 and rs2. */
  static ClusterUnderTest withPlugin(Path directory, Path proteusHome)
      throws PortException, IOException {
    return new ClusterUnderTest(directory, proteusHome, Map.of(), List.of(), Map.of());
  }

  /** The same with a master that has groups of servers, and a balancer that enforces them. */
  static ClusterUnderTest withGroups(Path directory, Path proteusHome)
      throws PortException, IOException {
    return new ClusterUnderTest(
        directory,
        proteusHome,
        Map.of(),
        List.of(proteusHome.resolve("engines/hbase/target/hbase-rsgroup/hbase-rsgroup.jar")),
        Map.of(
            "hbase.coprocessor.master.classes",
            "org.apache.hadoop.hbase.rsgroup.RSGroupAdminEndpoint",
            "hbase.master.loadbalancer.class",
            "org.apache.hadoop.hbase.rsgroup.RSGroupBasedLoadBalancer"));
  }

  private ClusterUnderTest(
      Path directory,
      Path proteusHome,
      Map<String, Map<String, String>> ofServers,
      List<Path> jars,
      Map<String, String> ofAll)
      throws PortException, IOException {
    deployment = LocalDeployment.in(directory);
    Map<String, String> closed = new HashMap<>(AS_SHIPPED);
    closed.put("hbase.regionserver.info.port", "-1");
    Map<String, Map<String, String>> all = new HashMap<>(ofServers);
    all.put("rs3", closed);
    List<Path> added =
        new ArrayList<>(List.of(proteusHome.resolve("engines/hbase-plugin/target/classes")));
    added.addAll(jars);
    Map<String, String> properties = new HashMap<>(PROMPTLY);
    properties.putAll(ofAll);
    deployment.up(
        ClusterSpec.on(ServerJars.find(proteusHome, null))
            .regionServers(3)
            .heap(ByteSize.ofMegabytes(384))
            .plugin(added)
            .properties(properties)
            .serverProperties(all)
            .build(),
        line -> {});
    address = HBaseAddress.of("127.0.0.1:" + deployment.ports().zooKeeper());
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", address.zooKeeper());
    client = ConnectionFactory.createConnection(configuration);
  }

  /** Rows of 10 KB from {@code 000} to {@code 799}, 200 in each region, in files. */
  void fill() throws IOException {
    try (Admin admin = client.getAdmin();
        org.apache.hadoop.hbase.client.Table table = client.getTable(TABLE)) {
      byte[][] splits = {"200".getBytes(UTF_8), "400".getBytes(UTF_8), "600".getBytes(UTF_8)};
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          splits);
      List<Put> puts = new ArrayList<>();
      for (int row = 0; row < 800; row++) {
        byte[] value = new byte[10_000];
        puts.add(new Put(key(row)).addColumn(FAMILY, QUALIFIER, value));
      }
      table.put(puts);
      admin.flush(TABLE);
    }
  }

  /** A table of one region and no rows. */
  void create(TableName name) throws IOException {
    try (Admin admin = client.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
  }

  void drop(TableName name) throws IOException {
    try (Admin admin = client.getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }

  /** Whether a server reads what it opens into its cache, as its own running configuration says. */
  boolean prefetches(NodeId server) throws Exception {
    URI page =
        URI.create(
            "http://%s:%d/conf?format=json"
                .formatted(HBaseTranslation.host(server), deployment.ports().regionServerPage()));
    String running =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
            .body();
    assertThat(running).contains("hbase.rootdir");
    return running.contains("\"key\":\"hbase.rs.prefetchblocksonopen\",\"value\":\"true\"");
  }

  /** Another client of the cluster's ZooKeeper takes a znode away. */
  void delete(String znode) throws Exception {
    try (CuratorFramework zooKeeper =
        CuratorFrameworkFactory.newClient(address.zooKeeper(), new RetryOneTime(1_000))) {
      zooKeeper.start();
      zooKeeper.delete().forPath(znode);
    }
  }

  NodeId server(int number) throws PortException {
    return new NodeId("127.0.0.1%d:%d".formatted(number, deployment.ports().regionServer()));
  }

  static byte[] key(int row) {
    return "%03d".formatted(row).getBytes(UTF_8);
  }

  @Override
  public void close() throws PortException, IOException {
    client.close();
    deployment.destroy(line -> {});
  }
}
