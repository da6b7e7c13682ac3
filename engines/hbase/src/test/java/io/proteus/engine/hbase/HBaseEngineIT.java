package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.step.MovePartition;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.hbase.plugin.PrefetchZnodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Each capability of the engine on a real cluster. What kills something comes last. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HBaseEngineIT {

  private static final Path HOME = Path.of("").toAbsolutePath().getParent().getParent();
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final TableId TABLE = new TableId(ClusterUnderTest.TABLE.getNameAsString());

  private static ClusterUnderTest cluster;
  private static HBaseEngine engine;
  private static NodeId rs1;
  private static NodeId rs2;
  private static NodeId rs3;

  @BeforeAll
  static void start() throws Exception {
    cluster = ClusterUnderTest.mixed(HOME.resolve("engines/hbase/target/it-cluster"), HOME);
    cluster.fill();
    engine = HBaseEngine.connect(cluster.address);
    rs1 = cluster.server(1);
    rs2 = cluster.server(2);
    rs3 = cluster.server(3);
  }

  @AfterAll
  static void stop() throws Exception {
    if (engine != null) {
      engine.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void theTopologyShowsWhoServesWhatOnWhichSettings() throws Exception {
    Topology topology =
        awaitTopology("all sizes reported", now -> gaps(now, Gap.Kind.COUNTERS_MISSING) == 0);

    assertThat(topology.nodes()).extracting(Node::id).containsExactly(rs1, rs2, rs3);
    assertThat(topology.partitions())
        .hasSize(4)
        .allSatisfy(
            partition -> {
              assertThat(partition.table()).isEqualTo(TABLE);
              assertThat(partition.node()).isNotNull();
              assertThat(partition.size())
                  .isBetween(ByteSize.ofMegabytes(1), ByteSize.ofMegabytes(3));
              assertThat(partition.locality()).isEqualTo(Ratio.ONE);
            });
    assertThat(topology.table(TABLE).orElseThrow().blockSize()).isEqualTo(ByteSize.ofKilobytes(64));
    assertThat(topology.inTransition()).isEmpty();
    assertThat(topology.deadNodes()).isEmpty();
    assertThat(engine.clusterId()).isNotEmpty().isEqualTo(topology.cluster());
  }

  @Test
  @Order(2)
  void theSplitIsThePluginsElseTheConfiguredElseAGap() throws Exception {
    MemorySplit started = MemorySplit.of(0.40, 0.25);
    Topology topology =
        awaitTopology("the plugin's report", now -> now.node(rs1).orElseThrow().memoryOnline());

    assertThat(topology.node(rs1).orElseThrow().memory()).isEqualTo(started);
    assertThat(topology.node(rs2).orElseThrow())
        .extracting(Node::memory, Node::memoryOnline)
        .containsExactly(started, false);
    assertThat(topology.node(rs3).orElseThrow().memory()).isNull();
    assertThat(topology.gaps())
        .extracting(Gap::kind, Gap::subject)
        .containsExactly(tuple(Gap.Kind.SETTINGS_UNREADABLE, rs3.value()));
  }

  @Test
  @Order(3)
  void settingsComeWithWhereTheyAreFromElseWithWhyTheyAreNotKnown() throws Exception {
    String cache = HBaseTranslation.BLOCK_CACHE;
    awaitTopology("the plugin's report", now -> now.node(rs1).orElseThrow().memoryOnline());

    Map<NodeId, NodeReport> reports = engine.settings().ofNodes(Set.of(cache));

    assertThat(reports).containsOnlyKeys(rs1, rs2, rs3);
    assertThat(reports.get(rs1).version()).startsWith("2.6.");
    // it has the plugin, by which nobody has set anything yet
    assertThat(reports.get(rs1).values().get(cache))
        .isEqualTo(reports.get(rs2).values().get(cache));
    assertThat(reports.get(rs2).values().get(cache).value()).isEqualTo("0.4");
    assertThat(reports.get(rs2).values().get(cache).origin()).contains("hbase-site.xml");
    assertThat(reports.get(rs3).gap()).contains("info server is off");
    assertThat(reports.get(rs3).values()).containsOnlyKeys("HBASE_HEAPSIZE");
    assertThat(engine.settings().ofTables().get(TABLE).families().get("f"))
        .containsEntry("BLOCKSIZE", "65536");
  }

  @Test
  @Order(3)
  void readsScansAndWritesAreToldApart() throws Exception {
    moveAndAwait(partitionWithRow(0).id(), rs1);
    PartitionId region = partitionWithRow(0).id();
    RequestCounters before = awaitCounters(region);

    try (org.apache.hadoop.hbase.client.Table table =
        cluster.client.getTable(ClusterUnderTest.TABLE)) {
      for (int i = 0; i < 30; i++) {
        table.get(new Get(ClusterUnderTest.key(i)));
        table.put(
            new Put(ClusterUnderTest.key(i))
                .addColumn(ClusterUnderTest.FAMILY, new byte[] {1}, new byte[] {1}));
      }
      for (int i = 0; i < 20; i++) {
        // one call to the server: beyond four blocks (256 KB) a scan takes more than one
        Scan tenRows = new Scan().withStartRow(ClusterUnderTest.key(0)).setLimit(10);
        try (ResultScanner rows = table.getScanner(tenRows)) {
          rows.forEach(row -> {});
        }
      }
    }

    await("the servlet's counters")
        .atMost(SOON)
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(
            () ->
                assertThat(engine.sample().partitions().get(region))
                    .isEqualTo(
                        new RequestCounters(
                            before.reads() + 30, before.scans() + 20, before.writes() + 30)));
  }

  @Test
  @Order(3)
  void howLongTheSlowestCallsTookIsTold() throws Exception {
    moveAndAwait(partitionWithRow(0).id(), rs1);

    await("a p99 of the servlet")
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              scanAll();
              Double slowest = engine.sample().nodes().get(rs1).p99Ms();
              return slowest != null && slowest > 0;
            });
  }

  private static void scanAll() {
    try (org.apache.hadoop.hbase.client.Table table =
            cluster.client.getTable(ClusterUnderTest.TABLE);
        ResultScanner rows = table.getScanner(new Scan().setCacheBlocks(false))) {
      rows.forEach(row -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In a group of processes, as these are in, a JVM tells the group's CPU and not the host's. */
  @Test
  @Order(3)
  void hostsTellTheCpuSinceTheyWereLastAsked() throws Exception {
    moveAndAwait(partitionWithRow(0).id(), rs1);
    engine.sample();
    HostMetrics hosts = engine.hosts();
    AtomicBoolean rests = new AtomicBoolean();
    Thread reads =
        new Thread(
            () -> {
              while (!rests.get()) {
                scanAll();
              }
            });
    reads.start();
    try {
      await("the CPU of three spans of a second, in each of which the server answered")
          .atMost(SOON)
          .until(() -> isOver(0.001, hosts) && isOver(0.001, hosts) && isOver(0.001, hosts));
    } finally {
      rests.set(true);
      reads.join();
    }
  }

  private static boolean isOver(double share, HostMetrics hosts) throws Exception {
    TimeUnit.SECONDS.sleep(1); // what is measured is a span
    HostLoad load = hosts.read(List.of(rs1)).get(rs1);
    return load != null && load.cpu() != null && load.cpu().value() >= share;
  }

  @Test
  @Order(4)
  void aServerThatCannotBeReadIsAGapAndNotIdle() throws Exception {
    PartitionId region = partitionWithRow(700).id();
    moveAndAwait(region, rs3);

    Sample sample = engine.sample();

    assertThat(sample.partitions()).doesNotContainKey(region);
    assertThat(sample.nodes().get(rs3).requests()).isNull();
    assertThat(sample.nodes().get(rs3).heapMax()).isNotNull();
    assertThat(sample.topology().gaps())
        .filteredOn(gap -> gap.kind() == Gap.Kind.NODE_UNREADABLE)
        .singleElement()
        .satisfies(
            gap -> assertThat(gap.sentence()).toString().contains("hbase.regionserver.info.port"));
    assertThat(sample.nodes().get(rs1).requests()).isPositive();
    assertThat(sample.nodes().get(rs1).queued()).isNotNull();
    assertThat(sample.nodes().get(rs1).cacheMisses()).isNotNull();
    assertThat(sample.nodes().get(rs1).cacheUsed()).isNotNull();
  }

  @Test
  @Order(5)
  void aRegionMovesOnceHoweverOftenItIsAsked() throws Exception {
    engine.switchBalancer(false);
    PartitionId region = partitionWithRow(300).id();

    moveAndAwait(region, rs2);
    engine.move(region, rs2);
    moveAndAwait(region, rs1);
    engine.move(region, rs2);
    engine.move(region, rs2);

    awaitTopology("region on rs2", now -> rs2.equals(now.partition(region).orElseThrow().node()));
  }

  @Test
  @Order(6)
  void whatCannotBeMovedIsNamed() {
    PartitionId region = partitionWithRow(0).id();

    assertThatThrownBy(() -> engine.move(region, new NodeId("127.0.0.99:1")))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("127.0.0.99:1 is not a live RegionServer; these are: ")
        .hasMessageContaining(rs1.value());
    assertThatThrownBy(() -> engine.move(new PartitionId("0".repeat(32)), rs1))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("0".repeat(32))
        .hasMessageContaining("no such region");
  }

  @Test
  @Order(7)
  void theBalancerIsSwitched() throws Exception {
    engine.switchBalancer(true);
    assertThat(engine.topology().balancerOn()).isTrue();
    engine.switchBalancer(false);
    engine.switchBalancer(false);
    assertThat(engine.topology().balancerOn()).isFalse();
  }

  @Test
  @Order(8)
  void aSplitTakesEffectOnARunningServer() throws Exception {
    MemorySplit read = MemorySplit.of(0.55, 0.10);
    String incarnation = engine.topology().node(rs1).orElseThrow().incarnation();

    engine.setMemorySplit(rs1, read);
    engine.setMemorySplit(rs1, read);

    Topology changed =
        awaitTopology("the split", now -> read.equals(now.node(rs1).orElseThrow().memory()));
    assertThat(changed.node(rs1).orElseThrow())
        .extracting(Node::incarnation, Node::pinned)
        .containsExactly(incarnation, true);
  }

  @Test
  @Order(8)
  void aServerReadsWhatItOpensIntoItsCacheWhileItIsAskedTo() throws Exception {
    assertThat(cluster.prefetches(rs1)).isFalse();

    engine.prefetch(Set.of(rs1, new NodeId("gone.example:1")));
    engine.prefetch(Set.of(rs1));
    await("the request to be seen").atMost(SOON).until(() -> cluster.prefetches(rs1));

    loseRequest(rs1);
    await("the request to be missed").atMost(SOON).until(() -> !cluster.prefetches(rs1));
    engine.prefetch(Set.of(rs1));
    await("it to be asked for again").atMost(SOON).until(() -> cluster.prefetches(rs1));

    engine.prefetch(Set.of());
    engine.prefetch(Set.of());
    await("its end to be seen").atMost(SOON).until(() -> !cluster.prefetches(rs1));
  }

  /** As a session that ends does, to which another follows. */
  private static void loseRequest(NodeId server) throws Exception {
    cluster.delete(
        new PrefetchZnodes(cluster.address.parent())
            .request(HBaseTranslation.host(server), HBaseTranslation.port(server)));
  }

  @Test
  @Order(8)
  void aSplitThatIsForgottenStaysUntilTheNextStartAndBindsNobody() throws Exception {
    MemorySplit read = MemorySplit.of(0.55, 0.10);
    engine.setMemorySplit(rs1, read);
    awaitTopology("the split", now -> read.equals(now.node(rs1).orElseThrow().memory()));

    engine.forgetMemorySplit(rs1);

    Topology released = awaitTopology("the release", now -> !now.node(rs1).orElseThrow().pinned());
    assertThat(released.node(rs1).orElseThrow().memory()).isEqualTo(read);
    engine.setMemorySplit(rs1, read);
    awaitTopology("the split again", now -> now.node(rs1).orElseThrow().pinned());
  }

  @Test
  @Order(9)
  void aSplitThatTheServerRefusesComesBackWithItsReason() {
    assertThatThrownBy(() -> engine.setMemorySplit(rs1, MemorySplit.of(0.60, 0.35)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(rs1.value())
        .hasMessageContaining("at most 0.8 is allowed");
    assertThatThrownBy(() -> engine.setMemorySplit(rs2, MemorySplit.of(0.55, 0.10)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(rs2.value() + ": the plugin is not loaded there");
  }

  @Test
  @Order(10)
  void aBlockSizeIsSetWithoutReopeningARegion() throws Exception {
    List<Long> opened = openings();
    engine.setBlockSize(TABLE, ByteSize.ofKilobytes(32));
    engine.setBlockSize(TABLE, ByteSize.ofKilobytes(32));

    awaitTopology(
        "the block size",
        now ->
            ByteSize.ofKilobytes(32).equals(now.table(TABLE).orElseThrow().blockSize())
                && now.inTransition().isEmpty());
    assertThat(openings()).isEqualTo(opened);
    assertThatThrownBy(() -> engine.setBlockSize(new TableId("nowhere"), ByteSize.ofKilobytes(32)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  @Order(11)
  void compactingBringsAMovedRegionsDataToItsServer() throws Exception {
    PartitionId region = partitionWithRow(500).id();
    NodeId to = rs1.equals(partitionWithRow(500).node()) ? rs2 : rs1;
    moveAndAwait(region, to);
    awaitTopology("remote data", now -> locality(now, region) < 1);

    engine.compact(region);

    awaitTopology("local data", now -> locality(now, region) == 1);
  }

  @Test
  @Order(12)
  void oneProteusClaimsTheClusterAndTheNextIsToldWho() throws Exception {
    try (HBaseEngine second = HBaseEngine.connect(cluster.address)) {
      try (Claim claim = engine.claim("ann@ops1, process 4711")) {
        assertThat(claim.isHeld()).isTrue();
        assertThatThrownBy(() -> second.claim("bob@ops2, process 12"))
            .isInstanceOf(AlreadyClaimed.class)
            .hasMessageContaining("ann@ops1, process 4711, since 20");
      }
      Claim claim = second.claim("bob@ops2, process 12");
      assertThat(claim.isHeld()).isTrue();
      claim.close();
      assertThat(claim.isHeld()).isFalse();
    }
  }

  @Test
  @Order(13)
  void aWrongAddressIsToldWithinSeconds() {
    within(
        Duration.ofSeconds(20),
        () ->
            assertThatThrownBy(() -> HBaseEngine.connect(HBaseAddress.of("127.0.0.1:1")))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("No ZooKeeper answers at 127.0.0.1:1"));
    within(
        Duration.ofSeconds(20),
        () ->
            assertThatThrownBy(
                    () ->
                        HBaseEngine.connect(
                            new HBaseAddress(cluster.address.zooKeeper(), "/other", Map.of())))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("it has no /other")
                .hasMessageContaining("hbase"));
  }

  @Test
  @Order(20)
  void aServerThatDiesIsDeadUntilItIsForgottenAndWhatWasToMoveThereIsOpenElsewhere()
      throws Exception {
    Partition moving = partitionWithRow(0);
    MovePartition move =
        new MovePartition(
            moving.id(), TABLE, Objects.requireNonNull(moving.node()), rs3, moving.size());
    engine.move(moving.id(), rs3);
    cluster.deployment.kill("rs3");

    Topology after =
        awaitTopology(
            "rs3 dead and its regions elsewhere",
            now ->
                now.deadNodes().contains(rs3)
                    && now.inTransition().isEmpty()
                    && now.partitions().stream().allMatch(partition -> partition.node() != null));
    assertThat(after.nodes()).extracting(Node::id).containsExactly(rs1, rs2);
    assertThat(move.isDone(after)).isFalse();
    assertThat(move.settledOtherwise(after)).get().asString().contains(" is open on 127.0.0.1");

    await("HBase to have recovered rs3")
        .atMost(SOON)
        .ignoreException(PortException.class)
        .until(
            () -> {
              engine.forget(rs3);
              return engine.topology().deadNodes().isEmpty();
            });
    engine.forget(rs3);
  }

  @Test
  @Order(21)
  void aClusterWithoutMasterIsToldWithinSeconds() throws Exception {
    cluster.deployment.kill("master");

    within(
        Duration.ofSeconds(30),
        () -> assertThatThrownBy(() -> engine.topology()).isInstanceOf(PortException.class));
    await("the dead master's session to end")
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> HBaseEngine.connect(cluster.address))
                    .isInstanceOf(PortException.class)
                    .hasMessageContaining("has no active master"));
  }

  private static void moveAndAwait(PartitionId region, NodeId to) throws PortException {
    engine.move(region, to);
    awaitTopology(
        region + " on " + to,
        now ->
            to.equals(now.partition(region).orElseThrow().node())
                && !now.inTransition().contains(region));
  }

  /** While the server that holds hbase:meta is being recovered, nobody can say who serves what. */
  private static Topology awaitTopology(String what, Predicate<Topology> condition) {
    return await(what)
        .atMost(SOON)
        .ignoreException(PortException.class)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> engine.topology(), condition);
  }

  private static RequestCounters awaitCounters(PartitionId region) {
    return await("counters of " + region)
        .atMost(SOON)
        .pollInterval(Duration.ofSeconds(3))
        .until(() -> engine.sample().partitions().get(region), counters -> counters != null);
  }

  /** The sequence number of every region's last opening. */
  private static List<Long> openings() throws IOException {
    RegionLocator locator = cluster.client.getRegionLocator(ClusterUnderTest.TABLE);
    locator.clearRegionLocationCache();
    return locator.getAllRegionLocations().stream().map(HRegionLocation::getSeqNum).toList();
  }

  private static Partition partitionWithRow(int row) {
    try {
      String encoded =
          cluster
              .client
              .getRegionLocator(ClusterUnderTest.TABLE)
              .getRegionLocation(ClusterUnderTest.key(row), true)
              .getRegion()
              .getEncodedName();
      return engine.topology().partition(new PartitionId(encoded)).orElseThrow();
    } catch (IOException | PortException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double locality(Topology topology, PartitionId region) {
    Ratio locality = topology.partition(region).orElseThrow().locality();
    return locality == null ? -1 : locality.value();
  }

  private static long gaps(Topology topology, Gap.Kind kind) {
    Collection<Gap> gaps = topology.gaps();
    return gaps.stream().filter(gap -> gap.kind() == kind).count();
  }

  private static void within(Duration limit, Runnable check) {
    long started = System.nanoTime();
    check.run();
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(limit);
  }
}
