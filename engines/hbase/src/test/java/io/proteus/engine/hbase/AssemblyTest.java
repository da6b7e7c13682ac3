package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.StoredFiles;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.engine.hbase.InfoServers.Answer;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the engine makes of a cluster whose parts do not agree, as they never quite do. */
class AssemblyTest {

  private static final ServerName RS1 = ServerName.valueOf("rs1,16020,100");
  private static final ServerName RS2 = ServerName.valueOf("rs2,16020,200");
  private static final NodeId NODE1 = new NodeId("rs1:16020");
  private static final NodeId NODE2 = new NodeId("rs2:16020");
  private static final TableId T = new TableId("t");
  private static final MemorySplit SPLIT = MemorySplit.of(0.4, 0.25);

  private final Map<ServerName, List<RegionMetrics>> reports = new HashMap<>();
  private final List<MetaRegion> meta = new ArrayList<>();
  private final List<ServerName> dead = new ArrayList<>();
  private final Map<String, StoredSize> before = new HashMap<>();
  private final Map<NodeId, Answer<ServerCounters>> answers = new HashMap<>();
  private final Set<TableId> disabled = new HashSet<>();
  private int replication = 1;
  private @Nullable String splitPolicy;
  private Consumer<TableDescriptorBuilder> rule = table -> {};
  private List<ServerGroups.Group> groups = List.of();
  private Set<ServerName> decommissioned = Set.of();

  AssemblyTest() {
    reports.put(RS1, new ArrayList<>());
    reports.put(RS2, new ArrayList<>());
    answers.put(NODE1, counters(RS1));
    answers.put(NODE2, counters(RS2));
  }

  @Test
  void metaSaysWhoServesARegionEvenWhenTwoServersReportIt() {
    region("a", RS2, "OPEN");
    reported("a", RS1, 5);
    reported("a", RS2, 7);

    assertThat(partition("a").node()).isEqualTo(NODE2);
  }

  @Test
  void aMovedRegionKeepsItsSizeUntilItsNewServerReports() {
    region("a", RS2, "OPEN");
    before.put(
        encoded("a"),
        new StoredSize(ByteSize.ofMegabytes(9), Ratio.ONE, new StoredFiles(4, 100, 40)));

    assertThat(partition("a").size()).isEqualTo(ByteSize.ofMegabytes(9));
    assertThat(topology().gaps()).isEmpty();
  }

  /** PCM-11: the monitor tells store files and the progress of compactions. */
  @Test
  void aRegionTellsItsFilesAndHowFarTheirCompactionIs() {
    region("a", RS1, "OPEN");
    reports
        .get(RS1)
        .add(
            metrics("a")
                .setStoreFileCount(4)
                .setCompactingCellCount(100)
                .setCompactedCellCount(40)
                .build());

    StoredFiles files = partition("a").files();

    assertThat(files).isEqualTo(new StoredFiles(4, 100, 40));
    assertThat(files.waiting()).isEqualTo(60);
  }

  @Test
  void aSizeThatNobodyHasReportedIsAGap() {
    region("a", RS1, "OPEN");

    assertThat(topology().gaps())
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.kind()).isEqualTo(Gap.Kind.COUNTERS_MISSING);
              assertThat(gap.subject()).isEqualTo(encoded("a"));
              assertThat(gap.sentence()).asString().contains("size has not been reported");
            });
  }

  @Test
  void regionsTellTheRowsThatTheyHold() {
    meta.add(new MetaRegion(named("", "0"), "rs1:16020", 100, "OPEN"));
    meta.add(new MetaRegion(named("b,b", "1"), "rs1:16020", 100, "OPEN"));
    region("m", RS1, "OPEN");

    assertThat(topology().partitions())
        .extracting(Partition::rows)
        .extracting(String::valueOf)
        .containsExactlyInAnyOrder("..b,b", "b,b..m", "m..");
  }

  @Test
  void beforeASplitIsOverTheWholeAndItsLowerHalfBeginAlike() {
    region("b", RS1, "SPLITTING");
    meta.add(new MetaRegion(named("b", "2"), null, 0, "OPENING"));
    region("m", RS1, "OPEN");

    assertThat(partition("b").rows()).hasToString("b..m");
  }

  /** HBase leaves it in meta for minutes, with the state that it was closed in. */
  @Test
  void aRegionThatWasSplitIsReplacedWhateverItsStateIs() {
    byte[] name = named("b", "0");
    Cell state =
        new KeyValue(
            name, "info".getBytes(UTF_8), "state".getBytes(UTF_8), "CLOSED".getBytes(UTF_8));
    Cell half =
        new KeyValue(name, "info".getBytes(UTF_8), "splitA".getBytes(UTF_8), new byte[] {1});

    assertThat(MetaTable.region(Result.create(List.of(half, state))).isReplaced()).isTrue();
    assertThat(MetaTable.region(Result.create(List.of(state))).isReplaced()).isFalse();
    assertThat(MetaTable.region(Result.create(List.of(state))).isClosed()).isTrue();
  }

  @Test
  void regionsThatAreToStayAsTheyAreTellTheirRowsAndThatTheyStay() {
    splitPolicy = "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";
    region("b", RS1, "OPEN");

    assertThat(partition("b").rows()).hasToString("b..");
    assertThat(topology().restrictions().mayReshape(T)).isFalse();
    splitPolicy = null;
    assertThat(topology().restrictions().mayReshape(T)).isTrue();
  }

  @Test
  void aTableOnWhichHBaseIgnoresACompactionSaysWhy() {
    assertThat(topology().restrictions().uncompacted()).isEmpty();
    rule = table -> table.setReadOnly(true);
    assertThat(topology().restrictions().uncompacted()).containsEntry(T, "READONLY is true");
    rule = table -> table.setCompactionEnabled(false);
    assertThat(topology().restrictions().uncompacted())
        .containsEntry(T, "COMPACTION_ENABLED is false");
    rule =
        table ->
            table.modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder("f".getBytes(UTF_8))
                    .setConfiguration(
                        "hbase.hstore.defaultengine.compactionpolicy.class",
                        "org.apache.hadoop.hbase.regionserver.compactions.FIFOCompactionPolicy")
                    .build());
    assertThat(topology().restrictions().uncompacted())
        .containsEntry(T, "the compaction policy of family f is FIFOCompactionPolicy");
  }

  @Test
  void whatSomebodyHasChosenForATableIsKnown() {
    assertThat(topology().tables().get(0).explicit()).isEmpty();
    splitPolicy = "org.apache.hadoop.hbase.regionserver.BusyRegionSplitPolicy";
    rule =
        table ->
            table.modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder("f".getBytes(UTF_8))
                    .setBlocksize(8 << 10)
                    .build());

    assertThat(topology().tables().get(0).explicit()).containsExactly("BLOCKSIZE", "SPLIT_POLICY");
    assertThat(topology().tables().get(0).blocks().families())
        .containsEntry("f", ByteSize.ofKilobytes(8));
  }

  @Test
  void aServersOwnConfigurationTellsWhetherItCompacts() throws Exception {
    String page = "{\"properties\":[{\"key\":\"%s\",\"value\":\"%s\"}]}";

    assertThat(
            CompactionSwitches.isOff(
                page.formatted(CompactionSwitches.KEY, "false").getBytes(UTF_8)))
        .isTrue();
    assertThat(
            CompactionSwitches.isOff(
                page.formatted(CompactionSwitches.KEY, "true").getBytes(UTF_8)))
        .isFalse();
    assertThat(CompactionSwitches.isOff(page.formatted("other", "false").getBytes(UTF_8)))
        .isFalse();
  }

  @Test
  void groupsOfServersHoldTheirTablesAndTheDefaultOneHoldsTheRest() {
    groups =
        List.of(
            new ServerGroups.Group(
                "ssd", Set.of(NODE1, new NodeId("down:16020")), Set.of(T, new TableId("gone"))));
    region("a", RS1, "OPEN");

    assertThat(topology().restrictions().pools())
        .containsExactly(
            new Pool("ssd", List.of(NODE1), List.of(T), false),
            new Pool("default", List.of(NODE2), List.of(), true));
    assertThat(sample().topology().restrictions()).isEqualTo(topology().restrictions());
    groups = List.of();
    assertThat(topology().restrictions().pools()).isEmpty();
  }

  @Test
  void aDecommissionedServerIsDrainedUntilItIsStartedAnew() {
    decommissioned = Set.of(RS1, ServerName.valueOf("down,16020,7"));

    assertThat(topology().restrictions().drained())
        .isEqualTo(
            Map.of(
                NODE1, "it is decommissioned", new NodeId("down:16020"), "it is decommissioned"));
    decommissioned = Set.of(ServerName.valueOf("rs1,16020,99"));
    assertThat(topology().restrictions().drained()).isEmpty();
  }

  @Test
  void aUserWhoMayNotAskForDecommissionedServersSeesNone() throws Exception {
    PortException denied =
        new PortException("asked", new AccessDeniedException("Insufficient permissions"));
    PortException down = new PortException("asked", new IOException("no master"));

    assertThat(DecommissionedServers.unlessDenied(denied)).isEmpty();
    assertThatThrownBy(() -> DecommissionedServers.unlessDenied(down)).isSameAs(down);
  }

  @Test
  void aRegionThatIsNotOpenIsInTransitionAndOnNoNode() {
    region("a", RS1, "CLOSING");
    reported("a", RS1, 1);

    assertThat(partition("a").node()).isNull();
    assertThat(topology().inTransition()).containsExactly(new PartitionId(encoded("a")));
  }

  @Test
  void aRegionOfADeadServerIsOnNoNodeEvenIfTheServerRunsAgain() {
    region("a", ServerName.valueOf("rs1,16020,99"), "OPEN");
    region("b", ServerName.valueOf("rs3,16020,1"), "OPEN");
    reported("a", RS1, 1);
    reported("b", RS1, 1);
    dead.add(ServerName.valueOf("rs1,16020,99"));
    dead.add(ServerName.valueOf("rs3,16020,1"));

    assertThat(partition("a").node()).isNull();
    assertThat(partition("b").node()).isNull();
    assertThat(topology().deadNodes()).containsExactly(new NodeId("rs3:16020"));
  }

  @Test
  void disabledTablesAndHBasesOwnAreNotManaged() {
    region("a", RS1, "CLOSED");
    meta.add(
        new MetaRegion(
            "hbase:namespace,,1.00000000000000000000000000000000.".getBytes(UTF_8),
            "rs1:16020",
            100,
            "OPEN"));
    disabled.add(T);

    Topology topology = topology();

    assertThat(topology.partitions()).isEmpty();
    assertThat(topology.tables()).isEmpty();
    assertThat(topology.inTransition()).isEmpty();
    assertThat(topology.gaps()).isEmpty();
  }

  /** A region could be put onto the server of its own replica, and both be lost with it. */
  @Test
  void aTableWithRegionReplicasIsLeftAloneAndThatSaid() {
    replication = 2;
    region("a", RS1, "OPEN");
    reported("a", RS1, 1);
    answers.put(NODE1, counters(RS1, "a", 1_000));

    Sample sample = sample();

    assertThat(sample.topology().partitions()).isEmpty();
    assertThat(sample.topology().tables()).isEmpty();
    assertThat(sample.partitions()).isEmpty();
    assertThat(sample.topology().gaps())
        .containsExactly(
            new Gap(
                Gap.Kind.TABLE_LEFT_ALONE,
                "t",
                Sentence.of("a table with %d replicas of each region", 2)));
  }

  @Test
  void localityIsUnknownWhereNothingIsStored() {
    region("a", RS1, "OPEN");
    region("b", RS1, "OPEN");
    reports.get(RS1).add(metrics("a").setStoreFileCount(0).setDataLocality(0).build());
    reports.get(RS1).add(metrics("b").setBlocksLocalWeight(30).setBlocksTotalWeight(40).build());

    assertThat(partition("a").locality()).isNull();
    assertThat(partition("b").locality()).isEqualTo(Ratio.of(0.75));
  }

  @Test
  void countersComeFromTheServerThatServesTheRegion() {
    region("a", RS2, "OPEN");
    reported("a", RS2, 1);
    answers.put(NODE1, counters(RS1, "a", 1_000));
    answers.put(NODE2, counters(RS2, "a", 7));

    assertThat(sample().partitions())
        .containsExactly(Map.entry(new PartitionId(encoded("a")), new RequestCounters(7, 7, 7)));
  }

  @Test
  void aRegionThatItsServerDoesNotCountYetIsAGapAndNotZero() {
    region("a", RS1, "OPEN");
    reported("a", RS1, 1);

    Sample sample = sample();

    assertThat(sample.partitions()).isEmpty();
    assertThat(sample.topology().gaps())
        .extracting(Gap::kind, Gap::subject)
        .containsExactly(tuple(Gap.Kind.COUNTERS_MISSING, encoded("a")));
  }

  @Test
  void anUnreadableServerIsOneGapWithItsReason() {
    region("a", RS1, "OPEN");
    region("b", RS1, "OPEN");
    region("c", RS2, "OPEN");
    List.of("a", "b").forEach(name -> reported(name, RS1, 1));
    reported("c", RS2, 1);
    answers.put(NODE1, new Answer.Failed<>("nothing answers at http://rs1:16030"));
    answers.put(NODE2, counters(RS2, "c", 3));

    Sample sample = sample();

    assertThat(sample.partitions()).containsOnlyKeys(new PartitionId(encoded("c")));
    assertThat(sample.topology().gaps())
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.kind()).isEqualTo(Gap.Kind.NODE_UNREADABLE);
              assertThat(gap.sentence())
                  .hasToString(
                      "requests, queue and cache unknown, nothing answers at http://rs1:16030");
            });
    assertThat(sample.nodes().get(NODE1).requests()).isNull();
    assertThat(sample.nodes().get(NODE1).heapMax()).isEqualTo(ByteSize.ofMegabytes(512));
  }

  @Test
  void aServerWithoutInfoPortIsAGapThatNamesTheSetting() {
    answers.remove(NODE1);

    assertThat(sample().topology().gaps())
        .extracting(Gap::sentence)
        .singleElement()
        .asString()
        .contains("hbase.regionserver.info.port is -1");
  }

  @Test
  void countersOfAnotherStartOfTheServerAreNotTaken() {
    region("a", RS1, "OPEN");
    reported("a", RS1, 1);
    answers.put(NODE1, counters(ServerName.valueOf("rs1,16020,101"), "a", 5));

    Sample sample = sample();

    assertThat(sample.partitions()).isEmpty();
    assertThat(sample.topology().gaps())
        .extracting(Gap::kind)
        .containsExactly(Gap.Kind.NODE_UNREADABLE);
  }

  @Test
  void whatTheHeapIsUsedForIsWhatItsServerSays() {
    answers.put(
        NODE1,
        new Answer.Read<>(
            new ServerCounters(
                    RS1.toString(),
                    Map.of(),
                    Map.of(
                        ServerCounters.CACHE_BYTES, 900.0, ServerCounters.HEAP_CACHE_BYTES, 100.0))
                .withHeapKept(300L)));
    answers.put(
        NODE2,
        new Answer.Read<>(
            new ServerCounters(RS2.toString(), Map.of(), Map.of(ServerCounters.CACHE_BYTES, 900.0))
                .withHeapKept(null)));

    Sample sample = sample();

    assertThat(sample.nodes().get(NODE1).cacheUsed()).isEqualTo(ByteSize.ofBytes(100));
    assertThat(sample.nodes().get(NODE1).heapKept()).isEqualTo(ByteSize.ofBytes(300));
    assertThat(sample.nodes().get(NODE2).cacheUsed()).isEqualTo(ByteSize.ofBytes(900));
    assertThat(sample.nodes().get(NODE2).heapKept()).isNull();
  }

  @Test
  void theSlowestOfAFastServerTakeNoWholeMillisecond() {
    answers.put(NODE1, p99(RS1, 37));
    answers.put(NODE2, p99(RS2, 0));

    Sample sample = sample();

    assertThat(sample.nodes().get(NODE1).p99Ms()).isEqualTo(37);
    assertThat(sample.nodes().get(NODE2).p99Ms()).isZero();
  }

  private static Answer<ServerCounters> p99(ServerName server, double milliseconds) {
    return new Answer.Read<>(
        new ServerCounters(
            server.toString(), Map.of(), Map.of(ServerCounters.P99_MS, milliseconds)));
  }

  private Partition partition(String name) {
    return topology().partition(new PartitionId(encoded(name))).orElseThrow();
  }

  private Topology topology() {
    NodeMemory.Known known = new NodeMemory.Known(SPLIT, true, true, true, null, null);
    return new TopologyAssembly(
            ClusterMetricsBuilder.newBuilder()
                .setClusterId("test")
                .setLiveServerMetrics(servers())
                .setDeadServerNames(dead)
                .setRegionsInTransition(List.of())
                .setBalancerOn(true)
                .build(),
            meta,
            Map.of(NODE1, known, NODE2, known),
            Map.of(),
            before)
        .restricted(groups, Map.of(), decommissioned)
        .assemble(List.of(table()), disabled, Instant.EPOCH);
  }

  private Sample sample() {
    Map<NodeId, ServerMetrics> heaps = new HashMap<>();
    servers().forEach((name, metrics) -> heaps.put(HBaseTranslation.node(name), metrics));
    return new SampleAssembly(topology(), answers).assemble(heaps);
  }

  private Map<ServerName, ServerMetrics> servers() {
    Map<ServerName, ServerMetrics> servers = new HashMap<>();
    reports.forEach(
        (name, regions) ->
            servers.put(
                name,
                ServerMetricsBuilder.newBuilder(name)
                    .setRegionMetrics(regions)
                    .setMaxHeapSize(new Size(512, Size.Unit.MEGABYTE))
                    .setUsedHeapSize(new Size(100, Size.Unit.MEGABYTE))
                    .build()));
    return servers;
  }

  private TableDescriptor table() {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setRegionReplication(replication)
            .setRegionSplitPolicyClassName(splitPolicy)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
    rule.accept(table);
    return table.build();
  }

  private static byte[] named(String startKey, String digit) {
    return "t,%s,1.%s.".formatted(startKey, digit.repeat(32)).getBytes(UTF_8);
  }

  private void region(String name, ServerName server, String state) {
    meta.add(
        new MetaRegion(
            fullName(name), server.getAddress().toString(), server.getStartcode(), state));
  }

  private void reported(String name, ServerName server, int megabytes) {
    reports
        .get(server)
        .add(metrics(name).setStoreFileSize(new Size(megabytes, Size.Unit.MEGABYTE)).build());
  }

  private static RegionMetricsBuilder metrics(String name) {
    return RegionMetricsBuilder.newBuilder(fullName(name)).setStoreFileCount(1).setDataLocality(1);
  }

  private static byte[] fullName(String name) {
    return ("t," + name + ",1." + encoded(name) + ".").getBytes(UTF_8);
  }

  private static String encoded(String name) {
    return name.repeat(32);
  }

  private static Answer<ServerCounters> counters(ServerName server) {
    return new Answer.Read<>(new ServerCounters(server.toString(), Map.of(), Map.of()));
  }

  private static Answer<ServerCounters> counters(ServerName server, String region, long each) {
    return new Answer.Read<>(
        new ServerCounters(
            server.toString(),
            Map.of(new PartitionId(encoded(region)), new RequestCounters(each, each, each)),
            Map.of()));
  }
}
