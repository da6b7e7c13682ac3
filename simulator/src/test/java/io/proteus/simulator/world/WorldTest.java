package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.NodeCrash;
import io.proteus.simulator.fault.SlowNode;
import io.proteus.simulator.model.AnswerTimes;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorldTest {
  private static final Scenario SMALL =
      ScenarioFile.parse(
          "test",
          """
          name: small
          nodes: 3
          layout: balanced
          lasts: 1h
          tenants:
            - {name: A, operations: {read: 0.8, update: 0.2}, clients: 30, rows: 200000, shares: 6}
          """);

  private static World world(Fault... faults) {
    World world = new World(SMALL.withFaults(List.of(faults)), ModelConstants.fitted(), 1);
    world.advance(Duration.ofMinutes(2));
    return world;
  }

  private static NodeId holder(World world, PartitionId id) {
    return world.topology().partition(id).map(Partition::node).orElseThrow();
  }

  @Test
  void aMovedPartitionIsAwayForSecondsAndThenColdElsewhere() throws Exception {
    World world = world();
    PartitionId id = world.topology().partitions().get(0).id();
    NodeId from = holder(world, id);
    NodeId to =
        world.topology().nodes().stream()
            .map(node -> node.id())
            .filter(node -> !node.equals(from))
            .findFirst()
            .orElseThrow();
    double before = world.clients().throughput().get("A");

    world.orders().move(id, to);
    world.advance(Duration.ofSeconds(1));
    assertThat(world.topology().inTransition()).containsExactly(id);
    world.advance(Duration.ofSeconds(5));

    assertThat(holder(world, id)).isEqualTo(to);
    assertThat(world.clients().throughput().get("A")).isLessThan(before);
    assertThat(world.topology().partition(id).orElseThrow().locality().value()).isLessThan(1);
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void aCompactionBringsDataHome() throws Exception {
    World world = world();
    PartitionId id = world.topology().partitions().get(0).id();
    NodeId from = holder(world, id);
    for (var node : world.topology().nodes()) {
      if (!node.id().equals(from)) {
        world.orders().move(id, node.id());
        break;
      }
    }
    world.advance(Duration.ofSeconds(10));

    world.orders().compact(id);
    world.advance(Duration.ofMinutes(1));

    assertThat(world.topology().partition(id).orElseThrow().locality().value()).isEqualTo(1);
  }

  @Test
  void endingANodeThatHoldsPartitionsIsAnIncident() {
    World world = world();

    world.orders().terminate(world.topology().nodes().get(0).id());

    assertThat(world.incidents()).singleElement().asString().contains("while it held 2 partitions");
  }

  @Test
  void partitionsOfANodeThatDiesAreServedAgain() {
    World world = world(new NodeCrash(Duration.ofMinutes(3), 0, null));
    world.advance(Duration.ofMinutes(2));

    Topology now = world.topology();
    assertThat(now.nodes()).hasSize(2);
    assertThat(now.deadNodes()).hasSize(1);
    assertThat(now.partitions()).allMatch(partition -> partition.node() != null);
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void aNodeThatDiedIsTakenForAliveUntilTheStoreNotices() throws Exception {
    World world = world(new NodeCrash(Duration.ofMinutes(3), 0, null));
    NodeId dies = world.topology().nodes().get(0).id();
    Topology before = world.topology();
    world.advance(Duration.ofSeconds(60 + 20));

    assertThat(world.liveNodes()).isEqualTo(2);
    assertThat(world.topology().nodes()).isEqualTo(before.nodes());
    assertThat(world.topology().deadNodes()).isEmpty();
    assertThat(world.topology().partitions())
        .extracting(Partition::node)
        .isEqualTo(before.partitions().stream().map(Partition::node).toList());
    assertThat(world.topology().gaps())
        .extracting(Gap::kind, Gap::subject)
        .containsExactly(tuple(Gap.Kind.NODE_UNREADABLE, dies.value()));
    assertThat(world.sample().nodes()).hasSize(2).doesNotContainKey(dies);
    assertThat(world.sample().partitions()).hasSize(4);
    assertThat(world.host(dies)).isNull();

    world.advance(Duration.ofSeconds(20));

    assertThat(world.topology().deadNodes()).containsExactly(dies);
    assertThat(world.topology().partitions())
        .allMatch(partition -> partition.node() != null && !dies.equals(partition.node()));
    assertThat(world.topology().gaps()).isEmpty();
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void aMoveToANodeThatDiedIsTakenAndEndsElsewhere() throws Exception {
    World world = world(new NodeCrash(Duration.ofMinutes(3), 0, null));
    NodeId dies = world.topology().nodes().get(0).id();
    Partition other =
        world.topology().partitions().stream()
            .filter(partition -> !dies.equals(partition.node()))
            .findFirst()
            .orElseThrow();
    world.advance(Duration.ofSeconds(61));

    world.orders().move(other.id(), dies);
    assertThat(world.topology().inTransition()).containsExactly(other.id());
    world.advance(Duration.ofSeconds(12));

    assertThat(world.topology().inTransition()).isEmpty();
    assertThat(holder(world, other.id())).isNotEqualTo(dies);
  }

  /** Its log is to be read first, and nobody reads the log of one that is alive. */
  @Test
  void aMoveFromANodeThatDiedEndsOnceItsDeathIsKnown() throws Exception {
    World world = world(new NodeCrash(Duration.ofMinutes(3), 0, null));
    NodeId dies = world.topology().nodes().get(0).id();
    NodeId to = world.topology().nodes().get(1).id();
    PartitionId id =
        world.topology().partitions().stream()
            .filter(partition -> dies.equals(partition.node()))
            .findFirst()
            .orElseThrow()
            .id();
    world.advance(Duration.ofSeconds(61));

    world.orders().move(id, to);
    world.advance(Duration.ofSeconds(20));
    assertThat(world.topology().inTransition()).containsExactly(id);
    world.advance(Duration.ofSeconds(20));

    assertThat(world.topology().inTransition()).isEmpty();
    assertThat(holder(world, id)).isNotEqualTo(dies);
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void aNodeThatIsBackBeforeItsDeathWasNoticedHoldsNothing() {
    World world = world(new NodeCrash(Duration.ofMinutes(3), 0, Duration.ofSeconds(10)));
    NodeId dies = world.topology().nodes().get(0).id();
    String before = world.topology().node(dies).orElseThrow().incarnation();
    world.advance(Duration.ofSeconds(60 + 20));

    Topology now = world.topology();
    assertThat(now.deadNodes()).isEmpty();
    assertThat(now.node(dies).orElseThrow().incarnation()).isNotEqualTo(before);
    assertThat(now.partitions())
        .allMatch(partition -> partition.node() != null && !dies.equals(partition.node()));
    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void aPartitionThatNobodyServesForLongIsAnIncident() throws Exception {
    World world = world();
    NodeId first = world.topology().nodes().get(0).id();
    world.nodes().forEach(node -> node.upAt = node.id.equals(first) ? 0 : 1e9);

    world.advance(Duration.ofMinutes(5));

    assertThat(world.incidents()).isNotEmpty().allMatch(i -> i.contains("was without a node"));
  }

  @Test
  void aMachineTakesMinutesToBootAndIsPaidForMeanwhile() {
    World world = world();

    world.orders().launch(4, MemorySplit.of(0.4, 0.25));
    world.orders().launch(4, MemorySplit.of(0.4, 0.25));
    world.advance(Duration.ofMinutes(2));
    assertThat(world.liveNodes()).isEqualTo(3);
    assertThat(world.machines()).isEqualTo(4);

    world.advance(Duration.ofMinutes(2));
    assertThat(world.liveNodes()).isEqualTo(4);
  }

  @Test
  void aMachineThatIsToServeAndIsLateIsAnIncident() {
    World world = world();
    world.orders().launch(4, MemorySplit.of(0.4, 0.25));
    world.nodes().get(3).upAt = Double.POSITIVE_INFINITY;

    world.advance(Duration.ofMinutes(10));
    assertThat(world.incidents()).as("it may be slow to boot").isEmpty();
    world.advance(Duration.ofMinutes(2));

    assertThat(world.incidents())
        .singleElement()
        .asString()
        .startsWith("machine node-004:16020 runs, and its node neither serves");
  }

  @Test
  void aMachineThatIsPaidForAndNeverServesIsAnIncident() {
    World world = world();
    world.orders().launch(4, MemorySplit.of(0.4, 0.25));
    world.nodes().get(3).wanted = false;

    world.advance(Duration.ofMinutes(44));
    assertThat(world.incidents()).as("Proteus may still be waiting for it").isEmpty();
    world.advance(Duration.ofMinutes(2));

    assertThat(world.incidents())
        .singleElement()
        .asString()
        .startsWith("machine node-004:16020 runs, and its node neither serves");
  }

  @Test
  void aNodeThatIsKnownToBeDeadIsNone() {
    World world = world(new NodeCrash(Duration.ofMinutes(3), 0, null));

    world.advance(Duration.ofMinutes(30));

    assertThat(world.incidents()).isEmpty();
  }

  @Test
  void aColdCacheWarmsUp() throws Exception {
    World world = world();
    for (Partition partition : world.topology().partitions()) {
      for (var node : world.topology().nodes()) {
        if (!node.id().equals(partition.node())) {
          world.orders().move(partition.id(), node.id());
          break;
        }
      }
    }
    world.advance(Duration.ofSeconds(6));
    double cold = world.clients().throughput().get("A");

    world.advance(Duration.ofMinutes(10));

    assertThat(world.clients().throughput().get("A")).isGreaterThan(1.5 * cold);
  }

  /** What waits for the disk is in the tail, and what waits for a moved partition too. */
  @Test
  void aColdCacheIsSeenInThePercentiles() throws Exception {
    World world = world();
    AnswerTimes before = world.clients().answerTimes().copy();
    world.advance(Duration.ofMinutes(1));
    AnswerTimes warm = world.clients().answerTimes().since(before);
    before = world.clients().answerTimes().copy();
    Partition moved = world.topology().partitions().get(0);
    NodeId to =
        world.topology().nodes().stream()
            .map(node -> node.id())
            .filter(node -> !node.equals(moved.node()))
            .findFirst()
            .orElseThrow();

    world.orders().move(moved.id(), to);
    world.advance(Duration.ofMinutes(1));
    AnswerTimes cold = world.clients().answerTimes().since(before);

    assertThat(warm.percentileMs(0.5)).isPositive().isLessThan(warm.percentileMs(0.95));
    assertThat(warm.percentileMs(0.95)).isLessThan(warm.percentileMs(0.99));
    assertThat(cold.percentileMs(0.99)).isGreaterThan(1.5 * warm.percentileMs(0.99));
  }

  @Test
  void theClientsOfATransactionAskAllItsTables() {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: two-tables
                nodes: 2
                layout: balanced
                tenants:
                  - {name: orders, operations: {insert: 1}, clients: 20, requests: 2, rows: 1000, shares: 2}
                  - {name: lines, clientsOf: orders, operations: {read: 1}, requests: 10, rows: 1000, shares: 2}
                """),
            ModelConstants.fitted(),
            1);
    world.advance(Duration.ofMinutes(1));

    assertThat(world.clients().throughput().get("orders")).isPositive();
    assertThat(world.clients().throughput().get("lines"))
        .isCloseTo(5 * world.clients().throughput().get("orders"), within(1e-6));
  }

  /** The same clients and rate as an open and as a closed loop, far above what can be served. */
  @Test
  void anOpenLoopGoesOnAskingAndLosesWhatItCannotQueue() {
    World closed = crowd("");
    World open = crowd(", openLoop: {queue: 30000, timeout: 10s}");

    assertThat(
            closed.clients().refused() + closed.clients().timedOut() + closed.clients().waiting())
        .isZero();
    assertThat(open.clients().arrived()).isCloseTo(200_000 * 300.0, within(1e-3));
    assertThat(open.clients().answered().get("A"))
        .isCloseTo(closed.clients().answered().get("A"), within(1e5));
    assertThat(open.clients().waiting()).isCloseTo(30_000, within(1.0));
    assertThat(open.clients().refused()).isPositive();
    assertThat(open.clients().responseSeconds())
        .isGreaterThan(2 * closed.clients().responseSeconds());
    assertThat(
            open.clients().answered().get("A")
                + open.clients().waiting()
                + open.clients().refused()
                + open.clients().timedOut())
        .isCloseTo(open.clients().arrived(), within(1.0));
  }

  /** What is sent to a partition that is away is answered when it is back, and nothing is lost. */
  @Test
  void whileAPartitionMovesEveryRequestOfAnOpenLoopIsAccountedFor() throws Exception {
    World open = crowd(", openLoop: {queue: 30000, timeout: 10s}");
    move(open);
    open.advance(Duration.ofSeconds(30));

    assertThat(open.topology().inTransition()).isEmpty();
    assertThat(
            open.clients().answered().get("A")
                + open.clients().waiting()
                + open.clients().refused()
                + open.clients().timedOut())
        .isCloseTo(open.clients().arrived(), within(1.0));
  }

  @Test
  void whoWaitsForAMovedPartitionIsAnsweredLateAndIsInThePercentiles() throws Exception {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: many-clients
                nodes: 3
                layout: balanced
                lasts: 1h
                tenants:
                  - {name: A, operations: {read: 1}, clients: 2000, rate: 2000, rows: 12000, shares: 6}
                """),
            ModelConstants.fitted(),
            1);
    world.advance(Duration.ofMinutes(2));
    AnswerTimes before = world.clients().answerTimes().copy();
    double answered = world.clients().answered().getOrDefault("A", 0.0);

    move(world);
    world.advance(Duration.ofSeconds(10));

    assertThat(world.topology().inTransition()).isEmpty();
    assertThat(world.clients().answered().get("A") - answered).isCloseTo(20_000, within(100.0));
    assertThat(world.clients().answerTimes().since(before).percentileMs(0.5)).isLessThan(100);
    assertThat(world.clients().answerTimes().since(before).percentileMs(0.99)).isGreaterThan(1000);
  }

  private static void move(World world) throws Exception {
    Partition moved = world.topology().partitions().get(0);
    for (var node : world.topology().nodes()) {
      if (!node.id().equals(moved.node())) {
        world.orders().move(moved.id(), node.id());
        return;
      }
    }
  }

  private static World crowd(String loop) {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: crowd
                nodes: 3
                layout: balanced
                lasts: 1h
                tenants:
                  - {name: A, operations: {read: 1}, clients: 100, rate: 200000, rows: 200000, shares: 6%s}
                """
                    .formatted(loop)),
            ModelConstants.fitted(),
            1);
    world.advance(Duration.ofMinutes(5));
    return world;
  }

  /** Before HBase 0.94.4, and only those that have to read. */
  @Test
  void scansThatReadTheSameFileTakeTurnsWhereFilesHaveOneStream() {
    assertThat(scans(4_000_000, true)).isLessThan(0.7 * scans(4_000_000, false));
    assertThat(scans(100_000, true)).isCloseTo(scans(100_000, false), within(1.0));
  }

  private static double scans(int rows, boolean oneStream) {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: scans
                nodes: 2
                layout: balanced
                lasts: 1h
                hardware: {oneStreamAFile: %s, diskReadsPerSecond: 2000}
                tenants:
                  - {name: E, operations: {scan: 1}, clients: 40, think: 10ms, rows: %d, shares: 2}
                """
                    .formatted(oneStream, rows)),
            ModelConstants.fitted(),
            1);
    world.advance(Duration.ofMinutes(5));
    return world.clients().throughput().getOrDefault("E", 0.0);
  }

  /** A quota is used up for everybody at once; cores of one's own are shared. */
  @Test
  void underAQuotaCheapReadsWaitForTheScansBesideThem() {
    Map<String, Double> quota = readsAndScans(0.25);
    Map<String, Double> cores = readsAndScans(2);

    assertThat(quota.get("C")).isLessThan(1.3 * quota.get("E"));
    assertThat(cores.get("C")).isGreaterThan(3 * cores.get("E"));
  }

  private static Map<String, Double> readsAndScans(double cores) {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: reads-and-scans
                nodes: 2
                layout: balanced
                lasts: 1h
                hardware: {cores: %s}
                tenants:
                  - {name: C, operations: {read: 1}, clients: 20, rows: 10000, shares: 2}
                  - {name: E, operations: {scan: 1}, clients: 20, rows: 10000, shares: 2}
                """
                    .formatted(cores)),
            ModelConstants.fitted(),
            1);
    world.advance(Duration.ofMinutes(5));
    return world.clients().throughput();
  }

  /** 300 MB that fit the cache of 400 MB as long as every row is in one file. */
  @Test
  void whatIsUpdatedTakesMoreOfTheCacheWhereItsVersionsLieInSeveralFiles() {
    double once = updatedOverRead(ModelConstants.fitted());
    double severalTimes = updatedOverRead(ModelConstants.hbase26());

    assertThat(once).isGreaterThan(0.9);
    assertThat(severalTimes).isLessThan(0.7);
  }

  private static double updatedOverRead(ModelConstants constants) {
    return mixed("{read: 0.95, update: 0.05}", constants) / mixed("{read: 1}", constants);
  }

  private static double mixed(String operations, ModelConstants constants) {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: mixed
                nodes: 1
                lasts: 1h
                hardware: {cores: 0.5, heap: 1GB, pageCacheShare: 1}
                tenants:
                  - {name: A, operations: %s, clients: 10, rows: 300000, rowSize: 1KB, shares: 2}
                """
                    .formatted(operations)),
            constants,
            1);
    world.advance(Duration.ofMinutes(5));
    return world.clients().throughput().getOrDefault("A", 0.0);
  }

  @Test
  void aNewNodeBringsItsDiskOnceDataIsBroughtToIt() throws Exception {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: disks
                nodes: 2
                layout: balanced
                lasts: 2h
                tenants:
                  - {name: A, operations: {read: 1}, clients: 40, rows: 4000000, shares: 6}
                """),
            ModelConstants.fitted(),
            1);
    world.orders().launch(3, MemorySplit.of(0.4, 0.25));
    world.advance(Duration.ofMinutes(10));
    NodeId added = world.topology().nodes().get(2).id();
    List<PartitionId> moved = List.of(new PartitionId("A-00"), new PartitionId("A-01"));
    for (PartitionId id : moved) {
      world.orders().move(id, added);
    }
    world.advance(Duration.ofMinutes(20));
    double before = world.clients().throughput().getOrDefault("A", 0.0);

    for (PartitionId id : moved) {
      world.orders().compact(id);
    }
    world.advance(Duration.ofMinutes(20));

    assertThat(world.clients().throughput().get("A")).isGreaterThan(1.2 * before);
  }

  @Test
  void aSlowNodeSlowsWhoeverNeedsIt() {
    World healthy = world();
    World slow = world(new SlowNode(Duration.ofMinutes(1), Duration.ofMinutes(30), 0, 0.1));
    healthy.advance(Duration.ofMinutes(2));
    slow.advance(Duration.ofMinutes(2));

    assertThat(slow.clients().throughput().get("A"))
        .isLessThan(0.7 * healthy.clients().throughput().get("A"));
  }

  /** It is flushed once in hours: its block is not pushed out by what is written to others. */
  @Test
  void aTableOfAFewRowsThatAreAlwaysUpdatedStaysInTheCache() {
    World world =
        new World(
            ScenarioFile.parse(
                "test",
                """
                name: counters
                nodes: 2
                layout: aligned
                lasts: 1h
                tenants:
                  - {name: A, operations: {read: 0.5, update: 0.5}, rows: 2000000, shares: 2}
                  - {name: few, clientsOf: A, operations: {read: 0.5, update: 0.5}, rows: 30, shares: 2}
                """),
            ModelConstants.fitted(),
            1);

    world.advance(Duration.ofMinutes(30));

    assertThat(world.nodes())
        .as("files are merged, so that this could fail")
        .allSatisfy(node -> assertThat(node.tiers).isPositive());
    assertThat(world.partitions())
        .filteredOn(partition -> partition.id.value().startsWith("few"))
        .hasSize(2)
        .allSatisfy(partition -> assertThat(partition.hotHeld).isGreaterThan(0.99));
  }
}
