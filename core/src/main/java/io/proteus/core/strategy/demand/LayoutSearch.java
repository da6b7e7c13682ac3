package io.proteus.core.strategy.demand;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.strategy.demand.Arrangement.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a better arrangement from the present one, change by change: a partition moves, two are
 * exchanged, or a node divides its memory otherwise. Each round makes the change that betters most
 * after its price, until none does. Deterministic, and bounded in rounds and changes tried.
 */
final class LayoutSearch {
  /** A change that betters by less is not made. */
  private static final double LEAST = 0.002;

  private static final double STEP = 0.05;

  /** The least share of a cache and of a write buffer (MET-12 has no less). */
  private static final double LEAST_SHARE = 0.10;

  private static final int MOST_ROUNDS = 60;

  /** Arrangements that are tried in all. */
  private static final int MOST_TRIED = 12_000;

  /** Partitions of a node that are tried, those with the most work. */
  private static final int MOST_OF_A_NODE = 8;

  /**
   * Nodes up to which each exchanges with each; of more, only the fullest do, and half as many
   * partitions are tried.
   */
  private static final int FEW_NODES = 8;

  /** The fullest nodes, where there are more. */
  private static final int FULLEST = 3;

  private final ModelledCluster cluster;
  private final LayoutPrice price;
  private final BiPredicate<Node, MemorySplit> allowed;
  private final Restrictions.MayHold mayHold;
  private int tried;

  /**
   * @param allowed whether a node may divide its memory so
   * @param mayHold which nodes may hold which tables
   */
  LayoutSearch(
      ModelledCluster cluster,
      LayoutPrice price,
      BiPredicate<Node, MemorySplit> allowed,
      Restrictions.MayHold mayHold) {
    this.mayHold = mayHold;
    this.cluster = cluster;
    this.price = price;
    this.allowed = allowed;
  }

  /** The best arrangement that was found from a start. */
  Arrangement from(Arrangement start) {
    Arrangement best = start;
    Arrangement current = start.copy();
    double bestNet = net(start);
    for (int round = 0; round < MOST_ROUNDS && tried < MOST_TRIED; round++) {
      Change change = bestChange(current);
      if (change == null) {
        break;
      }
      current.make(change);
      double net = net(current);
      if (net > bestNet) {
        best = current.copy();
        bestNet = net;
      }
    }
    return best;
  }

  /** How good an arrangement is, less what it costs to come to it. */
  double net(Arrangement arrangement) {
    double cost = 0;
    for (int n = 0; n < arrangement.held.size(); n++) {
      cost += price.of(n, arrangement.held.get(n), arrangement.splits[n]);
    }
    return arrangement.goodness() - cost;
  }

  private @Nullable Change bestChange(Arrangement current) {
    double now = current.goodness();
    double most = LEAST;
    Change best = null;
    Map<Integer, Double> prices = new HashMap<>();
    for (int n = 0; n < current.held.size(); n++) {
      prices.put(n, price.of(n, current.held.get(n), current.splits[n]));
    }
    for (Change change : changes(current)) {
      double costs = 0;
      for (int i = 0; i < change.nodes().length; i++) {
        costs +=
            price.of(change.nodes()[i], change.held().get(i), change.splits()[i])
                - prices.getOrDefault(change.nodes()[i], 0.0);
      }
      tried++;
      double gain = current.after(change) - now - costs;
      if (gain > most) {
        most = gain;
        best = change;
      }
    }
    return best;
  }

  private List<Change> changes(Arrangement current) {
    List<Change> changes = new ArrayList<>();
    int nodes = current.held.size();
    List<Integer> givers = givers(current);
    for (int from : givers) {
      divisions(current, from, changes);
      for (int to = 0; to < nodes; to++) {
        if (to != from) {
          moves(current, from, to, from < to || !givers.contains(to), changes);
        }
      }
    }
    return changes;
  }

  /** The nodes around which is searched: those where most requests are. */
  private static List<Integer> givers(Arrangement current) {
    Stream<Integer> nodes = IntStream.range(0, current.held.size()).boxed();
    return current.held.size() <= FEW_NODES
        ? nodes.toList()
        : nodes
            .sorted(Comparator.comparingDouble((Integer n) -> -current.inside(n)))
            .limit(FULLEST)
            .toList();
  }

  private void divisions(Arrangement current, int node, List<Change> changes) {
    MemorySplit present = cluster.nodes().get(node).split();
    MemorySplit split = current.splits[node];
    if (present == null || split == null || cluster.nodes().get(node).heap() <= 0) {
      return;
    }
    double both = present.readCache().value() + present.writeBuffer().value();
    for (int step = 0; LEAST_SHARE + step * STEP <= both - LEAST_SHARE + 1e-9; step++) {
      double buffer = LEAST_SHARE + step * STEP;
      MemorySplit other = MemorySplit.of(rounded(both - buffer), rounded(buffer));
      if (!other.isAbout(split)
          && (other.isAbout(present) || allowed.test(cluster.nodes().get(node).node(), other))) {
        changes.add(
            new Change(
                new int[] {node}, List.of(current.held.get(node)), new MemorySplit[] {other}));
      }
    }
  }

  private static double rounded(double share) {
    return Math.round(share * 1e6) / 1e6;
  }

  private void moves(
      Arrangement current, int from, int to, boolean exchanges, List<Change> changes) {
    List<Integer> given = heaviest(current, from);
    for (int partition : given) {
      if (!isFor(partition, to)) {
        continue;
      }
      changes.add(exchange(current, from, to, partition, null));
      if (exchanges) {
        for (int back : heaviest(current, to)) {
          if (isFor(back, from)) {
            changes.add(exchange(current, from, to, partition, back));
          }
        }
      }
    }
  }

  private boolean isFor(int partition, int node) {
    return mayHold.test(
        cluster.nodes().get(node).node().id(), cluster.held().get(partition).partition().table());
  }

  private static List<Integer> heaviest(Arrangement current, int node) {
    return current.held.get(node).stream()
        .sorted(
            Comparator.comparingDouble((Integer p) -> -current.work(node, p))
                .thenComparing(Comparator.naturalOrder()))
        .limit(current.held.size() <= FEW_NODES ? MOST_OF_A_NODE : MOST_OF_A_NODE / 2)
        .toList();
  }

  private static Change exchange(
      Arrangement current, int from, int to, Integer partition, @Nullable Integer back) {
    List<Integer> left = new ArrayList<>(current.held.get(from));
    List<Integer> gets = new ArrayList<>(current.held.get(to));
    left.remove(partition);
    gets.add(partition);
    if (back != null) {
      gets.remove(back);
      left.add(back);
    }
    return new Change(
        new int[] {from, to},
        List.of(left, gets),
        new MemorySplit[] {current.splits[from], current.splits[to]});
  }
}
