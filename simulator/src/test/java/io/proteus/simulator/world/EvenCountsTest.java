package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EvenCountsTest {
  private static final double SLOP = 0.2;

  private static NodeId node(int number) {
    return new NodeId("node-%02d:16020".formatted(number));
  }

  private static TreeMap<NodeId, List<PartitionId>> holding(int... counts) {
    TreeMap<NodeId, List<PartitionId>> held = new TreeMap<>();
    int partition = 0;
    for (int n = 0; n < counts.length; n++) {
      List<PartitionId> its = new ArrayList<>();
      for (int i = 0; i < counts[n]; i++) {
        its.add(new PartitionId("p-%03d".formatted(partition++)));
      }
      held.put(node(n), its);
    }
    return held;
  }

  private static Map<PartitionId, NodeId> goals(
      TreeMap<NodeId, List<PartitionId>> held, double slop, long seed) {
    return EvenCounts.goals(held, slop, new SplittableRandom(seed));
  }

  /** What every node holds once all is moved. */
  private static List<Integer> after(
      TreeMap<NodeId, List<PartitionId>> held, Map<PartitionId, NodeId> goals) {
    TreeMap<NodeId, Integer> counts = new TreeMap<>();
    held.keySet().forEach(node -> counts.put(node, 0));
    held.forEach(
        (node, its) ->
            its.forEach(
                partition -> counts.merge(goals.getOrDefault(partition, node), 1, Integer::sum)));
    return List.copyOf(counts.values());
  }

  @Test
  void aNodeThatIsNewGetsNoMoreThanTheFewestThatAnyHas() {
    TreeMap<NodeId, List<PartitionId>> held = holding(4, 4, 3, 3, 3, 3, 0);

    Map<PartitionId, NodeId> goals = goals(held, SLOP, 1);

    assertThat(goals).hasSize(2).containsValues(node(6));
    assertThat(after(held, goals)).containsExactly(3, 3, 3, 3, 3, 3, 2);
  }

  @Test
  void whatIsWithinTheSlopStays() {
    assertThat(goals(holding(12, 8, 10), SLOP, 1)).isEmpty();
    assertThat(goals(holding(13, 7, 10), SLOP, 1)).isNotEmpty();
    assertThat(goals(holding(12, 8, 10), 0, 1)).isNotEmpty();
  }

  @Test
  void whichGoIsByChanceAndTheSameForASeed() {
    TreeMap<NodeId, List<PartitionId>> held = holding(10, 10, 0);
    Set<Set<PartitionId>> gone = new HashSet<>();
    for (long seed = 1; seed <= 20; seed++) {
      Map<PartitionId, NodeId> goals = goals(held, SLOP, seed);
      assertThat(goals).as("seed %d", seed).hasSize(6).isEqualTo(goals(held, SLOP, seed));
      gone.add(goals.keySet());
    }

    assertThat(gone).hasSizeGreaterThan(15);
  }

  @Test
  void onAnyClusterAllHoldAsManyInTheEndWithAsFewMovesAsThatTakes() {
    for (long seed = 1; seed <= 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int[] counts = random.ints(random.nextInt(1, 12), 0, 15).toArray();
      TreeMap<NodeId, List<PartitionId>> held = holding(counts);
      int partitions = held.values().stream().mapToInt(List::size).sum();
      int least = partitions / counts.length;
      int most = least + (partitions % counts.length == 0 ? 0 : 1);

      Map<PartitionId, NodeId> goals = goals(held, 0, seed);

      assertThat(after(held, goals)).as("seed %d", seed).allMatch(n -> n == least || n == most);
      int tooMany = 0;
      int tooFew = 0;
      for (int count : counts) {
        tooMany += Math.max(0, count - most);
        tooFew += Math.max(0, least - count);
      }
      assertThat(goals).as("seed %d", seed).hasSize(Math.max(tooMany, tooFew));
    }
  }

  @Test
  void whereThereIsNobodyOrNothingNothingMoves() {
    assertThat(goals(holding(), SLOP, 1)).isEmpty();
    assertThat(goals(holding(0, 0), SLOP, 1)).isEmpty();
  }
}
