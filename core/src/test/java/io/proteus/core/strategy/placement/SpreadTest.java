package io.proteus.core.strategy.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TIR-6. */
class SpreadTest {
  private static final NodeProfile UNKNOWN =
      new NodeProfile("as it is", MemorySplit.of(0.4, 0.4), ByteSize.ofKilobytes(64));
  private static final Spread BY_LOAD = new Spread(Even.LOAD, Ratio.of(0.1));
  private static final Spread BY_DATA = new Spread(Even.DATA, Ratio.of(0.1));
  private static final Spread BY_COUNT = new Spread(Even.COUNT, Ratio.of(0.1));

  @Test
  void whatIsEvenStaysWhereItIs() {
    List<Load> loads = even(3, 4);

    assertThat(moves(loads, place(BY_LOAD, loads, 3, 3))).isZero();
  }

  @Test
  void aNewNodeGetsItsShareAndNothingElseMoves() {
    List<Load> loads = even(3, 4);

    Placement placed = place(BY_LOAD, loads, 3, 4);

    assertThat(target(placed, "+1").partitions()).hasSize(3);
    assertThat(moves(loads, placed)).isEqualTo(3);
    assertThat(placed.removed()).isEmpty();
  }

  @Test
  void theNodeWithLeastToMoveIsEmptiedAndTheOthersKeepTheirs() {
    List<Load> loads = new ArrayList<>(even(3, 4));
    loads.removeIf(
        load -> load.node().equals(new NodeId("rs2")) && load.partition().value().endsWith("0"));

    Placement placed = place(BY_LOAD, loads, 3, 2);

    assertThat(placed.removed()).containsExactly(new NodeId("rs2"));
    assertThat(moves(loads, placed)).isEqualTo(3);
  }

  @Test
  void byCountEveryNodeHoldsAsManyWhateverTheirLoad() {
    List<Load> loads = new ArrayList<>();
    for (int index = 0; index < 9; index++) {
      loads.add(load("p" + index, index * 100, "rs1"));
    }

    assertThat(place(BY_COUNT, loads, 3, 3).nodes())
        .allSatisfy(node -> assertThat(node.partitions()).hasSize(3));
  }

  @ParameterizedTest
  @EnumSource(Even.class)
  void whereNothingIsUsedPartitionsAreCounted(Even even) {
    List<Load> loads = new ArrayList<>();
    for (int index = 0; index < 8; index++) {
      loads.add(load("p" + index, 0, "rs1"));
    }

    assertThat(place(new Spread(even, Ratio.of(0.1)), loads, 2, 2).nodes())
        .allSatisfy(node -> assertThat(node.partitions()).hasSize(4));
  }

  /** It is answered so seldom as it waits for its disk: that node must not get more. */
  @Test
  void byDataALargePartitionIsHeavyThoughItIsSeldomAnswered() {
    List<Load> loads =
        List.of(
            sized("large1", 10, 8 << 20, "rs1"),
            sized("large2", 10, 8 << 20, "rs1"),
            sized("small1", 50, 1 << 20, "rs2"),
            sized("small2", 50, 1 << 20, "rs2"));

    assertThat(moves(loads, place(BY_LOAD, loads, 2, 2))).isPositive();
    assertThat(moves(loads, place(BY_DATA, loads, 2, 2))).isZero();
  }

  @Test
  void byDataAHotPartitionIsHeavyThoughItIsSmall() {
    List<Load> loads =
        List.of(
            sized("hot", 900, 1 << 20, "rs1"),
            sized("a", 50, 5 << 20, "rs1"),
            sized("b", 50, 5 << 20, "rs2"));

    Placement placed = place(BY_DATA, loads, 2, 2);

    assertThat(target(placed, "rs1").partitions()).containsExactly(new PartitionId("hot"));
  }

  @Test
  void byDataWhatNobodyAsksForWeighsNothing() {
    List<Load> loads =
        List.of(
            sized("a", 50, 1 << 20, "rs1"),
            sized("archive", 0, 1 << 30, "rs1"),
            sized("b", 50, 1 << 20, "rs2"));

    assertThat(moves(loads, place(BY_DATA, loads, 2, 2))).isZero();
  }

  @Test
  void aHotPartitionIsLeftAloneAndTheOthersMakeRoom() {
    List<Load> loads =
        List.of(
            load("hot", 1000, "rs1"),
            load("a", 100, "rs1"),
            load("b", 100, "rs2"),
            load("c", 100, "rs2"),
            load("d", 100, "rs2"));

    Placement placed = place(BY_LOAD, loads, 3, 3);

    assertThat(target(placed, "rs1").partitions()).containsExactly(new PartitionId("hot"));
    assertThat(target(placed, "rs2").partitions()).hasSize(2);
    assertThat(target(placed, "rs3").partitions()).hasSize(2);
  }

  @Test
  void everyNodeKeepsItsSplitAndANewOneGetsTheUsualOne() {
    MemorySplit reading = MemorySplit.of(0.55, 0.10);
    MemorySplit usual = MemorySplit.of(0.40, 0.25);
    List<Node> nodes =
        List.of(
            new Node(new NodeId("rs1"), "1", reading, true),
            new Node(new NodeId("rs2"), "1", usual, true),
            new Node(new NodeId("rs3"), "1", usual, true));

    Placement placed = BY_LOAD.place(List.of(new Group(UNKNOWN, even(3, 2))), List.of(), nodes, 4);

    assertThat(target(placed, "rs1").profile().memory()).isEqualTo(reading);
    assertThat(target(placed, "rs3").profile().memory()).isEqualTo(usual);
    assertThat(target(placed, "+1").profile().memory()).isEqualTo(usual);
  }

  @Test
  void everyPartitionIsPlacedOnceAndTheHottestNodeNeverGetsHotterThanItMust() {
    Seeds.forAll(
        200,
        seed -> {
          Random random = new Random(seed);
          int present = 1 + random.nextInt(8);
          int wanted = 1 + random.nextInt(8);
          List<Load> loads = new ArrayList<>();
          double heaviest = 0;
          for (int index = 0; index < 40; index++) {
            double cost = random.nextInt(3) == 0 ? 0 : 100 * random.nextDouble();
            heaviest = Math.max(heaviest, cost);
            loads.add(load("p" + index, cost, "rs" + (1 + random.nextInt(present))));
          }

          Placement placed = place(BY_LOAD, loads, present, wanted);

          assertThat(placed.nodes()).hasSize(wanted);
          assertThat(placed.nodes().stream().flatMap(node -> node.partitions().stream()))
              .doesNotHaveDuplicates()
              .hasSize(40);
          assertThat(hottest(loads, placed))
              .isLessThanOrEqualTo(1.1 * mean(loads, wanted) + heaviest);
        });
  }

  private static double mean(List<Load> loads, int nodes) {
    return loads.stream().mapToDouble(Load::cost).sum() / nodes;
  }

  private static double hottest(List<Load> loads, Placement placed) {
    Map<PartitionId, Double> cost = new HashMap<>();
    loads.forEach(load -> cost.put(load.partition(), load.cost()));
    return placed.nodes().stream()
        .mapToDouble(node -> node.partitions().stream().mapToDouble(cost::get).sum())
        .max()
        .orElse(0);
  }

  private static int moves(List<Load> loads, Placement placed) {
    Map<PartitionId, NodeId> goals = new HashMap<>();
    placed.nodes().forEach(n -> n.partitions().forEach(p -> goals.put(p, n.node())));
    return (int) loads.stream().filter(l -> !goals.get(l.partition()).equals(l.node())).count();
  }

  private static NodeTarget target(Placement placed, String node) {
    return placed.nodes().stream()
        .filter(target -> target.node().value().equals(node))
        .findFirst()
        .orElseThrow();
  }

  private static Placement place(Spread spread, List<Load> loads, int present, int wanted) {
    List<Node> nodes = new ArrayList<>();
    for (int index = 1; index <= present; index++) {
      nodes.add(new Node(new NodeId("rs" + index), "1", MemorySplit.of(0.4, 0.25), true));
    }
    return spread.place(List.of(new Group(UNKNOWN, loads)), List.of(), nodes, wanted);
  }

  private static List<Load> even(int nodes, int partitions) {
    List<Load> loads = new ArrayList<>();
    for (int node = 1; node <= nodes; node++) {
      for (int index = 0; index < partitions; index++) {
        loads.add(load("p" + node + "-" + index, 100, "rs" + node));
      }
    }
    return loads;
  }

  private static Load load(String partition, double cost, String node) {
    return sized(partition, cost, 1 << 20, node);
  }

  private static Load sized(String partition, double cost, long bytes, String node) {
    return new Load(new PartitionId(partition), cost, bytes, new NodeId(node));
  }
}
