package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who holds what while {@link Spread} evens it out. */
final class Shares {
  private final Even even;
  private final Comparator<Load> lightestFirst;
  private final Map<NodeId, Share> shares = new HashMap<>();
  private final TreeSet<Share> emptiestFirst = new TreeSet<>();
  private double all;
  private int partitions;
  private int moves;

  private static final class Share implements Comparable<Share> {
    final NodeId node;
    final TreeSet<Load> loads;
    double weight;

    Share(NodeId node, Comparator<Load> order) {
      this.node = node;
      this.loads = new TreeSet<>(order);
    }

    @Override
    public int compareTo(Share other) {
      int byWeight = Double.compare(weight, other.weight);
      int byCount = byWeight != 0 ? byWeight : Integer.compare(loads.size(), other.loads.size());
      return byCount != 0 ? byCount : node.compareTo(other.node);
    }
  }

  Shares(Collection<NodeId> nodes, Even even) {
    this.even = even;
    this.lightestFirst =
        Comparator.<Load>comparingDouble(even::weightOf).thenComparing(Load::partition);
    nodes.forEach(node -> shares.put(node, new Share(node, lightestFirst)));
  }

  /** Everything stays where it is but what is nowhere, or on a node that goes. */
  void take(List<Load> loads) {
    List<Load> homeless = new ArrayList<>();
    for (Load load : loads) {
      Share home = load.node() == null ? null : shares.get(load.node());
      all += even.weightOf(load);
      partitions++;
      if (home == null) {
        homeless.add(load);
      } else {
        home.loads.add(load);
        home.weight += even.weightOf(load);
      }
    }
    emptiestFirst.addAll(shares.values());
    homeless.sort(lightestFirst.reversed());
    for (Load load : homeless) {
      Share emptiest = emptiestFirst.first();
      change(emptiest, () -> give(emptiest, load));
      moves++;
    }
  }

  /** Bounded by the number of partitions: each exchange brings two nodes closer. */
  void evenOut(Ratio tolerance) {
    double mean = all / shares.size();
    for (int exchange = 0; exchange < partitions; exchange++) {
      Share emptiest = emptiestFirst.first();
      Share fullest = emptiestFirst.last();
      if (fullest.weight <= mean * (1 + tolerance.value()) + 1e-9
          && emptiest.weight >= mean * (1 - tolerance.value()) - 1e-9) {
        return;
      }
      Share giver = fullestThatCanGive(emptiest, tolerance);
      Load given = giver == null ? null : closest(giver, emptiest);
      if (giver == null || given == null) {
        return;
      }
      change(
          giver,
          () -> {
            giver.loads.remove(given);
            giver.weight -= even.weightOf(given);
          });
      change(emptiest, () -> give(emptiest, given));
      moves++;
    }
  }

  /** A node with one hot partition is full and has nothing to give. */
  private @Nullable Share fullestThatCanGive(Share emptiest, Ratio tolerance) {
    for (Share share : emptiestFirst.descendingSet()) {
      double apart = share.weight - emptiest.weight;
      if (apart <= tolerance.value() * (share.weight + emptiest.weight)) {
        return null;
      }
      if (closest(share, emptiest) != null) {
        return share;
      }
    }
    return null;
  }

  /** What brings the two closest; null when nothing does. */
  private @Nullable Load closest(Share fullest, Share emptiest) {
    double apart = fullest.weight - emptiest.weight;
    Load half = new Load(new PartitionId("!"), apart / 2, 0, null);
    Load above = even == Even.COUNT ? first(fullest) : fullest.loads.ceiling(half);
    Load below = even == Even.COUNT ? above : fullest.loads.floor(half);
    Load best =
        above == null
            ? below
            : below == null || offHalf(above, apart) < offHalf(below, apart) ? above : below;
    boolean helps =
        best != null && even.weightOf(best) > 0 && even.weightOf(best) < apart * (1 - 1e-9);
    return helps ? best : null;
  }

  /** With the fewest bytes to move, where all weigh the same. */
  private static @Nullable Load first(Share share) {
    return share.loads.stream()
        .min(Comparator.comparingLong(Load::bytes).thenComparing(Load::partition))
        .orElse(null);
  }

  private double offHalf(Load load, double apart) {
    return Math.abs(even.weightOf(load) - apart / 2);
  }

  private void give(Share share, Load load) {
    share.loads.add(load);
    share.weight += even.weightOf(load);
  }

  /** Takes a share out of the order while its weight changes. */
  private void change(Share share, Runnable change) {
    emptiestFirst.remove(share);
    change.run();
    emptiestFirst.add(share);
  }

  int moves() {
    return moves;
  }

  List<PartitionId> heldBy(NodeId node) {
    Share share = shares.get(node);
    return share == null ? List.of() : share.loads.stream().map(Load::partition).toList();
  }
}
