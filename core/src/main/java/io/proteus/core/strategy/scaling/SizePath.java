package io.proteus.core.strategy.scaling;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.IntBinaryOperator;

/**
 * The cheapest sizes over the steps to come: node-hours and the price of every resize, where each
 * step must have enough nodes. Dynamic programming from the last step back.
 */
final class SizePath {
  interface Price {
    double of(int from, int to);
  }

  private final int[] sizes;
  private final double[] costOfGoingOn;

  /** The best size of the step after a step, by the step and the index of its size. */
  private final int[][] following;

  private final Price price;
  private final int present;

  /**
   * @param steps how many there are
   * @param hours that one step lasts
   * @param needed nodes in a step, where so many are wanted: more is wanted of a size that is below
   *     the present one
   */
  SizePath(int present, int steps, double hours, IntBinaryOperator needed, Price price) {
    this.present = present;
    this.price = price;
    this.sizes = candidates(present, steps, needed);
    this.following = new int[steps][sizes.length];
    double[] later = new double[sizes.length];
    for (int step = steps - 1; step >= 0; step--) {
      double[] from = new double[sizes.length];
      for (int size = 0; size < sizes.length; size++) {
        boolean enough = sizes[size] >= needed.applyAsInt(step, sizes[size]);
        from[size] = enough ? sizes[size] * hours + later[size] : Double.POSITIVE_INFINITY;
      }
      later = step == 0 ? from : withChange(from, following[step - 1]);
    }
    this.costOfGoingOn = later;
  }

  /** Sizes that are just enough for some step; no other can be the cheapest. */
  private static int[] candidates(int present, int steps, IntBinaryOperator needed) {
    NavigableSet<Integer> sizes = new TreeSet<>();
    sizes.add(present);
    for (int step = 0; step < steps; step++) {
      sizes.add(needed.applyAsInt(step, present));
      sizes.add(needed.applyAsInt(step, 1));
    }
    return sizes.stream().mapToInt(Integer::intValue).toArray();
  }

  private double[] withChange(double[] costs, int[] next) {
    double[] best = new double[sizes.length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    for (int from = 0; from < sizes.length; from++) {
      for (int to = 0; to < sizes.length; to++) {
        double cost = costs[to] + price.of(sizes[from], sizes[to]);
        if (cost < best[from]) {
          best[from] = cost;
          next[from] = to;
        }
      }
    }
    return best;
  }

  /** The size to take now; of equally cheap ones the nearest to the present. */
  int first() {
    int best = present;
    double least = costOf(present);
    for (int size : sizes) {
      double cost = costOf(size);
      boolean nearer = Math.abs(size - present) < Math.abs(best - present);
      if (cost < least - 1e-9 || (cost < least + 1e-9 && nearer)) {
        best = size;
        least = cost;
      }
    }
    return best;
  }

  /** The cost of going to a size now and on from there, in node-hours. */
  double costOf(int size) {
    return price.of(present, size) + costOfGoingOn[Arrays.binarySearch(sizes, size)];
  }

  /** How many nodes there are in each step, from a size on that is taken now. */
  int[] from(int size) {
    int[] path = new int[following.length];
    int at = Arrays.binarySearch(sizes, size);
    for (int step = 0; step < path.length; step++) {
      path[step] = sizes[at];
      at = following[step][at];
    }
    return path;
  }
}
