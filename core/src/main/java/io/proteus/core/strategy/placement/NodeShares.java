package io.proteus.core.strategy.placement;

import io.proteus.core.units.InvalidValue;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * MeT's grouping (MET-7): nodes per group = partitions in group / all partitions x nodes, made
 * whole by largest remainders, with at least one node for each group and the exact sum.
 */
final class NodeShares {
  private NodeShares() {}

  /**
   * @param partitions in each group, each at least 1
   * @param nodes at least one a group
   * @return nodes for each group
   */
  static int[] apportion(int[] partitions, int nodes) {
    if (nodes < partitions.length) {
      throw new InvalidValue(
          "grouping: want a node for each of %d groups, got %d."
              .formatted(partitions.length, nodes));
    }
    long all = Arrays.stream(partitions).asLongStream().sum();
    int[] shares = new int[partitions.length];
    int given = 0;
    for (int group = 0; group < shares.length; group++) {
      shares[group] = Math.max(1, (int) ((long) partitions[group] * nodes / all));
      given += shares[group];
    }
    settle(partitions, shares, nodes - given, nodes, all);
    return shares;
  }

  /** Gives to, or takes from, the group that is furthest from its exact share. */
  private static void settle(int[] partitions, int[] shares, int missing, long nodes, long all) {
    // times all, so that equal claims are equal: as fractions, rounding would decide
    Comparator<Integer> byLack =
        Comparator.comparingLong(group -> shares[group] * all - partitions[group] * nodes);
    int step = Integer.signum(missing);
    var order =
        new PriorityQueue<Integer>(
            (step > 0 ? byLack : byLack.reversed()).thenComparing(Comparator.naturalOrder()));
    for (int group = 0; group < shares.length; group++) {
      order.add(group);
    }
    for (int left = Math.abs(missing); left > 0; ) {
      Integer group = order.remove();
      if (step < 0 && shares[group] == 1) {
        continue; // keeps its only node
      }
      shares[group] += step;
      left--;
      order.add(group);
    }
  }
}
