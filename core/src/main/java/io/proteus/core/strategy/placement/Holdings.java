package io.proteus.core.strategy.placement;

import java.util.Arrays;

/**
 * Which node holds which partition while {@link LeastMoves} looks for a cheaper way, how far nodes
 * are outside their bands, and what the moves so far cost. Nodes and partitions are numbers, as
 * there are up to a million.
 */
final class Holdings {
  static final int NONE = -1;

  private final double[] weights;
  private final long[] costs;
  private final int[] homes;
  private final double[] lowest;
  private final double[] highest;
  private final double rounding;
  private final int[] places;
  private final double[] held;
  private final int[][] items;
  private final int[] counts;
  private final int[] positions;
  private double outside;
  private long cost;

  /**
   * Everything is at home to begin with, and what has no home is nowhere.
   *
   * @param costs what it costs to move each partition, 1 or more
   * @param homes the node of each partition, {@value #NONE} for none
   * @param lowest what each node should hold at least
   * @param highest what each node should hold at most
   */
  Holdings(double[] weights, long[] costs, int[] homes, double[] lowest, double[] highest) {
    this.weights = weights;
    this.costs = costs;
    this.homes = homes;
    this.lowest = lowest;
    this.highest = highest;
    this.rounding = 1e-9 * Arrays.stream(weights).sum();
    this.places = new int[weights.length];
    this.positions = new int[weights.length];
    this.held = new double[lowest.length];
    this.counts = new int[lowest.length];
    int[] sizes = new int[lowest.length];
    Arrays.stream(homes).filter(home -> home != NONE).forEach(home -> sizes[home]++);
    this.items = new int[lowest.length][];
    Arrays.setAll(items, node -> new int[sizes[node] + 4]);
    Arrays.fill(places, NONE);
    for (int node = 0; node < lowest.length; node++) {
      outside += outside(node, 0);
    }
    for (int item = 0; item < weights.length; item++) {
      if (homes[item] != NONE) {
        move(item, homes[item]);
      }
    }
  }

  int nodes() {
    return held.length;
  }

  int partitions() {
    return weights.length;
  }

  double weight(int item) {
    return weights[item];
  }

  int home(int item) {
    return homes[item];
  }

  int place(int item) {
    return places[item];
  }

  int[] places() {
    return places;
  }

  boolean isMoved(int item) {
    return places[item] != homes[item];
  }

  long cost(int item) {
    return costs[item];
  }

  /** What a node holds. */
  double held(int node) {
    return held[node];
  }

  /** How many partitions a node holds. */
  int count(int node) {
    return counts[node];
  }

  /** One of the partitions of a node, by a number from 0 to their count. */
  int item(int node, int index) {
    return items[node][index];
  }

  /** How much a node is outside its band if it holds so much. */
  double outside(int node, double weight) {
    return weight > highest[node] + rounding
        ? weight - highest[node]
        : weight < lowest[node] - rounding ? lowest[node] - weight : 0;
  }

  double outside(int node) {
    return outside(node, held[node]);
  }

  boolean isAbove(int node) {
    return held[node] > highest[node] + rounding;
  }

  boolean isBelow(int node) {
    return held[node] < lowest[node] - rounding;
  }

  /** How much all nodes together are outside their bands. */
  double outside() {
    return outside;
  }

  boolean allWithin() {
    return outside <= rounding;
  }

  double rounding() {
    return rounding;
  }

  /** What all moves cost. */
  long cost() {
    return cost;
  }

  /** How much closer all nodes are to their bands after a move; below 0 where they are further. */
  double nearer(int item, int to) {
    int from = places[item];
    return outside(from) + outside(to) - outsideWithout(item, from) - outsideWith(item, to);
  }

  /** How much a node will be outside its band when a partition has left it. */
  double outsideWithout(int item, int node) {
    return outside(node, held[node] - weights[item]);
  }

  /** How much a node will be outside its band when a partition has come to it. */
  double outsideWith(int item, int node) {
    return outside(node, held[node] + weights[item]);
  }

  /** What a move costs; below 0 for one back home. */
  long costOf(int item, int to) {
    int home = homes[item];
    return (to == home ? 0 : costs[item]) - (places[item] == home ? 0 : costs[item]);
  }

  void move(int item, int to) {
    int from = places[item];
    if (from != NONE) {
      cost -= from == homes[item] ? 0 : costs[item];
      int last = items[from][--counts[from]];
      items[from][positions[item]] = last;
      positions[last] = positions[item];
      hold(from, -weights[item]);
    }
    if (counts[to] == items[to].length) {
      items[to] = Arrays.copyOf(items[to], 2 * counts[to] + 4);
    }
    cost += to == homes[item] ? 0 : costs[item];
    positions[item] = counts[to];
    items[to][counts[to]++] = item;
    places[item] = to;
    hold(to, weights[item]);
  }

  private void hold(int node, double more) {
    outside -= outside(node, held[node]);
    held[node] = counts[node] == 0 ? 0 : held[node] + more;
    outside += outside(node, held[node]);
  }
}
