package io.proteus.core.strategy.placement;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * What each node should hold, in proportion to its speed.
 *
 * <p>A partition that is heavier than the fair share of every node cannot be shared: it gets a node
 * for itself, and the others share the rest. It stays where it is, unless a much faster node is
 * free, or a heavier partition has its node already.
 */
final class FairShares {
  /** A node for itself is taken elsewhere where its own is slower than this part of the fastest. */
  private static final double FAST_ENOUGH = 0.8;

  private static final int NONE = -1;

  private final double[] shares;
  private final int[] alone;
  private final double tolerance;

  private FairShares(double[] shares, int[] alone, double tolerance) {
    this.shares = shares;
    this.alone = alone;
    this.tolerance = tolerance;
  }

  /**
   * @param weights of the partitions
   * @param homes the node of each, -1 for none
   * @param speeds of the nodes
   */
  static FairShares of(double[] weights, int[] homes, double[] speeds, double tolerance) {
    double all = Arrays.stream(weights).sum();
    double able = Arrays.stream(speeds).sum();
    double[] shares = new double[speeds.length];
    int[] alone = new int[speeds.length];
    Arrays.fill(alone, NONE);
    double rest = all;
    double fastest = Arrays.stream(speeds).max().orElse(1);
    int[] heaviestFirst =
        IntStream.range(0, weights.length)
            .filter(item -> weights[item] * speeds.length > 0.1 * all)
            .boxed()
            .sorted(Comparator.<Integer>comparingDouble(item -> -weights[item]))
            .mapToInt(Integer::intValue)
            .toArray();
    int free = speeds.length;
    for (int item : heaviestFirst) {
      if (free < 2 || weights[item] <= rest / able * fastest * (1 + tolerance)) {
        break;
      }
      int host = host(homes[item], alone, speeds, fastest);
      alone[host] = item;
      rest -= weights[item];
      able -= speeds[host];
      free--;
      fastest = fastest(alone, speeds);
    }
    for (int node = 0; node < shares.length; node++) {
      shares[node] = Math.max(0, rest) * speeds[node] / able;
    }
    for (int node = 0; node < shares.length; node++) {
      shares[node] = alone[node] == NONE ? shares[node] : weights[alone[node]];
    }
    return new FairShares(shares, alone, tolerance);
  }

  private static int host(int home, int[] alone, double[] speeds, double fastest) {
    if (home != NONE && alone[home] == NONE && speeds[home] >= FAST_ENOUGH * fastest) {
      return home;
    }
    return IntStream.range(0, speeds.length)
        .filter(node -> alone[node] == NONE && speeds[node] == fastest)
        .findFirst()
        .orElseThrow();
  }

  private static double fastest(int[] alone, double[] speeds) {
    return IntStream.range(0, speeds.length)
        .filter(node -> alone[node] == NONE)
        .mapToDouble(node -> speeds[node])
        .max()
        .orElse(1);
  }

  /** The partition that has this node for itself; -1 where several share it. */
  int alone(int node) {
    return alone[node];
  }

  double of(int node) {
    return shares[node];
  }

  /** How far a node is above its share, as a part of it; 0 where it is not. */
  double above(int node, double weight) {
    return shares[node] <= 0 ? 0 : Math.max(0, weight / shares[node] - 1);
  }

  /** How far a node is below its share, as a part of it; 0 where it is not. */
  double below(int node, double weight) {
    boolean wantsNothing = shares[node] <= 0 || alone[node] != NONE;
    return wantsNothing ? 0 : Math.max(0, 1 - weight / shares[node]);
  }

  double tolerance() {
    return tolerance;
  }
}
