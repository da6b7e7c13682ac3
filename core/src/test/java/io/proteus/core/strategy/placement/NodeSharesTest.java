package io.proteus.core.strategy.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.fixture.Seeds;
import io.proteus.core.units.InvalidValue;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** MET-7. */
class NodeSharesTest {

  @Test
  void thePapersTenantsGetThePapersNodes() {
    // read, write, read-write, scan
    assertThat(NodeShares.apportion(new int[] {4, 5, 8, 4}, 5)).containsExactly(1, 1, 2, 1);
  }

  @Test
  void aSmallGroupGetsANodeAtTheCostOfTheOneWithTheLeastClaimToIts() {
    assertThat(NodeShares.apportion(new int[] {1, 1, 98}, 4)).containsExactly(1, 1, 2);
    assertThat(NodeShares.apportion(new int[] {1, 52, 47}, 3)).containsExactly(1, 1, 1);
  }

  @Test
  void equalGroupsShareInTheirOrder() {
    assertThat(NodeShares.apportion(new int[] {10, 10}, 5)).containsExactly(3, 2);
  }

  @Test
  void moreGroupsThanNodesAreRefused() {
    assertThatThrownBy(() -> NodeShares.apportion(new int[] {1, 1, 1}, 2))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("3 groups, got 2");
  }

  @Test
  void theSumIsExactAndNoGroupIsWithoutANode() {
    Seeds.forAll(
        2000,
        seed -> {
          Random random = new Random(seed);
          int[] partitions = partitions(random, 5, 1 << random.nextInt(20));
          int nodes = partitions.length + random.nextInt(5000);

          int[] shares = NodeShares.apportion(partitions, nodes);

          assertThat(Arrays.stream(shares).sum()).isEqualTo(nodes);
          assertThat(Arrays.stream(shares).min().orElseThrow()).isPositive();
        });
  }

  @Test
  void whereEveryGroupEarnsANodeTheSharesAreThoseOfTheLargestRemainders() {
    Seeds.forAll(
        2000,
        seed -> {
          Random random = new Random(seed);
          int[] partitions = partitions(random, 5, 50);
          int smallest = Arrays.stream(partitions).min().orElseThrow();
          int all = Arrays.stream(partitions).sum();
          int nodes = (all + smallest - 1) / smallest + random.nextInt(100);

          assertThat(NodeShares.apportion(partitions, nodes))
              .containsExactly(largestRemainders(partitions, nodes));
        });
  }

  @Test
  void noWholeSharesAreNearerToTheExactOnes() {
    Seeds.forAll(
        500,
        seed -> {
          Random random = new Random(seed);
          int[] partitions = partitions(random, 4, 40);
          int nodes = partitions.length + random.nextInt(8);

          int[] shares = NodeShares.apportion(partitions, nodes);

          assertThat(distance(partitions, shares, nodes))
              .isEqualTo(nearest(partitions, new int[partitions.length], 0, nodes), within(1e-9));
        });
  }

  private static int[] partitions(Random random, int mostGroups, int most) {
    return IntStream.range(0, 1 + random.nextInt(mostGroups))
        .map(group -> 1 + random.nextInt(most))
        .toArray();
  }

  /** Hamilton's method, written down as in a textbook. */
  private static int[] largestRemainders(int[] partitions, int nodes) {
    long all = Arrays.stream(partitions).sum();
    int[] shares = Arrays.stream(partitions).map(p -> (int) ((long) p * nodes / all)).toArray();
    int left = nodes - Arrays.stream(shares).sum();
    IntStream.range(0, partitions.length)
        .boxed()
        .sorted(
            Comparator.comparingLong((Integer g) -> -((long) partitions[g] * nodes % all))
                .thenComparing(Comparator.naturalOrder()))
        .limit(left)
        .forEach(group -> shares[group]++);
    return shares;
  }

  private static double nearest(int[] partitions, int[] shares, int group, int nodes) {
    int left = nodes - Arrays.stream(shares).limit(group).sum();
    if (group == partitions.length - 1) {
      shares[group] = left;
      return left < 1 ? Double.MAX_VALUE : distance(partitions, shares, nodes);
    }
    double best = Double.MAX_VALUE;
    for (int share = 1; share <= left; share++) {
      shares[group] = share;
      best = Math.min(best, nearest(partitions, shares, group + 1, nodes));
    }
    return best;
  }

  private static double distance(int[] partitions, int[] shares, int nodes) {
    double all = Arrays.stream(partitions).sum();
    return IntStream.range(0, shares.length)
        .mapToDouble(group -> Math.abs(shares[group] - partitions[group] * nodes / all))
        .sum();
  }
}
