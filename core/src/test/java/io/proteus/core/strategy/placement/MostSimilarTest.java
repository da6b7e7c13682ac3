package io.proteus.core.strategy.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.strategy.placement.MostSimilar.Bundle;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jgrapht.alg.matching.KuhnMunkresMinimalWeightBipartitePerfectMatching;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;
import org.junit.jupiter.api.Test;

/**
 * MET-9, Algorithm 3, and how far it is from the optimum. The optimum is JGraphT's, on weights that
 * are worked out here.
 */
class MostSimilarTest {
  private static final int SEEDS = 200;
  private static final List<MemorySplit> SPLITS =
      List.of(
          MemorySplit.of(0.55, 0.10),
          MemorySplit.of(0.10, 0.55),
          MemorySplit.of(0.45, 0.20),
          MemorySplit.of(0.40, 0.25));

  /** What a matching comes to. */
  private record Outcome(int restarts, long keptBytes) {}

  @Test
  void upToFiftyNodesNoMatchingRestartsFewerNodesNorKeepsMoreBytes() {
    Seeds.forAll(
        SEEDS,
        seed -> {
          Problem problem = Problem.random(seed, 50);

          assertThat(problem.outcome(problem.match(MostSimilar.EXACT_UP_TO)))
              .isEqualTo(problem.optimum());
        });
  }

  @Test
  void inLargeClustersThatAreSetOnlineNearlyAllIsKeptThatCouldBe() {
    double[] kept = keptOfOptimum(1.0);

    assertThat(kept[kept.length / 2]).as("median").isGreaterThanOrEqualTo(0.97);
    assertThat(kept[0]).as("worst").isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void inLargeClustersThatAreRestartedNoNodeIsRestartedForTheSakeOfBytes() {
    double[] kept = keptOfOptimum(0.0);

    assertThat(kept[kept.length / 2]).as("median").isGreaterThanOrEqualTo(0.85);
    assertThat(kept[0]).as("worst").isGreaterThanOrEqualTo(0.7);
  }

  /** What the way for large clusters keeps on 300 nodes, as shares of the optimum, sorted. */
  private static double[] keptOfOptimum(double onlineShare) {
    List<Double> ratios = new ArrayList<>();
    Seeds.forAll(
        10,
        seed -> {
          Random random = new Random(seed);
          Problem problem = Problem.draw(random, 300, 290 + random.nextInt(20), onlineShare);

          Outcome large = problem.outcome(problem.match(0));

          Outcome best = problem.outcome(problem.match(MostSimilar.EXACT_UP_TO));
          assertThat(large.restarts()).isEqualTo(best.restarts());
          ratios.add((double) large.keptBytes() / best.keptBytes());
        });
    double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf(
        "%.0f %% of 300 nodes online: of what could be kept is kept %.3f (median), %.3f (worst)%n",
        100 * onlineShare, sorted[sorted.length / 2], sorted[0]);
    return sorted;
  }

  @Test
  void whatIsInPlaceStaysThereInLargeClustersToo() {
    Problem problem = Problem.inPlace(1000);

    assertThat(problem.match(MostSimilar.EXACT_UP_TO))
        .containsExactly(IntStream.range(0, 1000).toArray());
  }

  @Test
  void aRestartOutweighsAnyNumberOfBytes() {
    List<Node> nodes = List.of(node(0, SPLITS.get(0), false), node(1, SPLITS.get(1), false));
    List<Bundle> sets =
        List.of(
            set(SPLITS.get(0), load("a", Long.MAX_VALUE / 4, 1)),
            set(SPLITS.get(1), load("b", Long.MAX_VALUE / 4, 0)));

    assertThat(MostSimilar.match(nodes, sets, new long[2])).containsExactly(0, 1);
  }

  @Test
  void whereNoRestartIsNeededBytesDecide() {
    List<Node> nodes = List.of(node(0, SPLITS.get(0), true), node(1, SPLITS.get(1), true));
    List<Bundle> sets =
        List.of(set(SPLITS.get(0), load("a", 1, 1)), set(SPLITS.get(1), load("b", 1, 0)));

    assertThat(MostSimilar.match(nodes, sets, new long[2])).containsExactly(1, 0);
  }

  @Test
  void whereBytesDoNotDecideTheSplitThatIsThereStays() {
    List<Node> nodes = List.of(node(0, SPLITS.get(0), true), node(1, SPLITS.get(1), true));
    List<Bundle> sets = List.of(set(SPLITS.get(1)), set(SPLITS.get(0)));

    assertThat(MostSimilar.match(nodes, sets, new long[2])).containsExactly(1, 0);
  }

  @Test
  void theNodeThatGoesIsTheOneOfWhichLeastWouldStay() {
    List<Node> nodes =
        List.of(
            node(0, SPLITS.get(0), true),
            node(1, SPLITS.get(0), true),
            node(2, SPLITS.get(0), true));
    List<Bundle> sets =
        List.of(
            set(SPLITS.get(0), load("a", 100, 0), load("b", 10, 1)),
            set(SPLITS.get(0), load("c", 100, 2)));

    assertThat(MostSimilar.match(nodes, sets, new long[3])).containsExactly(0, 2);
    assertThat(MostSimilar.match(nodes, sets, new long[] {0, 500, 0})).containsExactly(1, 2);
  }

  @Test
  void aSetTooManyGoesToAPlannedNode() {
    List<Node> nodes = List.of(node(0, SPLITS.get(0), true));
    List<Bundle> sets =
        List.of(set(SPLITS.get(0)), set(SPLITS.get(0), load("a", 1, 0)), set(SPLITS.get(0)));

    assertThat(MostSimilar.match(nodes, sets, new long[1])[1]).isZero();
  }

  private static Node node(int index, MemorySplit split, boolean online) {
    return new Node(new NodeId("rs" + index), "1", split, online);
  }

  private static Bundle set(MemorySplit split, Load... loads) {
    return new Bundle(
        new NodeProfile(split.toString(), split, ByteSize.ofKilobytes(64)), List.of(loads));
  }

  private static Load load(String name, long bytes, int node) {
    return new Load(new PartitionId(name), 1, bytes, new NodeId("rs" + node));
  }

  /** A matching to be found. */
  private record Problem(List<Node> nodes, List<Bundle> sets, long[] idleBytes) {

    static Problem random(long seed, int mostNodes) {
      Random random = new Random(seed);
      int nodes = 1 + random.nextInt(mostNodes);
      int sets = Math.max(1, nodes + (random.nextInt(3) == 0 ? random.nextInt(11) - 5 : 0));
      return draw(random, nodes, sets, oneOf(random, 0, 0.5, 1));
    }

    static Problem draw(Random random, int nodeCount, int setCount, double onlineShare) {
      List<Node> nodes = new ArrayList<>();
      for (int index = 0; index < nodeCount; index++) {
        MemorySplit split = SPLITS.get(random.nextInt(SPLITS.size()));
        nodes.add(node(index, split, random.nextDouble() < onlineShare));
      }
      double inPlaceShare = oneOf(random, 0, 0.5, 0.9);
      int most = 1 + random.nextInt(50);
      List<Bundle> sets = new ArrayList<>();
      for (int set = 0; set < setCount; set++) {
        Load[] loads = new Load[random.nextInt(most + 1)];
        for (int index = 0; index < loads.length; index++) {
          boolean inPlace = random.nextDouble() < inPlaceShare;
          int home = inPlace ? set % nodeCount : random.nextInt(nodeCount);
          loads[index] = load(set + "-" + index, random.nextInt(2000), home);
        }
        sets.add(set(SPLITS.get(random.nextInt(3)), loads));
      }
      long[] idle = new long[nodeCount];
      if (random.nextBoolean()) {
        Arrays.setAll(idle, node -> random.nextInt(20_000));
      }
      return new Problem(nodes, sets, idle);
    }

    private static double oneOf(Random random, double... values) {
      return values[random.nextInt(values.length)];
    }

    static Problem inPlace(int count) {
      List<Node> nodes = new ArrayList<>();
      List<Bundle> sets = new ArrayList<>();
      for (int index = 0; index < count; index++) {
        nodes.add(node(index, SPLITS.get(index % 3), false));
        sets.add(
            set(SPLITS.get(index % 3), load("a" + index, 5, index), load("b" + index, 5, index)));
      }
      return new Problem(nodes, sets, new long[count]);
    }

    int[] match(int exactUpTo) {
      return MostSimilar.match(new Likeness(nodes, sets, idleBytes), exactUpTo);
    }

    Outcome outcome(int[] nodeOfSet) {
      int restarts = 0;
      long kept = 0;
      assertThat(IntStream.of(nodeOfSet).distinct().count()).isEqualTo(sets.size());
      for (int set = 0; set < nodeOfSet.length; set++) {
        restarts += restarts(nodeOfSet[set], set);
        kept += kept(nodeOfSet[set], set);
      }
      return new Outcome(restarts, kept);
    }

    private int restarts(int node, int set) {
      return node < nodes.size()
              && set < sets.size()
              && !nodes.get(node).memoryOnline()
              && !sets.get(set).memory().equals(nodes.get(node).memory())
          ? 1
          : 0;
    }

    private long kept(int node, int set) {
      if (node >= nodes.size() || set >= sets.size()) {
        return 0;
      }
      return idleBytes[node]
          + sets.get(set).loads().stream()
              .filter(load -> nodes.get(node).id().equals(load.node()))
              .mapToLong(load -> load.bytes() + 1)
              .sum();
    }

    Outcome optimum() {
      int size = Math.max(nodes.size(), sets.size());
      long restart = 100_000_000;
      var graph = new SimpleWeightedGraph<String, DefaultWeightedEdge>(DefaultWeightedEdge.class);
      Set<String> left = new LinkedHashSet<>();
      Set<String> right = new LinkedHashSet<>();
      for (int index = 0; index < size; index++) {
        left.add("set " + index);
        right.add("node " + index);
      }
      left.forEach(graph::addVertex);
      right.forEach(graph::addVertex);
      for (int set = 0; set < size; set++) {
        for (int node = 0; node < size; node++) {
          DefaultWeightedEdge edge = graph.addEdge("set " + set, "node " + node);
          graph.setEdgeWeight(edge, restart * restarts(node, set) - kept(node, set));
        }
      }
      int[] nodeOfSet = new int[sets.size()];
      new KuhnMunkresMinimalWeightBipartitePerfectMatching<>(graph, left, right)
          .getMatching()
          .getEdges()
          .forEach(
              edge -> {
                int set = Integer.parseInt(graph.getEdgeSource(edge).substring(4));
                if (set < sets.size()) {
                  nodeOfSet[set] = Integer.parseInt(graph.getEdgeTarget(edge).substring(5));
                }
              });
      return outcome(nodeOfSet);
    }
  }
}
