package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The question of {@link LeastMoves} in numbers, and the answer in names. */
final class Rebalancing {
  private static final int NONE = Holdings.NONE;

  private final List<Load> loads;
  private final double[] weights;
  private final long[] costs;
  private final int[] homes;
  private final int nodes;
  private final FairShares fair;
  private int[] places;
  private boolean solved = true;

  /**
   * @param loads all that is to be held
   * @param nodes that are to be
   */
  Rebalancing(
      List<Load> loads,
      ToDoubleFunction<Load> weighing,
      List<NodeId> nodes,
      ToDoubleFunction<NodeId> speeds,
      double tolerance) {
    this.loads = loads;
    this.nodes = nodes.size();
    Map<NodeId, Integer> numbers = new HashMap<>();
    nodes.forEach(node -> numbers.put(node, numbers.size()));
    this.weights = loads.stream().mapToDouble(weighing).toArray();
    this.costs = loads.stream().mapToLong(load -> load.bytes() + 1).toArray();
    this.homes = loads.stream().mapToInt(load -> number(load.node(), numbers)).toArray();
    this.places = homes;
    this.fair =
        FairShares.of(weights, homes, nodes.stream().mapToDouble(speeds).toArray(), tolerance);
  }

  private static int number(@Nullable NodeId node, Map<NodeId, Integer> numbers) {
    Integer number = node == null ? null : numbers.get(node);
    return number == null ? NONE : number;
  }

  /** Whether every partition has a node, and no node is further from its share than this. */
  boolean isWithin(double above, double below) {
    return IntStream.of(places).noneMatch(place -> place == NONE)
        && furthestAbove() <= above
        && furthestBelow() <= below;
  }

  /** How far the fullest node is above its share, as a part of it. */
  double furthestAbove() {
    double[] held = heldWeights();
    return IntStream.range(0, nodes)
        .mapToDouble(node -> fair.above(node, held[node]))
        .max()
        .orElse(0);
  }

  /** How far the emptiest node is below its share, as a part of it. */
  double furthestBelow() {
    double[] held = heldWeights();
    return IntStream.range(0, nodes)
        .mapToDouble(node -> fair.below(node, held[node]))
        .max()
        .orElse(0);
  }

  private double[] heldWeights() {
    double[] held = new double[nodes];
    for (int item = 0; item < weights.length; item++) {
      if (places[item] != NONE) {
        held[places[item]] += weights[item];
      }
    }
    return held;
  }

  void putBack() {
    places = homes;
  }

  /**
   * Brings every node within its band, as far as that is possible.
   *
   * @param mostLooks how many possible moves may be looked at to make it cheaper
   */
  void solve(double above, double below, long mostLooks) {
    double[] lowest = new double[nodes];
    double[] highest = new double[nodes];
    double[] shares = new double[nodes];
    for (int node = 0; node < nodes; node++) {
      shares[node] = fair.of(node);
      lowest[node] = fair.alone(node) == NONE ? shares[node] * (1 - below) : 0;
      highest[node] = shares[node] * (1 + above);
    }
    Holdings holdings = new Holdings(weights, costs, homes, lowest, highest);
    for (int node = 0; node < nodes; node++) {
      int alone = fair.alone(node);
      if (alone != NONE && holdings.place(alone) != node) {
        holdings.move(alone, node);
      }
    }
    new CheapestMoves(holdings, shares).find(mostLooks);
    solved = holdings.allWithin();
    places = holdings.places().clone();
  }

  /** Whether the last {@link #solve} brought every node within its band. */
  boolean isSolved() {
    return solved;
  }

  int moves() {
    return (int)
        IntStream.range(0, places.length).filter(item -> places[item] != homes[item]).count();
  }

  long movedBytes() {
    return IntStream.range(0, places.length)
        .filter(item -> places[item] != homes[item])
        .mapToLong(item -> loads.get(item).bytes())
        .sum();
  }

  /** What each node holds, in the order in which nodes were given. */
  List<List<PartitionId>> held() {
    List<List<PartitionId>> held = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      held.add(new ArrayList<>());
    }
    for (int item = 0; item < places.length; item++) {
      held.get(places[item]).add(loads.get(item).partition());
    }
    return held;
  }

  /** Partitions that have a node for themselves. */
  List<PartitionId> alone() {
    return IntStream.range(0, nodes)
        .map(fair::alone)
        .filter(item -> item != NONE)
        .mapToObj(item -> loads.get(item).partition())
        .toList();
  }
}
