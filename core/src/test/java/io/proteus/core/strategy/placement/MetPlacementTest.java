package io.proteus.core.strategy.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** MET-7 to MET-9 together, and where the paper is silent. */
class MetPlacementTest {
  private static final NodeProfile READ = profile("read", 0.55, 0.10);
  private static final NodeProfile WRITE = profile("write", 0.10, 0.55);
  private static final NodeProfile SCAN = profile("scan", 0.55, 0.10);
  private static final NodeProfile MIXED = profile("read-write", 0.45, 0.20);
  private final MetPlacement met = new MetPlacement(MIXED);

  @Test
  void everyGroupHasNodesOfItsOwnThatSpreadItsRequests() {
    Placement placed =
        met.place(
            List.of(
                new Group(READ, loads("r", 1, 34, 26, 20, 20)),
                new Group(MIXED, loads("m", 1, 34, 26, 20, 20, 34, 26, 20, 20))),
            List.of(),
            nodes(3),
            3);

    assertThat(held(placed, "read")).containsExactly(List.of("r0", "r1", "r2", "r3"));
    assertThat(held(placed, "read-write"))
        .containsExactlyInAnyOrder(
            List.of("m0", "m1", "m2", "m6"), List.of("m3", "m4", "m5", "m7"));
    assertThat(placed.removed()).isEmpty();
    assertThat(placed.reasons())
        .extracting(Reason::toString)
        .containsExactly(
            "GROUPED: read: 4 partitions on 1 node; read-write: 8 partitions on 2 nodes");
  }

  @Test
  void withFewerNodesThanGroupsTheLeastUsedGroupJoinsTheMixedOne() {
    Placement placed =
        met.place(
            List.of(
                new Group(READ, loads("r", 1, 100)),
                new Group(WRITE, loads("w", 1, 5)),
                new Group(MIXED, loads("m", 1, 50))),
            List.of(),
            nodes(2),
            2);

    assertThat(held(placed, "read")).containsExactly(List.of("r0"));
    assertThat(held(placed, "read-write")).containsExactly(List.of("m0", "w0"));
    assertThat(placed.reasons())
        .extracting(Reason::code)
        .containsExactly(ReasonCode.GROUPS_MERGED, ReasonCode.GROUPED);
    assertThat(placed.reasons().get(0).sentence())
        .asString()
        .isEqualTo("2 nodes cannot hold 3 groups apart: write joins read-write as read-write");
  }

  @Test
  void withoutAMixedGroupTheTwoLeastUsedBecomeOne() {
    Placement placed =
        met.place(
            List.of(
                new Group(READ, loads("r", 1, 100)),
                new Group(WRITE, loads("w", 1, 5)),
                new Group(SCAN, loads("s", 1, 6))),
            List.of(),
            nodes(2),
            2);

    assertThat(held(placed, "read")).containsExactly(List.of("r0"));
    assertThat(held(placed, "read-write")).containsExactly(List.of("s0", "w0"));
  }

  @Test
  void oneNodeHoldsEverythingAsMixed() {
    Placement placed =
        met.place(
            List.of(
                new Group(READ, loads("r", 1, 100)),
                new Group(WRITE, loads("w", 1, 50)),
                new Group(SCAN, loads("s", 1, 20))),
            List.of(),
            nodes(2),
            1);

    assertThat(held(placed, "read-write")).containsExactly(List.of("r0", "s0", "w0"));
    assertThat(placed.removed()).hasSize(1);
  }

  @Test
  void idlePartitionsCountTowardsNoGroupAndStayWhereTheyAre() {
    Placement placed =
        met.place(
            List.of(
                new Group(READ, loads("r", 1, 10, 10)), new Group(WRITE, loads("w", 2, 10, 10))),
            loads("i", 2, 0, 0, 0, 0, 0, 0),
            nodes(2),
            2);

    assertThat(held(placed, "read")).containsExactly(List.of("r0", "r1"));
    assertThat(target(placed, "rs2").partitions())
        .contains(IntStream.range(0, 6).mapToObj(i -> id("i" + i)).toArray(PartitionId[]::new));
  }

  @Test
  void theNodeThatGoesIsTheLeastValuableAndItsIdlePartitionsAreSpread() {
    List<Load> read = new ArrayList<>(loads("r", 1, 10, 10));
    read.addAll(loads("q", 2, 10, 10));

    List<Load> idle =
        List.of(
            new Load(id("i0"), 0, 1, new NodeId("rs3")),
            new Load(id("i1"), 0, 1, new NodeId("rs3")));

    Placement placed = met.place(List.of(new Group(READ, read)), idle, nodes(3), 2);

    assertThat(placed.removed()).containsExactly(new NodeId("rs3"));
    assertThat(placed.nodes())
        .allSatisfy(
            target -> assertThat(target.partitions()).anyMatch(p -> p.value().startsWith("i")));
  }

  @Test
  void aNodeWithMuchIdleDataIsKeptRatherThanOneWithLittle() {
    List<Load> read = new ArrayList<>(loads("r", 1, 10));
    read.addAll(loads("q", 2, 10));
    List<Load> archive = List.of(new Load(id("archive"), 0, 1L << 40, new NodeId("rs3")));

    Placement placed = met.place(List.of(new Group(READ, read)), archive, nodes(3), 2);

    assertThat(placed.removed()).doesNotContain(new NodeId("rs3"));
  }

  @Test
  void nodesThatDoNotExistYetAreCountedFromOne() {
    Placement placed =
        met.place(
            List.of(new Group(READ, loads("r", 1, 4, 3, 2, 1, 1, 1))), List.of(), nodes(1), 3);

    assertThat(placed.nodes())
        .extracting(target -> target.node().value())
        .containsExactlyInAnyOrder("rs1", "+1", "+2");
    assertThat(placed.nodes()).allMatch(target -> target.partitions().size() == 2);
  }

  @Test
  void aPartitionThatNobodyServesIsPlacedLikeAnyOther() {
    Placement placed =
        met.place(
            List.of(new Group(READ, List.of(new Load(id("a"), 5, 5, null)))),
            List.of(new Load(id("b"), 0, 5, null)),
            nodes(1),
            1);

    assertThat(target(placed, "rs1").partitions()).containsExactly(id("a"), id("b"));
  }

  @Test
  void nothingToPlaceAndNowhereToPlaceItAreRefused() {
    assertThatThrownBy(() -> met.place(List.of(), List.of(), nodes(1), 1))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("got none");
    assertThatThrownBy(() -> met.place(List.of(), List.of(), nodes(1), 0))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("got 0");
  }

  @Test
  void everyPartitionIsPlacedOnceAndEveryNodeIsKeptPlannedOrRemoved() {
    Seeds.forAll(
        500,
        seed -> {
          Random random = new Random(seed);
          int present = 1 + random.nextInt(12);
          int wanted = 1 + random.nextInt(14);
          List<Group> groups = new ArrayList<>();
          for (NodeProfile profile : List.of(READ, WRITE, SCAN, MIXED)) {
            if (groups.isEmpty() || random.nextBoolean()) {
              groups.add(new Group(profile, randomLoads(random, profile.name(), present)));
            }
          }
          List<Load> idle = random.nextBoolean() ? List.of() : randomLoads(random, "i", present);

          Placement placed = met.place(groups, idle, nodes(present), wanted);

          List<PartitionId> all = new ArrayList<>();
          groups.forEach(group -> group.loads().forEach(load -> all.add(load.partition())));
          idle.forEach(load -> all.add(load.partition()));
          assertThat(placed.nodes().stream().flatMap(target -> target.partitions().stream()))
              .containsExactlyInAnyOrderElementsOf(all);
          assertThat(placed.nodes()).hasSize(wanted);
          assertThat(placed.removed()).hasSize(Math.max(0, present - wanted));
          assertThat(placed.nodes().stream().filter(target -> target.node().isPlanned()))
              .hasSize(Math.max(0, wanted - present));
        });
  }

  private static List<Load> randomLoads(Random random, String prefix, int nodes) {
    List<Load> loads = new ArrayList<>();
    int count = 1 + random.nextInt(30);
    for (int index = 0; index < count; index++) {
      loads.add(
          new Load(
              id(prefix + index),
              random.nextInt(100),
              random.nextInt(1000),
              new NodeId("rs" + (1 + random.nextInt(nodes)))));
    }
    return loads;
  }

  private static List<Load> loads(String prefix, int node, double... costs) {
    List<Load> loads = new ArrayList<>();
    for (int index = 0; index < costs.length; index++) {
      loads.add(new Load(id(prefix + index), costs[index], 100, new NodeId("rs" + node)));
    }
    return loads;
  }

  private static List<Node> nodes(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new Node(new NodeId("rs" + i), "1", MemorySplit.of(0.40, 0.25), true))
        .toList();
  }

  private static PartitionId id(String name) {
    return new PartitionId(name);
  }

  private static NodeProfile profile(String name, double cache, double writeBuffer) {
    return new NodeProfile(name, MemorySplit.of(cache, writeBuffer), ByteSize.ofKilobytes(64));
  }

  private static NodeTarget target(Placement placed, String node) {
    return placed.nodes().stream()
        .filter(target -> target.node().value().equals(node))
        .findFirst()
        .orElseThrow();
  }

  private static List<List<String>> held(Placement placed, String profile) {
    return placed.nodes().stream()
        .filter(target -> target.profile().name().equals(profile))
        .map(target -> target.partitions().stream().map(PartitionId::value).toList())
        .toList();
  }
}
