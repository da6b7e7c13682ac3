package io.proteus.hbase.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.zookeeper.ZooDefs.Ids.OPEN_ACL_UNSAFE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proteus.hbase.plugin.MemorySplitReport.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.MemstoreLimits;
import org.apache.hadoop.hbase.zookeeper.ZooKeeperSessions;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tuner inside a real RegionServer: HBase, ZooKeeper and the sizes that HBase then runs on. */
class PinnedHeapMemoryTunerIT {

  private static final Duration EFFECT = Duration.ofSeconds(10);
  private static final MemorySplit CONFIGURED = new MemorySplit(0.4f, 0.4f);
  private static final MemorySplit READ = new MemorySplit(0.55f, 0.1f);

  @TempDir static Path folder;
  private static OneJvmCluster cluster;
  private static ZooKeeper zooKeeper;
  private static HRegionServer server;

  @BeforeAll
  static void start() throws Exception {
    cluster = new OneJvmCluster(folder);
    zooKeeper =
        new ZooKeeper("127.0.0.1:" + cluster.zooKeeper.getClientPort(), 30_000, event -> {});
    server = cluster.firstServer();
  }

  @AfterAll
  static void stop() throws Exception {
    zooKeeper.close();
    cluster.close();
  }

  @BeforeEach
  void waitForPlugin() {
    awaitReport(State.UNPINNED);
  }

  @AfterEach
  void setBack() throws Exception {
    awaitPinned(setTarget(MemorySplitTarget.toBytes(CONFIGURED)));
    setTarget(new byte[0]);
    awaitReport(State.UNPINNED);
  }

  @Test
  void withoutATargetTheConfiguredSplitStays() throws Exception {
    MemorySplitReport report = report();

    assertThat(report.inEffect()).contains(CONFIGURED);
    assertThat(ServerName.valueOf(report.server())).isEqualTo(server.getServerName());
    assertThat(report.heapMaxBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
    assertThat(report.tunerPeriodMs()).isEqualTo(200);
    assertRunsOn(CONFIGURED);
  }

  @Test
  void aTargetTakesEffectOnTheRunningServer() throws Exception {
    long revision = setTarget(MemorySplitTarget.toBytes(READ));

    assertThat(awaitPinned(revision).inEffect()).contains(READ);
    assertRunsOn(READ);
  }

  @Test
  void aTargetThatDoesNotFitIsRefusedAndTheServerKeepsItsSplit() throws Exception {
    setTarget(MemorySplitTarget.toBytes(new MemorySplit(0.6f, 0.3f)));

    assertThat(awaitReport(State.REFUSED).reason().orElseThrow()).contains("at most 0.8");
    assertRunsOn(CONFIGURED);

    setTarget("cache: 0.5".getBytes(UTF_8));

    await()
        .atMost(EFFECT)
        .untilAsserted(() -> assertThat(report().reason().orElse("")).contains("want key=value"));
    assertRunsOn(CONFIGURED);
  }

  @Test
  void anotherTunerWorksAsLongAsNoTargetIsSet() throws Exception {
    MemorySplit wish = new MemorySplit(0.3f, 0.35f);
    WishfulTuner.wish = wish;
    try {
      await().atMost(EFFECT).untilAsserted(() -> assertRunsOn(wish));
      awaitPinned(setTarget(MemorySplitTarget.toBytes(READ)));
      assertRunsOn(READ);
    } finally {
      WishfulTuner.wish = null;
    }
  }

  @Test
  void aRestartedServerComesBackOnItsTarget() throws Exception {
    awaitPinned(setTarget(MemorySplitTarget.toBytes(READ)));
    ServerName before = server.getServerName();

    HRegionServer stays = cluster.startServer(0);
    cluster.stopServer(server);
    server = cluster.startServer(before.getPort());

    await()
        .atMost(EFFECT)
        .untilAsserted(
            () -> {
              MemorySplitReport report = report();
              assertThat(report.server()).isEqualTo(server.getServerName().toString());
              assertThat(report.state()).isEqualTo(State.PINNED);
            });
    assertThat(server.getServerName()).isNotEqualTo(before);
    assertRunsOn(READ);
    cluster.stopServer(stays);
  }

  @Test
  void anExpiredSessionIsReplacedAndTargetsStillArrive() throws Exception {
    Stat before = zooKeeper.exists(reportZnode(), false);
    ZooKeeperSessions.expire(cluster.zooKeeper, before.getEphemeralOwner());

    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              Stat now = zooKeeper.exists(reportZnode(), false);
              return now != null && now.getEphemeralOwner() != before.getEphemeralOwner();
            });
    awaitPinned(setTarget(MemorySplitTarget.toBytes(READ)));
    assertRunsOn(READ);
    assertThat(server.isOnline()).isTrue();
  }

  @Test
  void regionsThatAreOpenedOnRequestAreReadIntoTheCache() throws Exception {
    TableName table = TableName.valueOf("warm");
    String request =
        new PrefetchZnodes("/hbase")
            .request(server.getServerName().getHostname(), server.getServerName().getPort());
    assertThat(server.getConfiguration().get(Prefetching.KEY)).isNull();
    try (Connection connection = ConnectionFactory.createConnection(cluster.configuration);
        Admin admin = connection.getAdmin()) {
      fill(connection, admin, table);
      admin.disableTable(table);
      admin.clearBlockCache(table);

      zooKeeper.create(request, new byte[0], OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
      await("the request to be seen")
          .atMost(EFFECT)
          .until(() -> server.getConfiguration().getBoolean(Prefetching.KEY, false));
      admin.enableTable(table);
      await("blocks that nobody read").atMost(EFFECT).until(() -> dataBlocks(table) > 0);

      zooKeeper.delete(request, -1);
      await("the end of the request to be seen")
          .atMost(EFFECT)
          .until(() -> server.getConfiguration().get(Prefetching.KEY) == null);
    }
  }

  private static void fill(Connection connection, Admin admin, TableName name) throws Exception {
    byte[] family = "f".getBytes(UTF_8);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family))
            .build());
    try (Table table = connection.getTable(name)) {
      for (int row = 0; row < 100; row++) {
        table.put(
            new Put(String.valueOf(row).getBytes(UTF_8)).addColumn(family, family, new byte[4096]));
      }
    }
    admin.flush(name);
  }

  private static long dataBlocks(TableName table) {
    Set<String> files =
        server.getRegions(table).stream()
            .flatMap(region -> region.getStores().stream())
            .flatMap(store -> store.getStorefiles().stream())
            .map(file -> file.getPath().getName())
            .collect(Collectors.toSet());
    long found = 0;
    for (CachedBlock block : server.getBlockCache().orElseThrow()) {
      if (block.getBlockType().isData() && files.contains(block.getFilename())) {
        found++;
      }
    }
    return found;
  }

  private static void assertRunsOn(MemorySplit split) {
    long heap = Runtime.getRuntime().maxMemory();
    assertThat(server.getBlockCache().orElseThrow().getMaxSize())
        .isEqualTo((long) (heap * split.blockCache()));
    MemstoreLimits memstore = MemstoreLimits.of(server);
    assertThat(memstore.upperBytes()).isEqualTo((long) (heap * split.memstore()));
    assertThat(memstore.lowerBytes())
        .as("lower limit follows as 95 %")
        .isEqualTo((long) (memstore.upperBytes() * 0.95f));
  }

  private static MemorySplitReport awaitReport(State state) {
    return awaitReport(report -> report.state() == state, "a report of " + state);
  }

  /** The state alone could still be about the target before. */
  private static MemorySplitReport awaitPinned(long revision) {
    return awaitReport(
        report -> report.state() == State.PINNED && report.targetRevision().orElse(0L) == revision,
        "target " + revision + " in effect");
  }

  private static MemorySplitReport awaitReport(
      Predicate<MemorySplitReport> condition, String what) {
    return await(what)
        .atMost(EFFECT)
        .ignoreExceptionsMatching(KeeperException.class::isInstance)
        .until(PinnedHeapMemoryTunerIT::report, condition);
  }

  private static MemorySplitReport report() throws Exception {
    return MemorySplitReport.parse(zooKeeper.getData(reportZnode(), false, null));
  }

  private static long setTarget(byte[] body) throws Exception {
    ServerName name = server.getServerName();
    return zooKeeper
        .setData(
            new MemorySplitZnodes("/hbase").target(name.getHostname(), name.getPort()), body, -1)
        .getMzxid();
  }

  private static String reportZnode() {
    ServerName name = server.getServerName();
    return new MemorySplitZnodes("/hbase").report(name.getHostname(), name.getPort());
  }
}
