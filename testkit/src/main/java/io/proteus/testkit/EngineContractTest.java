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
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
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
 * What every engine must show on a real store: one test for each {@link Capability} that it
 * declares, and for what all must do. Needs a store with two nodes, a table and some partitions on
 * each; a test leaves it usable for the next one, not as it was.
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
    Topology topology = ports().engine().topology();

    assertThat(topology.nodes()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(topology.partitions()).isNotEmpty();
    assertThat(ports().engine().sample().topology().partitions())
        .extracting(Partition::id)
        .containsExactlyElementsOf(topology.partitions().stream().map(Partition::id).toList());
  }

  @Test
  void samplesOnlyWhatTheTopologyNames() throws PortException {
    var sample = ports().engine().sample();

    Set<NodeId> named = new HashSet<>();
    sample.topology().nodes().forEach(node -> named.add(node.id()));
    assertThat(named).containsAll(sample.nodes().keySet());
    assertThat(sample.partitions().keySet())
        .allMatch(id -> sample.topology().partition(id).isPresent());
  }

  @Test
  void grantsOneClaimAtATime() throws PortException {
    long epoch;
    try (Claim first = ports().engine().claim("the first")) {
      epoch = first.epoch();
      assertThat(first.isHeld()).isTrue();
      first.confirm();
      assertThat(ports().engine().holder())
          .hasValueSatisfying(
              holder -> {
                assertThat(holder.who()).isEqualTo("the first");
                assertThat(holder.epoch()).isEqualTo(first.epoch());
              });
      assertThatThrownBy(() -> ports().engine().claim("the second"))
          .isInstanceOf(AlreadyClaimed.class)
          .hasMessageContaining("the first");
    }
    assertThat(ports().engine().holder()).isEmpty();
    Claim third = ports().engine().claim("the third");
    assertThat(third.epoch()).isGreaterThan(epoch);
    third.close();
    assertThat(third.isHeld()).isFalse();
    assertThatThrownBy(third::confirm).isInstanceOf(ClaimLost.class);
  }

  @Test
  void movesAPartitionAndTakesTheSameMoveTwice() throws PortException {
    assumeCapable(Capability.MOVE_PARTITION);
    Partition partition = aServedPartition();
    NodeId to = anotherNode(partition.node());

    ports().engine().move(partition.id(), to);
    eventually(now -> isOn(now, partition, to));
    ports().engine().move(partition.id(), to);
    eventually(now -> isOn(now, partition, to));
  }

  @Test
  void dividesTheHeapOfARunningNode() throws PortException {
    assumeCapable(Capability.MEMORY_SPLIT_ONLINE);
    Node node =
        ports().engine().topology().nodes().stream()
            .filter(Node::memoryOnline)
            .findFirst()
            .orElseThrow(() -> new AssertionError("declared, but no node takes a split online"));
    MemorySplit wanted = otherThan(node);

    ports().engine().setMemorySplit(node.id(), wanted);
    eventually(now -> hasSplit(now, node, wanted));
    assertThat(ports().engine().topology().node(node.id()).orElseThrow().incarnation())
        .isEqualTo(node.incarnation());
  }

  @Test
  void setsABlockSizeWhileTheTableServes() throws PortException {
    assumeCapable(Capability.BLOCK_SIZE_ONLINE);
    Table table = ports().engine().topology().tables().get(0);
    ByteSize wanted = ByteSize.ofKilobytes(32);
    if (wanted.equals(table.blockSize())) {
      wanted = ByteSize.ofKilobytes(128);
    }
    ByteSize size = wanted;

    ports().engine().setBlockSize(table.id(), size);
    eventually(
        now ->
            now.inTransition().isEmpty()
                && size.equals(now.table(table.id()).orElseThrow().blockSize()));
  }

  @Test
  void changesWhatIsSetOnATableWhileItServesAndTakesItBackValueByValue() throws PortException {
    assumeCapable(Capability.TABLE_SETTINGS_ONLINE);
    Table table = ports().engine().topology().tables().get(0);
    TableSettings before = settingsOf(table);
    TableChange change = aChangeOf(before);

    ports().engine().alter(table.id(), change);
    eventually(now -> isAltered(now, table, change));
    ports().engine().alter(table.id(), change);
    eventually(now -> isAltered(now, table, change));
    assertThat(settingsOf(table)).isEqualTo(change.applied(before));

    TableChange back = change.inverse(before);
    ports().engine().alter(table.id(), back);
    eventually(now -> isAltered(now, table, back));
    assertThat(settingsOf(table)).isEqualTo(before);
  }

  /** Something that this store sets on a table, and nothing that its rows depend on. */
  protected TableChange aChangeOf(TableSettings before) {
    return TableChange.of(SettingsChange.setting(Map.of("some.key", "1")), Map.of());
  }

  private TableSettings settingsOf(Table table) throws PortException {
    return Objects.requireNonNull(
        ports().engine().topology().table(table.id()).orElseThrow().settings(),
        "declared, but what is set is not told");
  }

  private static boolean isAltered(Topology now, Table table, TableChange change) {
    return new AlterTable(table.id(), change, 0).isDone(now);
  }

  @Test
  void compactsAPartitionUntilItIsLocal() throws PortException {
    assumeCapable(Capability.COMPACT_PARTITION);
    Partition partition = aServedPartition();

    ports().engine().compact(partition.id());
    eventually(now -> isLocal(now, partition));
  }

  @Test
  void holdsCompactionsBackAndLetsThemGo() throws PortException {
    assumeCapable(Capability.PAUSE_COMPACTIONS);
    assumeCapable(Capability.COMPACT_PARTITION);
    Partition partition = aServedPartition();
    Set<NodeId> nodes = new HashSet<>();
    ports().engine().topology().nodes().forEach(node -> nodes.add(node.id()));
    nodes.add(new NodeId("gone.example:1"));

    ports().engine().switchCompactions(nodes, false);
    ports().engine().switchCompactions(nodes, false);
    assertThat(ports().engine().switchedOff().compactions()).isEqualTo(nodes);
    ports().engine().switchCompactions(nodes, true);
    assertThat(ports().engine().switchedOff().compactions()).isEmpty();
    ports().engine().switchCompactions(Set.of(), false); // on none, which is not on all
    ports().engine().compact(partition.id());

    eventually(now -> isLocal(now, partition));
  }

  @Test
  void movesAPartitionToANodeThatReadsItIntoItsCache() throws PortException {
    assumeCapable(Capability.PREFETCH);
    assumeCapable(Capability.MOVE_PARTITION);
    Partition partition = aServedPartition();
    NodeId to = anotherNode(partition.node());

    ports().engine().prefetch(Set.of(to, new NodeId("gone.example:1")));
    ports().engine().prefetch(Set.of(to));
    ports().engine().move(partition.id(), to);
    eventually(now -> isOn(now, partition, to));
    ports().engine().prefetch(Set.of());
    ports().engine().prefetch(Set.of());
  }

  @Test
  void switchesTheBalancerOffAndOn() throws PortException {
    assumeCapable(Capability.SWITCH_BALANCER);

    ports().engine().switchBalancer(false);
    eventually(now -> !now.balancerOn());
    assertThat(ports().engine().switchedOff().balancer()).isTrue();
    ports().engine().switchBalancer(true);
    eventually(Topology::balancerOn);
    assertThat(ports().engine().switchedOff().balancer()).isFalse();
  }

  @Test
  void restartsAnEmptiedNodeWithAnotherSplit() throws PortException {
    assumeTrue(ports().cloud().capabilities().contains(Capability.RESTART_NODE));
    assumeCapable(Capability.MOVE_PARTITION);
    Node node = ports().engine().topology().nodes().get(0);
    MemorySplit wanted = otherThan(node);
    drain(node.id());

    ports().cloud().restart(node.id(), SettingsChange.setting(ports().engine().settingsOf(wanted)));
    eventually(now -> hasSplit(now, node, wanted));
    assertThat(ports().engine().topology().node(node.id()).orElseThrow().incarnation())
        .isNotEqualTo(node.incarnation());
  }

  @Test
  void startsANodeAndEndsItAgain() throws PortException {
    assumeTrue(ports().cloud().capabilities().contains(Capability.RESIZE));
    Topology before = ports().engine().topology();
    int more = before.nodes().size() + 1;

    ports().cloud().launch(more, ports().engine().settingsOf(ONE));
    ports().cloud().launch(more, ports().engine().settingsOf(ONE));
    eventually(now -> now.nodes().size() == more);
    Node added =
        ports().engine().topology().nodes().stream()
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
    ports().engine().forget(added.id());
    eventually(now -> !now.deadNodes().contains(added.id()));
  }

  private void assumeCapable(Capability capability) {
    assumeTrue(ports().engine().capabilities().contains(capability));
  }

  private Partition aServedPartition() throws PortException {
    return ports().engine().topology().partitions().stream()
        .filter(partition -> partition.node() != null)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no partition is served"));
  }

  private NodeId anotherNode(@Nullable NodeId not) throws PortException {
    return ports().engine().topology().nodes().stream()
        .map(Node::id)
        .filter(id -> !id.equals(not))
        .findFirst()
        .orElseThrow(() -> new AssertionError("want two nodes"));
  }

  private void drain(NodeId node) throws PortException {
    NodeId to = anotherNode(node);
    for (Partition partition : ports().engine().topology().partitions()) {
      if (node.equals(partition.node())) {
        ports().engine().move(partition.id(), to);
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
        .until(() -> shows.test(ports().engine().topology()));
  }
}
