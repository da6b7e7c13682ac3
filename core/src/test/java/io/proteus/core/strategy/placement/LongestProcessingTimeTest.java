package io.proteus.core.strategy.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.fixture.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** MET-8, Algorithm 2. */
class LongestProcessingTimeTest {

  @Test
  void theCostliestGoesToTheNodeWithTheLeastSoFar() {
    assertThat(costs(LongestProcessingTime.assign(loads(34, 26, 20, 20, 34, 26, 20, 20), 2)))
        .containsExactly(List.of(34.0, 26.0, 20.0, 20.0), List.of(34.0, 26.0, 20.0, 20.0));
  }

  @Test
  void aHotPartitionSharesItsNodeWithTheColdest() {
    assertThat(costs(LongestProcessingTime.assign(loads(100, 10, 9, 8), 2)))
        .containsExactly(List.of(100.0, 8.0), List.of(10.0, 9.0));
  }

  @Test
  void moreNodesThanPartitionsLeaveSomeEmpty() {
    assertThat(LongestProcessingTime.assign(loads(5), 3)).extracting(List::size).contains(1, 0, 0);
  }

  @Test
  void equalCostsAreTakenByNameSoThatTheSameInputGivesTheSameSets() {
    List<Load> loads = loads(1, 1, 1, 1);
    List<Load> reversed = new ArrayList<>(loads);
    java.util.Collections.reverse(reversed);

    assertThat(LongestProcessingTime.assign(reversed, 2))
        .isEqualTo(LongestProcessingTime.assign(loads, 2));
  }

  @Test
  void everyPartitionIsInOneSetAndNoSetHoldsMoreThanItsShareRoundedUp() {
    Seeds.forAll(
        1000,
        seed -> {
          Random random = new Random(seed);
          int nodes = 1 + random.nextInt(20);
          List<Load> loads = loads(randomCosts(random, random.nextInt(200)));

          List<List<Load>> sets = LongestProcessingTime.assign(loads, nodes);

          assertThat(sets).hasSize(nodes);
          assertThat(sets.stream().flatMap(List::stream))
              .containsExactlyInAnyOrderElementsOf(loads);
          int room = (loads.size() + nodes - 1) / nodes;
          assertThat(sets).allMatch(set -> set.size() <= room);
        });
  }

  @Test
  void theBusiestNodeHasAtMostAThirdMoreThanItWouldHaveAtBest() {
    Seeds.forAll(
        1500,
        seed -> {
          Random random = new Random(seed);
          int nodes = 2 + random.nextInt(3);
          double[] costs = randomCosts(random, 1 + random.nextInt(10));

          double busiest = busiest(LongestProcessingTime.assign(loads(costs), nodes));

          double best = best(costs, nodes);
          assertThat(busiest).isLessThanOrEqualTo(best * (4.0 / 3 - 1.0 / (3 * nodes)) + 1e-9);
        });
  }

  private static double[] randomCosts(Random random, int count) {
    boolean skewed = random.nextBoolean();
    return random
        .doubles(count, 0, 1)
        .map(draw -> Math.rint(skewed ? Math.exp(8 * draw) : 100 * draw))
        .toArray();
  }

  private static double busiest(List<List<Load>> sets) {
    return sets.stream()
        .mapToDouble(set -> set.stream().mapToDouble(Load::cost).sum())
        .max()
        .orElseThrow();
  }

  /** The least that the busiest node can have, with as many partitions a node as LPT may give. */
  private static double best(double[] costs, int nodes) {
    int room = (costs.length + nodes - 1) / nodes;
    return best(costs, 0, new double[nodes], new int[nodes], room);
  }

  private static double best(double[] costs, int next, double[] loads, int[] counts, int room) {
    if (next == costs.length) {
      return java.util.Arrays.stream(loads).max().orElseThrow();
    }
    double best = Double.MAX_VALUE;
    for (int node = 0; node < loads.length; node++) {
      if (counts[node] < room) {
        counts[node]++;
        loads[node] += costs[next];
        best = Math.min(best, best(costs, next + 1, loads, counts, room));
        counts[node]--;
        loads[node] -= costs[next];
        if (counts[node] == 0) {
          break; // empty nodes are alike
        }
      }
    }
    return best;
  }

  private static List<Load> loads(double... costs) {
    List<Load> loads = new ArrayList<>();
    for (int index = 0; index < costs.length; index++) {
      loads.add(new Load(new PartitionId("p%03d".formatted(index)), costs[index], 0, null));
    }
    return loads;
  }

  private static List<List<Double>> costs(List<List<Load>> sets) {
    return sets.stream().map(set -> set.stream().map(Load::cost).toList()).toList();
  }
}
