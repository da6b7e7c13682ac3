package io.proteus.core.strategy.placement;

import static io.proteus.core.strategy.ReasonCode.HOT_PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class LeastMovesTest {
  private static final NodeProfile PROFILE = NodeProfile.asItIs(MemorySplit.of(0.4, 0.4));
  private static final LeastMoves BY_LOAD = new LeastMoves(Even.LOAD, Ratio.of(0.1));
  private static final long GB = 1L << 30;

  @Test
  void nothingMovesOnABalancedCluster() {
    List<Load> loads = even(6, 20);

    for (Even even : Even.values()) {
      assertThat(moved(loads, new LeastMoves(even, Ratio.of(0.1)), 6, 6)).isEmpty();
    }
  }

  @Test
  void aNewNodeTakesItsShareAndNothingElseMoves() {
    List<Load> loads = even(4, 5);

    assertThat(moved(loads, BY_LOAD, 4, 5).values()).hasSize(4).containsOnly(new NodeId("+1"));
  }

  @Test
  void theNodeWithTheLeastDataGoesAndNothingMovesAmongTheOthers() {
    List<Load> loads = new ArrayList<>(even(4, 6));
    loads.replaceAll(
        load ->
            load.node().value().equals("rs2")
                ? new Load(load.partition(), load.cost(), GB / 2, load.node())
                : load);

    Placement placed = place(loads, BY_LOAD, 4, 3, node -> 1);

    assertThat(placed.removed()).containsExactly(new NodeId("rs2"));
    assertThat(moved(loads, placed)).hasSize(6);
  }

  @Test
  void whatIsSmallForItsLoadMoves() {
    List<Load> loads = new ArrayList<>(even(3, 6));
    loads.add(new Load(new PartitionId("small"), 200, GB / 100, new NodeId("rs1")));
    loads.add(new Load(new PartitionId("large"), 200, 10 * GB, new NodeId("rs1")));

    assertThat(moved(loads, BY_LOAD, 3, 3).keySet()).contains(new PartitionId("small"));
    assertThat(moved(loads, BY_LOAD, 3, 3).keySet()).doesNotContain(new PartitionId("large"));
  }

  @Test
  void aSlowNodeHoldsLessAndIsTheFirstToGo() {
    List<Load> loads = even(3, 10);
    ToDoubleFunction<NodeId> speeds = node -> node.value().equals("rs2") ? 0.5 : 1;

    assertThat(held(loads, place(loads, BY_LOAD, 3, 3, speeds)).get(new NodeId("rs2")))
        .isBetween(500.0, 660.0);
    assertThat(place(loads, BY_LOAD, 3, 2, speeds).removed()).containsExactly(new NodeId("rs2"));
  }

  @Test
  void aPartitionHeavierThanAFairShareGetsANodeAloneAndIsNamed() {
    List<Load> loads = new ArrayList<>(even(3, 4));
    loads.add(new Load(new PartitionId("hot"), 2000, GB, new NodeId("rs1")));

    Placement placed = place(loads, BY_LOAD, 3, 3, node -> 1);

    Map<PartitionId, NodeId> moved = moved(loads, placed);
    assertThat(moved).hasSize(4).doesNotContainKey(new PartitionId("hot"));
    assertThat(placed.reasons())
        .anySatisfy(
            reason -> {
              assertThat(reason.code()).isEqualTo(HOT_PARTITION);
              assertThat(reason.toString()).contains("hot");
            });
  }

  /** 20 partitions do not divide by 6: the layout that is nearest is not looked for anew. */
  @Test
  void whatCannotBeEvenStaysUnlessItGetsMuchBetter() {
    List<Load> loads = new ArrayList<>();
    for (int index = 0; index < 20; index++) {
      loads.add(load("p" + index, "rs" + (1 + index % 6)));
    }
    assertThat(moved(loads, BY_LOAD, 6, 6)).isEmpty();

    loads.replaceAll(load -> load.partition().value().equals("p1") ? load("p1", "rs1") : load);

    assertThat(moved(loads, BY_LOAD, 6, 6)).hasSize(1);
  }

  @Test
  void noiseMovesNothing() {
    int[] disturbed = new int[1];
    Seeds.forAll(
        200,
        seed -> {
          Random random = new Random(seed);
          int nodes = 3 + random.nextInt(8);
          List<Load> loads = byChance(random, nodes, nodes * (5 + random.nextInt(20)));
          loads = after(loads, place(loads, BY_LOAD, nodes, nodes, node -> 1));
          loads.replaceAll(
              load ->
                  new Load(
                      load.partition(),
                      load.cost() * (1 + 0.05 * random.nextGaussian()),
                      load.bytes(),
                      load.node()));
          disturbed[0] += moved(loads, BY_LOAD, nodes, nodes).isEmpty() ? 0 : 1;
        });
    assertThat(disturbed[0]).isLessThanOrEqualTo(2);
  }

  /** All placements of a few partitions on three nodes are tried for the fewest bytes. */
  @Test
  void noFewerBytesReachTheSameBalance() {
    Seeds.forAll(
        30,
        seed -> {
          Random random = new Random(seed);
          List<Load> loads = byChance(random, 3, 9);
          Placement placed = place(loads, BY_LOAD, 3, 3, node -> 1);
          if (moved(loads, placed).isEmpty()) {
            return;
          }
          double mean = loads.stream().mapToDouble(Load::cost).sum() / 3;
          var held = held(loads, placed).values();
          double highest = held.stream().mapToDouble(h -> h).max().orElseThrow();
          double lowest = held.stream().mapToDouble(h -> h).min().orElseThrow();

          long least =
              leastBytes(loads, Math.min(lowest, 0.9 * mean), Math.max(highest, 1.1 * mean));

          assertThat(bytes(loads, placed)).isLessThanOrEqualTo(Math.round(1.1 * least));
        });
  }

  @Test
  void everyPartitionIsPlacedOnceOnANodeThatIsToBe() {
    Seeds.forAll(
        100,
        seed -> {
          Random random = new Random(seed);
          int present = 1 + random.nextInt(8);
          int wanted = 1 + random.nextInt(8);
          List<Load> loads = byChance(random, present, 40);
          loads.set(0, new Load(new PartitionId("homeless"), 5, GB, null));
          loads.set(1, new Load(new PartitionId("idle"), 0, GB, new NodeId("rs1")));

          Placement placed =
              place(loads, BY_LOAD, present, wanted, node -> 0.3 + node.hashCode() % 3);

          assertThat(placed.nodes()).hasSize(wanted);
          assertThat(placed.removed()).hasSize(Math.max(0, present - wanted));
          assertThat(placed.nodes().stream().flatMap(node -> node.partitions().stream()))
              .doesNotHaveDuplicates()
              .hasSize(loads.size());
        });
  }

  private static long leastBytes(List<Load> loads, double lowest, double highest) {
    int[] present = loads.stream().mapToInt(LeastMovesTest::indexOfNode).toArray();
    double[] costs = loads.stream().mapToDouble(Load::cost).toArray();
    long[] sizes = loads.stream().mapToLong(Load::bytes).toArray();
    double[] held = new double[3];
    long least = Long.MAX_VALUE;
    int all = (int) Math.pow(3, costs.length);
    for (int placing = 0; placing < all; placing++) {
      Arrays.fill(held, 0);
      long bytes = 0;
      int rest = placing;
      for (int index = 0; index < costs.length; index++) {
        int node = rest % 3;
        rest /= 3;
        held[node] += costs[index];
        bytes += present[index] == node ? 0 : sizes[index];
      }
      boolean within = true;
      for (double weight : held) {
        within &= weight >= lowest - 1e-6 && weight <= highest + 1e-6;
      }
      least = within ? Math.min(least, bytes) : least;
    }
    return least;
  }

  /** The place of rs1, rs2 or rs3 among the three, from 0 on. */
  private static int indexOfNode(Load load) {
    return List.of("rs1", "rs2", "rs3").indexOf(load.node().value());
  }

  private static List<Load> byChance(Random random, int nodes, int partitions) {
    List<Load> loads = new ArrayList<>();
    for (int index = 0; index < partitions; index++) {
      loads.add(
          new Load(
              new PartitionId("p" + index),
              100 * Math.exp(random.nextGaussian() / 2),
              Math.round(GB * Math.exp(random.nextGaussian() / 2)),
              new NodeId("rs" + (1 + random.nextInt(nodes)))));
    }
    return loads;
  }

  private static List<Load> even(int nodes, int partitions) {
    List<Load> loads = new ArrayList<>();
    for (int index = 0; index < nodes * partitions; index++) {
      loads.add(load("p" + index, "rs" + (1 + index % nodes)));
    }
    return loads;
  }

  private static Load load(String partition, String node) {
    return new Load(new PartitionId(partition), 100, GB, new NodeId(node));
  }

  private static Placement place(
      List<Load> loads,
      LeastMoves policy,
      int present,
      int wanted,
      ToDoubleFunction<NodeId> speeds) {
    List<Node> nodes = new ArrayList<>();
    for (int index = 1; index <= present; index++) {
      nodes.add(new Node(new NodeId("rs" + index), "1", PROFILE.memory(), true));
    }
    return policy.place(List.of(new Group(PROFILE, loads)), List.of(), nodes, wanted, speeds);
  }

  private static Map<PartitionId, NodeId> moved(
      List<Load> loads, LeastMoves policy, int present, int wanted) {
    return moved(loads, place(loads, policy, present, wanted, node -> 1));
  }

  /** The partitions that move, and where to. */
  private static Map<PartitionId, NodeId> moved(List<Load> loads, Placement placed) {
    Map<PartitionId, NodeId> places = places(placed);
    loads.forEach(
        load -> {
          if (places.get(load.partition()).equals(load.node())) {
            places.remove(load.partition());
          }
        });
    return places;
  }

  private static List<Load> after(List<Load> loads, Placement placed) {
    Map<PartitionId, NodeId> places = places(placed);
    return new ArrayList<>(
        loads.stream()
            .map(
                load ->
                    new Load(
                        load.partition(), load.cost(), load.bytes(), places.get(load.partition())))
            .toList());
  }

  private static Map<PartitionId, NodeId> places(Placement placed) {
    Map<PartitionId, NodeId> places = new HashMap<>();
    placed.nodes().forEach(node -> node.partitions().forEach(p -> places.put(p, node.node())));
    return places;
  }

  private static Map<NodeId, Double> held(List<Load> loads, Placement placed) {
    Map<PartitionId, NodeId> places = places(placed);
    Map<NodeId, Double> held = new HashMap<>();
    placed.nodes().forEach(node -> held.put(node.node(), 0.0));
    loads.forEach(load -> held.merge(places.get(load.partition()), load.cost(), Double::sum));
    return held;
  }

  private static long bytes(List<Load> loads, Placement placed) {
    Map<PartitionId, NodeId> moved = moved(loads, placed);
    return loads.stream()
        .filter(load -> moved.containsKey(load.partition()))
        .mapToLong(Load::bytes)
        .sum();
  }
}
