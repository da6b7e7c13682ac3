package io.proteus.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Membership;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.Upkeep;
import io.proteus.core.port.UpkeepPauses;
import io.proteus.core.step.AlterTable;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every engine must show on a real store: one test for each {@link Facet} that it has, and for
 * what all must do. Needs a store with two nodes, a table and some partitions on each; a test
 * leaves it usable for the next one, not as it was.
 */
public abstract class EngineContractTest {
  private static final MemorySplit ONE = MemorySplit.of(0.35, 0.25);
  private static final MemorySplit OTHER = MemorySplit.of(0.25, 0.35);

  /** The store and where it runs. */
  protected abstract Ports ports();

  /** How long any one change may take here. */
  protected abstract Duration patience();

  @Test
  void namesEveryPartitionItsTableAndItsNode() throws PortException {
    Topology topology = ports().store().topology();

    assertThat(topology.nodes()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(topology.partitions()).isNotEmpty();
    assertThat(ports().store().sample().topology().partitions())
        .extracting(Partition::id)
        .containsExactlyElementsOf(topology.partitions().stream().map(Partition::id).toList());
  }

  @Test
  void samplesOnlyWhatTheTopologyNames() throws PortException {
    var sample = ports().store().sample();

    Set<NodeId> named = new HashSet<>();
    sample.topology().nodes().forEach(node -> named.add(node.id()));
    assertThat(named).containsAll(sample.nodes().keySet());
    assertThat(sample.partitions().keySet())
        .allMatch(id -> sample.topology().partition(id).isPresent());
  }

  @Test
  void grantsOneClaimAtATime() throws PortException {
    long epoch;
    try (Claim first = ports().claiming().claim("the first")) {
      epoch = first.epoch();
      assertThat(first.isHeld()).isTrue();
      first.confirm();
      assertThat(ports().claiming().holder())
          .hasValueSatisfying(
              holder -> {
                assertThat(holder.who()).isEqualTo("the first");
                assertThat(holder.epoch()).isEqualTo(first.epoch());
              });
      assertThatThrownBy(() -> ports().claiming().claim("the second"))
          .isInstanceOf(AlreadyClaimed.class)
          .hasMessageContaining("the first");
    }
    assertThat(ports().claiming().holder()).isEmpty();
    Claim third = ports().claiming().claim("the third");
    assertThat(third.epoch()).isGreaterThan(epoch);
    third.close();
    assertThat(third.isHeld()).isFalse();
    assertThatThrownBy(third::confirm).isInstanceOf(ClaimLost.class);
  }

  @Test
  void movesAPartitionAndTakesTheSameMoveTwice() throws PortException {
    assumeHas(Placement.class);
    Partition partition = aServedPartition();
    NodeId to = anotherNode(partition.node());

    ports().need(Placement.class).move(partition.id(), to);
    eventually(now -> isOn(now, partition, to));
    ports().need(Placement.class).move(partition.id(), to);
    eventually(now -> isOn(now, partition, to));
  }

  @Test
  void dividesTheHeapOfARunningNode() throws PortException {
    assumeHas(NodeSettings.class);
    Node node =
        ports().store().topology().nodes().stream()
            .filter(Node::memoryOnline)
            .findFirst()
            .orElseThrow(() -> new AssertionError("declared, but no node takes a split online"));
    MemorySplit wanted = otherThan(node);

    ports().need(NodeSettings.class).setMemorySplit(node.id(), wanted);
    eventually(now -> hasSplit(now, node, wanted));
    assertThat(ports().store().topology().node(node.id()).orElseThrow().incarnation())
        .isEqualTo(node.incarnation());
  }

  @Test
  void setsABlockSizeWhileTheTableServes() throws PortException {
    assumeHas(BlockSizes.class);
    Table table = ports().store().topology().tables().get(0);
    ByteSize wanted = ByteSize.ofKilobytes(32);
    if (wanted.equals(table.blockSize())) {
      wanted = ByteSize.ofKilobytes(128);
    }
    ByteSize size = wanted;

    ports().need(BlockSizes.class).setBlockSize(table.id(), size);
    eventually(
        now ->
            now.inTransition().isEmpty()
                && size.equals(now.table(table.id()).orElseThrow().blockSize()));
  }

  @Test
  void changesWhatIsSetOnATableWhileItServesAndTakesItBackValueByValue() throws PortException {
    assumeHas(TableChanges.class);
    Table table = ports().store().topology().tables().get(0);
    TableSettings before = settingsOf(table);
    TableChange change = aChangeOf(before);

    ports().need(TableChanges.class).alter(table.id(), change);
    eventually(now -> isAltered(now, table, change));
    ports().need(TableChanges.class).alter(table.id(), change);
    eventually(now -> isAltered(now, table, change));
    assertThat(settingsOf(table)).isEqualTo(change.applied(before));

    TableChange back = change.inverse(before);
    ports().need(TableChanges.class).alter(table.id(), back);
    eventually(now -> isAltered(now, table, back));
    assertThat(settingsOf(table)).isEqualTo(before);
  }

  /** Something that this store sets on a table, and nothing that its rows depend on. */
  protected TableChange aChangeOf(TableSettings before) {
    return TableChange.of(SettingsChange.setting(Map.of("some.key", "1")), Map.of());
  }

  private TableSettings settingsOf(Table table) throws PortException {
    return Objects.requireNonNull(
        ports().store().topology().table(table.id()).orElseThrow().settings(),
        "declared, but what is set is not told");
  }

  private static boolean isAltered(Topology now, Table table, TableChange change) {
    return new AlterTable(table.id(), change, 0).isDone(now);
  }

  @Test
  void compactsAPartitionUntilItIsLocal() throws PortException {
    assumeHas(Upkeep.class);
    Partition partition = aServedPartition();

    ports().need(Upkeep.class).compact(partition.id());
    eventually(now -> isLocal(now, partition));
  }

  @Test
  void holdsCompactionsBackAndLetsThemGo() throws PortException {
    assumeHas(UpkeepPauses.class);
    assumeHas(Upkeep.class);
    Partition partition = aServedPartition();
    Set<NodeId> nodes = new HashSet<>();
    ports().store().topology().nodes().forEach(node -> nodes.add(node.id()));
    nodes.add(new NodeId("gone.example:1"));

    ports().need(UpkeepPauses.class).switchCompactions(nodes, false);
    ports().need(UpkeepPauses.class).switchCompactions(nodes, false);
    assertThat(ports().need(UpkeepPauses.class).compactionsSwitchedOff()).isEqualTo(nodes);
    ports().need(UpkeepPauses.class).switchCompactions(nodes, true);
    assertThat(ports().need(UpkeepPauses.class).compactionsSwitchedOff()).isEmpty();
    ports()
        .need(UpkeepPauses.class)
        .switchCompactions(Set.of(), false); // on none, which is not on all
    ports().need(Upkeep.class).compact(partition.id());

    eventually(now -> isLocal(now, partition));
  }

  @Test
  void movesAPartitionToANodeThatReadsItIntoItsCache() throws PortException {
    assumeHas(CacheWarming.class);
    assumeHas(Placement.class);
    Partition partition = aServedPartition();
    NodeId to = anotherNode(partition.node());

    ports().need(CacheWarming.class).prefetch(Set.of(to, new NodeId("gone.example:1")));
    ports().need(CacheWarming.class).prefetch(Set.of(to));
    ports().need(Placement.class).move(partition.id(), to);
    eventually(now -> isOn(now, partition, to));
    ports().need(CacheWarming.class).prefetch(Set.of());
    ports().need(CacheWarming.class).prefetch(Set.of());
  }

  @Test
  void switchesTheBalancerOffAndOn() throws PortException {
    assumeHas(OwnBalancer.class);

    ports().need(OwnBalancer.class).switchBalancer(false);
    eventually(now -> !now.balancerOn());
    assertThat(ports().need(OwnBalancer.class).balancerSwitchedOff()).isTrue();
    ports().need(OwnBalancer.class).switchBalancer(true);
    eventually(Topology::balancerOn);
    assertThat(ports().need(OwnBalancer.class).balancerSwitchedOff()).isFalse();
  }

  @Test
  void restartsAnEmptiedNodeWithAnotherSplit() throws PortException {
    assumeTrue(ports().cloud().capabilities().contains(Capability.RESTART_NODE));
    assumeHas(Placement.class);
    Node node = ports().store().topology().nodes().get(0);
    MemorySplit wanted = otherThan(node);
    drain(node.id());

    ports()
        .cloud()
        .restart(
            node.id(), SettingsChange.setting(ports().need(NodeSettings.class).settingsOf(wanted)));
    eventually(now -> hasSplit(now, node, wanted));
    assertThat(ports().store().topology().node(node.id()).orElseThrow().incarnation())
        .isNotEqualTo(node.incarnation());
  }

  @Test
  void startsANodeAndEndsItAgain() throws PortException {
    assumeTrue(ports().cloud().capabilities().contains(Capability.RESIZE));
    Topology before = ports().store().topology();
    int more = before.nodes().size() + 1;

    ports().cloud().launch(more, ports().need(NodeSettings.class).settingsOf(ONE));
    ports().cloud().launch(more, ports().need(NodeSettings.class).settingsOf(ONE));
    eventually(now -> now.nodes().size() == more);
    Node added =
        ports().store().topology().nodes().stream()
            .filter(node -> before.node(node.id()).isEmpty())
            .findFirst()
            .orElseThrow();
    assertThat(ports().cloud().machines().keySet())
        .contains(added.id())
        .containsAll(before.nodes().stream().map(Node::id).toList());
    drain(added.id());
    ports().cloud().terminate(added.id());
    eventually(now -> now.node(added.id()).isEmpty());
    assertThat(ports().cloud().machines()).doesNotContainKey(added.id());
    ports().need(Membership.class).forget(added.id());
    eventually(now -> !now.deadNodes().contains(added.id()));
  }

  private void assumeHas(Class<? extends Facet> kind) {
    assumeTrue(ports().find(kind).isPresent());
  }

  private Partition aServedPartition() throws PortException {
    return ports().store().topology().partitions().stream()
        .filter(partition -> partition.node() != null)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no partition is served"));
  }

  private NodeId anotherNode(@Nullable NodeId not) throws PortException {
    return ports().store().topology().nodes().stream()
        .map(Node::id)
        .filter(id -> !id.equals(not))
        .findFirst()
        .orElseThrow(() -> new AssertionError("want two nodes"));
  }

  private void drain(NodeId node) throws PortException {
    NodeId to = anotherNode(node);
    for (Partition partition : ports().store().topology().partitions()) {
      if (node.equals(partition.node())) {
        ports().need(Placement.class).move(partition.id(), to);
      }
    }
    eventually(
        now ->
            now.inTransition().isEmpty()
                && now.partitions().stream().noneMatch(p -> node.equals(p.node())));
  }

  private static MemorySplit otherThan(Node node) {
    return node.memory() != null && ONE.isAbout(node.memory()) ? OTHER : ONE;
  }

  private static boolean hasSplit(Topology now, Node node, MemorySplit wanted) {
    return now.node(node.id()).map(Node::memory).map(wanted::isAbout).orElse(false);
  }

  private static boolean isOn(Topology now, Partition partition, NodeId node) {
    return node.equals(now.partition(partition.id()).orElseThrow().node())
        && !now.inTransition().contains(partition.id());
  }

  /** Or the store does not tell. */
  private static boolean isLocal(Topology now, Partition partition) {
    Ratio locality = now.partition(partition.id()).orElseThrow().locality();
    return locality == null || locality.value() > 0.9;
  }

  private void eventually(Predicate<Topology> shows) {
    await()
        .atMost(patience())
        .pollInterval(patience().dividedBy(200))
        .until(() -> shows.test(ports().store().topology()));
  }
}
