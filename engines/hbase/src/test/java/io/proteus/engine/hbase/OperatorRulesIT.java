package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.Step;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.deployment.hbase.LocalCloud;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What operators rule out in a real HBase, and what they set by hand on its tables, is seen, and
 * put back. The groups of servers are HBase's own: the master of this cluster enforces them.
 */
class OperatorRulesIT {
  private static final Path HOME = Path.of("").toAbsolutePath().getParent().getParent();
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final TableName ODD = TableName.valueOf("odd");
  private static final TableId TABLE = new TableId("odd");
  private static ClusterUnderTest cluster;
  private static HBaseEngine engine;
  private static Ports ports;
  private static NodeId first;

  @BeforeAll
  static void start() throws Exception {
    cluster = ClusterUnderTest.withGroups(HOME.resolve("engines/hbase/target/it-rules"), HOME);
    cluster.fill();
    engine = HBaseEngine.connect(cluster.address, Limits.USUAL, Set.of());
    ports = Ports.of(engine, new LocalCloud(cluster.deployment, System.out::println));
    first = cluster.server(1);
    try (Admin admin = cluster.client.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(ODD)
              .setColumnFamily(blocks("a", 8, false))
              .setColumnFamily(blocks("b", 64, false))
              .setColumnFamily(blocks("c", 256, true))
              .setRegionSplitPolicyClassName(
                  "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy")
              .build(),
          new byte[][] {{'m', 0, (byte) 0xff}});
    }
  }

  private static ColumnFamilyDescriptor blocks(String family, int kilobytes, boolean inMemory) {
    return ColumnFamilyDescriptorBuilder.newBuilder(family.getBytes(UTF_8))
        .setBlocksize(kilobytes << 10)
        .setInMemory(inMemory)
        .build();
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

  private static Topology eventually(Predicate<Topology> holds) {
    return await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(engine::topology, holds::test);
  }

  private static Restrictions rules() throws Exception {
    return engine.topology().restrictions();
  }

  @Test
  void rowsAreToldForATableWhoseRegionsStayAsTheyAre() throws Exception {
    Topology now = engine.topology();

    assertThat(now.partitions())
        .filteredOn(partition -> partition.table().equals(TABLE))
        .extracting(partition -> String.valueOf(partition.rows()))
        .containsExactlyInAnyOrder("..m\\x00\\xFF", "m\\x00\\xFF..");
    assertThat(now.restrictions().keptInShape())
        .containsEntry(TABLE, "SPLIT_POLICY is DisabledRegionSplitPolicy");
    assertThat(now.table(TABLE).orElseThrow().explicit())
        .containsExactly("BLOCKSIZE", "SPLIT_POLICY");
  }

  @Test
  void blockSizesSetByHandComeBackColumnFamilyByColumnFamily() throws Exception {
    Topology before = engine.topology();
    Table table = before.table(TABLE).orElseThrow();
    Step set = new SetBlockSize(TABLE, ByteSize.ofKilobytes(32));

    assertThat(table.blocks().handSet(null))
        .isEqualTo(Map.of("a", ByteSize.ofKilobytes(8), "c", ByteSize.ofKilobytes(256)));
    set.issue(ports);
    eventually(set::isDone);
    Step back = set.inverse(before).orElseThrow();
    back.issue(ports);
    Topology after = eventually(back::isDone);

    assertThat(after.table(TABLE)).contains(table);
  }

  @Test
  void aTableThatIsReadOnlyOrNotCompactedIsNotCompactedInVain() throws Exception {
    try (Admin admin = cluster.client.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(ClusterUnderTest.TABLE))
              .setCompactionEnabled(false)
              .build());
      assertThat(futile(engine.topology())).contains("COMPACTION_ENABLED is false");
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(ClusterUnderTest.TABLE))
              .setCompactionEnabled(true)
              .setReadOnly(true)
              .build());
      assertThat(futile(engine.topology())).contains("READONLY is true");
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(ClusterUnderTest.TABLE))
              .setReadOnly(false)
              .build());
      assertThat(futile(engine.topology())).isEmpty();
    }
  }

  private static String futile(Topology now) {
    Partition one =
        now.partitions().stream()
            .filter(partition -> !partition.table().equals(TABLE) && partition.node() != null)
            .findFirst()
            .orElseThrow();
    return new CompactPartition(one.id(), one.table(), one.node(), Ratio.ONE, one.size())
        .futile(now)
        .map(Object::toString)
        .orElse("");
  }

  @Test
  void aServerThatAnOperatorHasStoppedCompactingIsNamedAndOneThatProteusHasIsNot()
      throws Exception {
    NodeId rs1 = cluster.server(1);
    try (Admin admin = cluster.client.getAdmin()) {
      admin.compactionSwitch(false, List.of());
      eventually(now -> now.restrictions().uncompactedOn().containsKey(rs1));
      admin.compactionSwitch(true, List.of());
      eventually(now -> now.restrictions().uncompactedOn().isEmpty());
    }
    engine.switchCompactions(Set.of(rs1), false);
    try (HBaseEngine other = HBaseEngine.connect(cluster.address)) {
      assertThat(other.topology().restrictions().uncompactedOn()).isEmpty();
    }
    engine.switchCompactions(Set.of(rs1), true);
  }

  /** HBase itself would carry out the move: its balancer alone keeps off such a server. */
  @Test
  void aDecommissionedServerIsSeenAndGetsNothingUntilItIsRecommissioned() throws Exception {
    NodeId out = cluster.server(3);
    try (Admin admin = cluster.client.getAdmin()) {
      ServerName server = serverName(admin, out);
      admin.decommissionRegionServers(List.of(server), false);

      Topology now = engine.topology();
      assertThat(now.restrictions().drained()).containsOnlyKeys(out);
      assertThat(now.nodes()).extracting(Node::id).contains(out);
      Partition elsewhere = movable(now, out);
      Step move =
          new MovePartition(
              elsewhere.id(),
              elsewhere.table(),
              Objects.requireNonNull(elsewhere.node()),
              out,
              elsewhere.size());
      assertThat(move.futile(now)).isPresent();
      assertThatThrownBy(() -> move.issue(ports))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("is decommissioned")
          .hasMessageContaining("recommission_regionserver '" + server + "'");
      assertThat(new DecommissionedServersCheck().findings(now))
          .singleElement()
          .asString()
          .contains("decommissioned");

      admin.recommissionRegionServer(server, List.of());
      assertThat(rules().drained()).isEmpty();
      move.issue(ports);
      eventually(move::isDone);
    }
  }

  private static Partition movable(Topology now, NodeId out) {
    return now.partitions().stream()
        .filter(it -> !it.table().equals(TABLE) && !out.equals(it.node()))
        .findFirst()
        .orElseThrow();
  }

  /** What plans do with such groups is PoolsTest's, of any store. */
  @Test
  void groupsThatTheMasterEnforcesAreSeenAndKeptTo() throws Exception {
    assertThat(rules().pools()).isEmpty();
    try (Admin admin = cluster.client.getAdmin()) {
      GroupOrders orders = new GroupOrders(admin);
      orders.add("mine");
      orders.moveServer(first, "mine");
      orders.moveTable(ODD, "mine");

      Topology now = eventually(OperatorRulesIT::isGrouped);
      assertThat(now.restrictions().pools())
          .containsExactly(
              new Pool("mine", List.of(first), List.of(TABLE), false),
              new Pool(
                  "default",
                  List.of(cluster.server(2), cluster.server(3)),
                  now.tables().stream().map(Table::id).filter(it -> !it.equals(TABLE)).toList(),
                  true));
      assertThat(now.restrictions().mayHold(cluster.server(2), TABLE)).isFalse();

      Partition own = regionOf(TABLE, now);
      // whoever asks: HBase opens no region on a server outside of the group of its table
      admin.move(own.id().value().getBytes(UTF_8), serverName(admin, cluster.server(2)));
      eventually(OperatorRulesIT::isGrouped);

      // and what Proteus moves within a group stays where it is put
      Partition free = regionOf(new TableId(ClusterUnderTest.TABLE.getNameAsString()), now);
      NodeId other = cluster.server(cluster.server(2).equals(free.node()) ? 3 : 2);
      Step move =
          new MovePartition(
              free.id(), free.table(), Objects.requireNonNull(free.node()), other, free.size());
      move.issue(ports);
      assertThat(isGrouped(eventually(move::isDone))).isTrue();

      orders.moveTable(ODD, "default");
      orders.moveServer(first, "default");
      orders.remove("mine");
    }
    assertThat(rules().pools()).isEmpty();
  }

  /** Whether the first server has the regions of the odd table, and the others all the others. */
  private static boolean isGrouped(Topology now) {
    return now.partitions().stream()
        .allMatch(it -> it.table().equals(TABLE) == first.equals(it.node()));
  }

  private static Partition regionOf(TableId table, Topology now) {
    return now.partitions().stream()
        .filter(it -> it.table().equals(table))
        .findFirst()
        .orElseThrow();
  }

  private static ServerName serverName(Admin admin, NodeId server) throws Exception {
    return admin.getRegionServers().stream()
        .filter(it -> server.value().equals(it.getAddress().toString()))
        .findFirst()
        .orElseThrow();
  }
}
