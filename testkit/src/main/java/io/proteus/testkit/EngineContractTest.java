package io.proteus.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Admission;
import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Membership;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Reshaping;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.Upkeep;
import io.proteus.core.port.UpkeepPauses;
import io.proteus.core.step.AlterTable;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * What every engine must show on a real store: what all of them tell, and an effect of each {@link
 * Facet} that it has. Claims are in {@link ClaimContractTest}.
 */
public abstract class EngineContractTest extends StoreContract {
  /** Looks after which a compaction that is not held back would have shown. */
  private static final int LOOKS_AT_A_COMPACTION = 10;

  /** A live node whose counters cannot be read: made so now, or always so. */
  protected abstract NodeId anUnreadableNode() throws PortException;

  /**
   * Whether a node reads what it opens into its cache, as the store itself tells. Only asked of
   * stores that have {@link CacheWarming}.
   */
  protected boolean readsAhead(NodeId node) throws Exception {
    throw new AssertionError("It has CacheWarming; override this to show it on " + node);
  }

  // looking

  @Test
  void isOfOneCluster() throws PortException {
    assertThat(store().clusterId()).isNotBlank().isEqualTo(store().topology().cluster());
    assertThat(store().sample().topology().cluster()).isEqualTo(store().clusterId());
  }

  @Test
  void namesEveryPartitionItsTableAndItsNode() throws PortException {
    Topology topology = store().topology();

    assertThat(topology.nodes()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(topology.partitions()).isNotEmpty();
    assertThat(store().sample().topology().partitions())
        .extracting(Partition::id)
        .containsExactlyElementsOf(topology.partitions().stream().map(Partition::id).toList());
  }

  @Test
  void samplesOnlyWhatTheTopologyNames() throws PortException {
    Sample sample = store().sample();

    Set<NodeId> named = new HashSet<>();
    sample.topology().nodes().forEach(node -> named.add(node.id()));
    assertThat(named).containsAll(sample.nodes().keySet());
    assertThat(sample.partitions().keySet())
        .allMatch(id -> sample.topology().partition(id).isPresent());
  }

  @Test
  void saysWhoPlacesPartitionsAsItsFacetsDo() throws PortException {
    Placing placing = store().topology().placing();

    assertThat(has(Placement.class)).isEqualTo(!placing.byStore());
    assertThat(has(Admission.class)).isEqualTo(placing.joinsByOrder());
    assertThat(has(Handover.class))
        .isEqualTo(
            placing.leaving() == Emptying.BY_STORE || placing.restarting() == Emptying.BY_STORE);
  }

  @Test
  void takesInNoNodeThatItCannotReachAndAMemberWithoutHarm() throws PortException {
    assumeHas(Admission.class);
    Topology before = store().topology();

    refuses(NO_NODE.value(), () -> need(Admission.class).admit(NO_NODE));
    need(Admission.class).admit(before.nodes().get(0).id());

    assertThat(store().topology().nodes()).isEqualTo(before.nodes());
  }

  @Test
  void noNodeHasTwoCopiesOfAPartition() throws PortException {
    assertThat(store().topology().partitions())
        .allSatisfy(
            partition ->
                assertThat(partition.replicas()).extracting(Replica::node).doesNotHaveDuplicates());
  }

  @Test
  void countsRequestsForNodesWhereItDoesNotForPartitions() throws PortException {
    Sample sample = store().sample();
    assumeTrue(!sample.basis().isMeasured() && sample.partitions().isEmpty());

    assertThat(sample.topology().nodes())
        .allSatisfy(
            node -> {
              NodeCounters told = sample.nodes().get(node.id());
              assertThat(told == null ? null : told.byKind()).isNotNull();
            });
  }

  @Test
  void aNodeThatCannotBeReadIsAGapAndNotIdle() throws PortException {
    NodeId silent = anUnreadableNode();
    if (has(Placement.class)) {
      moveTo(aServedPartition().id(), silent);
    }

    Sample sample = store().sample();

    assertThat(sample.topology().node(silent)).isPresent();
    assertThat(sample.topology().gaps())
        .filteredOn(gap -> gap.kind() == Gap.Kind.NODE_UNREADABLE)
        .extracting(Gap::subject)
        .contains(silent.value());
    NodeCounters counters = sample.nodes().get(silent);
    assertThat(counters == null ? null : counters.requests()).isNull();
    assertThat(sample.topology().partitions())
        .filteredOn(partition -> silent.equals(partition.node()))
        .noneMatch(partition -> sample.partitions().containsKey(partition.id()));
  }

  // orders

  @Test
  void movesAPartitionAndTakesTheSameMoveTwice() throws PortException {
    assumeHas(Placement.class);
    Partition partition = aServedPartition();
    NodeId to = anotherNode(partition.node());

    need(Placement.class).move(partition.id(), to);
    need(Placement.class).move(partition.id(), to);
    eventually(now -> isOn(now, partition.id(), to));
    need(Placement.class).move(partition.id(), to);
    eventually(now -> isOn(now, partition.id(), to));
  }

  /** A partition goes with its followers, and is done only once these have followed. */
  @Test
  void whatMovesKeepsAsManyCopies() throws PortException {
    assumeHas(Placement.class);
    Partition partition = aServedPartition();
    NodeId to = anotherNode(partition.node());

    moveTo(partition.id(), to);

    Partition moved = store().topology().partition(partition.id()).orElseThrow();
    assertThat(moved.copies()).hasSameSizeAs(partition.copies());
  }

  /** Another value that a key may have; the same where a test knows of none. */
  protected String anotherValue(String key, String value) {
    return value;
  }

  /** What a node takes while it runs is set, twice without harm, and put back. */
  @Test
  void setsInItsOwnKeysWhatANodeTakesWhileItRuns() throws PortException {
    assumeHas(NodeSettings.class);
    Node node = store().topology().nodes().get(0);
    SortedMap<String, String> before = node.settings();
    assumeTrue(before != null);
    Objects.requireNonNull(before);
    assumeTrue(before.keySet().stream().anyMatch(key -> isOnline(node, key)));
    Map<String, String> other = new TreeMap<>(before);
    other.keySet().removeIf(key -> !isOnline(node, key));
    other.replaceAll(this::anotherValue);
    SettingsChange change = SettingsChange.setting(other);

    need(NodeSettings.class).set(node.id(), change);
    need(NodeSettings.class).set(node.id(), change);
    eventually(now -> change.appliesTo(settingsOf(now, node.id())));
    need(NodeSettings.class).set(node.id(), change.inverse(before));
    eventually(now -> settingsOf(now, node.id()).equals(before));
  }

  private static boolean isOnline(Node node, String key) {
    return node.effectOf(key) == Effect.ONLINE;
  }

  private static Map<String, String> settingsOf(Topology now, NodeId node) {
    return now.node(node).<Map<String, String>>map(Node::settings).orElse(Map.of());
  }

  @Test
  void refusesWhatItDoesNotKnowByName() throws PortException {
    Partition partition = aServedPartition();
    Node node = store().topology().nodes().get(0);

    if (has(Placement.class)) {
      refuses(NO_PARTITION.value(), () -> need(Placement.class).move(NO_PARTITION, node.id()));
      refuses(NO_NODE.value(), () -> need(Placement.class).move(partition.id(), NO_NODE));
    }
    if (has(MemoryShares.class)) {
      refuses(NO_NODE.value(), () -> need(MemoryShares.class).setMemorySplit(NO_NODE, ONE));
    }
    if (has(NodeSettings.class)) {
      SettingsChange change = SettingsChange.setting(Map.of("a", "1"));
      refuses(NO_NODE.value(), () -> need(NodeSettings.class).set(NO_NODE, change));
    }
    if (has(BlockSizes.class)) {
      ByteSize size = ByteSize.ofKilobytes(32);
      refuses(NO_TABLE.value(), () -> need(BlockSizes.class).setBlockSize(NO_TABLE, size));
    }
    if (has(TableChanges.class)) {
      TableChange change = aChangeOf(settingsOf(store().topology().tables().get(0)));
      refuses(NO_TABLE.value(), () -> need(TableChanges.class).alter(NO_TABLE, change));
    }
    if (has(Upkeep.class)) {
      refuses(NO_PARTITION.value(), () -> need(Upkeep.class).compact(NO_PARTITION));
    }
    eventually(now -> isOn(now, partition.id(), Objects.requireNonNull(partition.node())));
  }

  private static void refuses(String name, ThrowingCallable order) {
    assertThatThrownBy(order).isInstanceOf(PortException.class).hasMessageContaining(name);
  }

  @Test
  void dividesTheHeapOfARunningNodeUntilThatIsForgotten() throws PortException {
    assumeHas(MemoryShares.class);
    Node node =
        store().topology().nodes().stream()
            .filter(Node::memoryOnline)
            .findFirst()
            .orElseThrow(
                () -> new AssertionError("it has the facet, but no node takes a split online"));
    MemorySplit wanted = otherThan(node);

    need(MemoryShares.class).setMemorySplit(node.id(), wanted);
    need(MemoryShares.class).setMemorySplit(node.id(), wanted);
    eventually(now -> hasSplit(now, node.id(), wanted));
    Node divided = store().topology().node(node.id()).orElseThrow();
    assertThat(divided.incarnation()).isEqualTo(node.incarnation());
    assertThat(divided.pinned()).isTrue();

    need(MemoryShares.class).forgetMemorySplit(node.id());
    need(MemoryShares.class).forgetMemorySplit(node.id());
    // a store that never tells who was asked says of all that they were
    eventually(now -> Objects.equals(now.node(node.id()).orElseThrow().pinned(), node.pinned()));
    assertThat(hasSplit(store().topology(), node.id(), wanted)).isTrue();
  }

  @Test
  void setsABlockSizeWhileTheTableServes() throws PortException {
    assumeHas(BlockSizes.class);
    Table table = store().topology().tables().get(0);
    ByteSize small = ByteSize.ofKilobytes(32);
    ByteSize size = small.equals(table.blockSize()) ? ByteSize.ofKilobytes(128) : small;

    need(BlockSizes.class).setBlockSize(table.id(), size);
    need(BlockSizes.class).setBlockSize(table.id(), size);
    eventually(
        now ->
            now.inTransition().isEmpty()
                && size.equals(now.table(table.id()).orElseThrow().blockSize()));
  }

  @Test
  void changesWhatIsSetOnATableWhileItServesAndTakesItBackValueByValue() throws PortException {
    assumeHas(TableChanges.class);
    Table table = store().topology().tables().get(0);
    TableSettings before = settingsOf(table);
    TableChange change = aChangeOf(before);

    need(TableChanges.class).alter(table.id(), change);
    eventually(now -> isAltered(now, table, change));
    need(TableChanges.class).alter(table.id(), change);
    eventually(now -> isAltered(now, table, change));
    assertThat(settingsOf(table)).isEqualTo(change.applied(before));

    TableChange back = change.inverse(before);
    need(TableChanges.class).alter(table.id(), back);
    eventually(now -> isAltered(now, table, back));
    assertThat(settingsOf(table)).isEqualTo(before);
  }

  /** Something that this store sets on a table, and nothing that its rows depend on. */
  protected TableChange aChangeOf(TableSettings before) {
    return TableChange.of(SettingsChange.setting(Map.of("some.key", "1")), Map.of());
  }

  private TableSettings settingsOf(Table table) throws PortException {
    return Objects.requireNonNull(
        store().topology().table(table.id()).orElseThrow().settings(),
        "it has the facet, but what is set is not told");
  }

  private static boolean isAltered(Topology now, Table table, TableChange change) {
    return new AlterTable(table.id(), change, 0).isDone(now);
  }

  @Test
  void compactsAPartitionUntilItIsLocal() throws PortException {
    assumeHas(Upkeep.class);
    PartitionId partition = aPartitionThatIsNotLocal();

    need(Upkeep.class).compact(partition);
    need(Upkeep.class).compact(partition);
    eventually(now -> isLocal(now, partition));
  }

  @Test
  void holdsCompactionsBackAndLetsThemGo() throws PortException {
    assumeHas(UpkeepPauses.class);
    assumeHas(Upkeep.class);
    PartitionId partition = aPartitionThatIsNotLocal();
    Set<NodeId> nodes = new HashSet<>();
    store().topology().nodes().forEach(node -> nodes.add(node.id()));
    nodes.add(NO_NODE);

    need(UpkeepPauses.class).switchCompactions(nodes, false);
    need(UpkeepPauses.class).switchCompactions(nodes, false);
    assertThat(need(UpkeepPauses.class).compactionsSwitchedOff()).isEqualTo(nodes);
    need(Upkeep.class).compact(partition);
    neverMeanwhile(LOOKS_AT_A_COMPACTION, now -> isLocal(now, partition));
    need(UpkeepPauses.class).switchCompactions(nodes, true);
    need(UpkeepPauses.class).switchCompactions(nodes, true);
    assertThat(need(UpkeepPauses.class).compactionsSwitchedOff()).isEmpty();
    need(UpkeepPauses.class).switchCompactions(Set.of(), false); // on none, which is not on all

    need(Upkeep.class).compact(partition);
    eventually(now -> isLocal(now, partition));
  }

  /** One that a move took away from its data. */
  private PartitionId aPartitionThatIsNotLocal() throws PortException {
    assumeHas(Placement.class);
    Partition partition = aServedPartition();
    assumeTrue(partition.locality() != null, "the store does not tell what is local");
    if (isLocal(store().topology(), partition.id())) {
      moveTo(partition.id(), anotherNode(partition.node()));
    }
    eventually(now -> !isLocal(now, partition.id()));
    return partition.id();
  }

  private static boolean isLocal(Topology now, PartitionId partition) {
    Ratio locality = now.partition(partition).orElseThrow().locality();
    return locality != null && locality.value() > 0.9;
  }

  @Test
  void splitsAPartitionAndMergesItsHalves() throws PortException {
    assumeHas(Reshaping.class);
    Partition whole = aServedPartition();

    assertThat(splitAndMerge(whole))
        .hasSize(2)
        .allMatch(half -> half.node() != null)
        .noneMatch(half -> Objects.equals(half.rows(), whole.rows()));
  }

  @Test
  void hasANodeReadWhatItOpensIntoItsCache() throws PortException {
    assumeHas(CacheWarming.class);
    NodeId node =
        store().topology().nodes().stream()
            .filter(Node::memoryOnline)
            .findFirst()
            .orElseThrow(() -> new AssertionError("it has the facet, but no node can"))
            .id();

    need(CacheWarming.class).prefetch(Set.of(node, NO_NODE));
    need(CacheWarming.class).prefetch(Set.of(node));
    eventuallyHolds(() -> readsAhead(node));
    need(CacheWarming.class).prefetch(Set.of());
    need(CacheWarming.class).prefetch(Set.of());
    eventuallyHolds(() -> !readsAhead(node));
  }

  @Test
  void switchesTheBalancerOffAndOn() throws PortException {
    assumeHas(OwnBalancer.class);

    need(OwnBalancer.class).switchBalancer(false);
    need(OwnBalancer.class).switchBalancer(false);
    eventually(now -> !now.balancerOn());
    assertThat(need(OwnBalancer.class).balancerSwitchedOff()).isTrue();
    need(OwnBalancer.class).switchBalancer(true);
    need(OwnBalancer.class).switchBalancer(true);
    eventually(Topology::balancerOn);
    assertThat(need(OwnBalancer.class).balancerSwitchedOff()).isFalse();
  }

  @Test
  void aNodeThatIsNotOnTheListOfTheDeadIsForgottenWithoutHarm() throws PortException {
    assumeHas(Membership.class);
    Topology before = store().topology();

    need(Membership.class).forget(NO_NODE);
    need(Membership.class).forget(before.nodes().get(0).id());

    assertThat(store().topology().nodes())
        .extracting(Node::id)
        .containsExactlyElementsOf(before.nodes().stream().map(Node::id).toList());
  }
}
