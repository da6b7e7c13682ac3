package io.proteus.lab.cluster;

import static io.proteus.lab.cluster.UserOnACluster.SHORT;
import static io.proteus.lab.cluster.UserOnACluster.UP;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.app.ExitCode;
import io.proteus.controller.configuration.Configuration;
import io.proteus.engine.hbase.HBaseConnectionSettings;
import io.proteus.lab.cluster.CommandProcess.Outcome;
import io.proteus.workloads.hbase.HBaseClient;
import io.proteus.workloads.hbase.PutLoad;
import io.proteus.workloads.hbase.RowCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's load on a real cluster: planned from a sample, prepared, loaded, finished; what was set
 * on tables and servers before is there afterwards, value by value.
 */
class BulkLoadIT {
  private static final long ROWS = 5_000;

  @TempDir private static Path folder;
  private static UserOnACluster user;

  @BeforeAll
  static void up() throws Exception {
    user = new UserOnACluster(folder);
    user.up(2);
    Files.writeString(
        folder.resolve("keys.txt"),
        LongStream.range(0, ROWS).mapToObj(PutLoad::key).collect(Collectors.joining("\n")));
  }

  @AfterAll
  static void down() throws Exception {
    user.down();
  }

  @Test
  void aLoadIsPreparedAndPutBackAsItWas() throws Exception {
    Map<String, String> memoryBefore = memory();
    String[] options = {"--table", "users", "--rows", "5000", "--record-size", "1KB"};
    String[] sampled = {"--sample", "keys.txt", "--regions-per-server", "2"};
    JsonNode plan = user.json(SHORT, with(options, sampled, "plan", "--json"));
    assertThat(plan.path("splits")).hasSize(3);
    assertThat(plan.path("largestShare").asDouble()).isLessThan(0.26);

    Outcome prepared = run(with(options, sampled, "prepare", "--yes")).succeeded();
    assertThat(prepared.out()).contains("users is set up");
    assertThat(memory()).isNotEqualTo(memoryBefore);
    try (Connection connection = connect()) {
      try (Admin admin = connection.getAdmin()) {
        // an eighth of what the JVM has of 512 MB
        assertThat(descriptor(admin, "users").getMemStoreFlushSize())
            .isBetween(56L << 20, 64L << 20);
        assertThat(serversOf(admin, "users")).hasSize(2);
        new PutLoad("users", 2, 1 << 20, 1, 1000).load(connection, ROWS, done -> {});
        assertThat(RowCount.of(connection, "users")).isEqualTo(ROWS);

        Outcome finished = run("bulk-load", "finish", "--table", "users").succeeded();

        assertThat(finished.out()).contains("as before the load").contains("users is compacted");
        assertThat(descriptor(admin, "users").getMemStoreFlushSize()).isEqualTo(-1);
        assertThat(descriptor(admin, "users").getRegionSplitPolicyClassName()).isNull();
        assertThat(descriptor(admin, "users").getValue("hbase.hstore.compaction.min")).isNull();
        assertThat(RowCount.of(connection, "users")).isEqualTo(ROWS);
      }
    }
    assertThat(memory()).isEqualTo(memoryBefore);
    refusesATableWithRows(options);
    makesAnEmptyTableAnewAndKeepsItsOwn();
  }

  private static void refusesATableWithRows(String[] options) throws Exception {
    String[] others = {"--key-distribution", "hex"};
    Outcome refused = run(with(options, others, "prepare", "--yes"));
    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err()).contains("--table users: holds rows").contains("--keep-partitions");
  }

  private static void makesAnEmptyTableAnewAndKeepsItsOwn() throws Exception {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      TableDescriptor own =
          TableDescriptorBuilder.newBuilder(TableName.valueOf("orders"))
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("d"))
                      .setMaxVersions(3)
                      .build())
              .setMemStoreFlushSize(32L << 20)
              .build();
      admin.createTable(own);
      TableDescriptor before = descriptor(admin, "orders");
      run(
              "bulk-load",
              "prepare",
              "--table=orders",
              "--rows=5000",
              "--record-size=1KB",
              "--key-distribution=hex",
              "--recreate",
              "--table-only",
              "--yes")
          .succeeded();
      assertThat(admin.getRegions(TableName.valueOf("orders"))).hasSize(2);
      assertThat(descriptor(admin, "orders").isReadOnly()).isFalse();
      run("bulk-load", "finish", "--table", "orders", "--without-compaction").succeeded();

      assertThat(TableDescriptor.COMPARATOR.compare(descriptor(admin, "orders"), before)).isZero();
    }
  }

  private static TableDescriptor descriptor(Admin admin, String table) throws IOException {
    return admin.getDescriptor(TableName.valueOf(table));
  }

  private static Set<String> serversOf(Admin admin, String table) throws IOException {
    Set<String> servers = new HashSet<>();
    for (var server : admin.getRegionServers()) {
      for (var region : admin.getRegions(server)) {
        if (region.getTable().getNameAsString().equals(table)) {
          servers.add(server.getServerName());
        }
      }
    }
    return servers;
  }

  /** Every server's, and whether it was asked for it, as text. */
  private static Map<String, String> memory() throws Exception {
    Map<String, String> memory = new HashMap<>();
    for (JsonNode node :
        user.json(SHORT, "watch", "--once", "--json", "--interval", "1s").path("nodes")) {
      memory.put(
          node.path("id").asText(),
          "%s, pinned: %s".formatted(node.path("memory"), node.path("pinned").asBoolean(true)));
    }
    assertThat(memory).hasSize(2);
    return memory;
  }

  private static Connection connect() throws Exception {
    var address =
        Configuration.read(folder.resolve("proteus.yaml"))
            .extensions()
            .engine()
            .settings(HBaseConnectionSettings.class)
            .zookeeper()
            .get(0);
    return HBaseClient.connect(address.host(), address.port());
  }

  private static String[] with(String[] options, String[] keys, String command, String last) {
    List<String> all = new ArrayList<>(List.of("bulk-load", command));
    all.addAll(List.of(options));
    all.addAll(List.of(keys));
    all.add(last);
    return all.toArray(String[]::new);
  }

  private static Outcome run(String... arguments) throws IOException, InterruptedException {
    return user.run(UP, arguments);
  }
}
