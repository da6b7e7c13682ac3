package io.proteus.core.strategy.scaling;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The value of every number of machines (MDP-3): Bellman's equation {@code V(s) = max over a of
 * R(s') + gamma V(s')}, where an action leads to {@code s'} for sure, solved by iteration.
 */
final class ValueIteration {
  private static final int MOST_ITERATIONS = 10_000;
  private static final double SETTLED = 1e-9;

  private final int least;
  private final int step;
  private final double discount;
  private final double[] reward;
  private double[] value;

  /**
   * @param step the most machines that one action adds or removes
   * @param discount gamma, 0..1 without 1
   */
  ValueIteration(int least, int most, int step, double discount, IntToDoubleFunction rewardOf) {
    this.least = least;
    this.step = step;
    this.discount = discount;
    this.reward = new double[most - least + 1];
    for (int state = 0; state < reward.length; state++) {
      reward[state] = rewardOf.applyAsDouble(least + state);
    }
    double worst = Arrays.stream(reward).filter(Double::isFinite).min().orElse(0);
    double largest = 0;
    for (int state = 0; state < reward.length; state++) {
      // a state whose reward cannot be told is worse than any other
      reward[state] = Double.isFinite(reward[state]) ? reward[state] : worst - Math.abs(worst) - 1;
      largest = Math.max(largest, Math.abs(reward[state]));
    }
    this.value = new double[reward.length];
    double change = Double.MAX_VALUE;
    for (int i = 0; i < MOST_ITERATIONS && change > SETTLED * largest; i++) {
      change = improve();
    }
  }

  private double improve() {
    double[] better = new double[value.length];
    double change = 0;
    for (int state = 0; state < value.length; state++) {
      better[state] = worth(bestFrom(state));
      change = Math.max(change, Math.abs(better[state] - value[state]));
    }
    value = better;
    return change;
  }

  private double worth(int next) {
    return reward[next] + discount * value[next];
  }

  /** The best action; among equals the smallest change, and of these the larger size. */
  private int bestFrom(int state) {
    int best = state;
    for (int change = 1; change <= step; change++) {
      for (int next : new int[] {state + change, state - change}) {
        if (next >= 0 && next < value.length && worth(next) > worth(best)) {
          best = next;
        }
      }
    }
    return best;
  }

  /** The next state of the greedy policy. */
  int next(int machines) {
    return least + bestFrom(machines - least);
  }
}
