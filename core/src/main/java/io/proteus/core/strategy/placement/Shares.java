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
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The shares of nodes while {@link Spread} balances them. */
final class Shares {
  private static final Comparator<Weighed> LIGHTEST_FIRST =
      Comparator.comparingDouble(Weighed::weight)
          .thenComparing(weighed -> weighed.load().partition());

  private final boolean allWeighTheSame;
  private final ToDoubleFunction<Load> weighing;
  private final Map<NodeId, Share> shares = new HashMap<>();
  private final TreeSet<Share> emptiestFirst = new TreeSet<>();
  private double all;
  private int partitions;
  private int moves;

  private record Weighed(Load load, double weight) {}

  private static final class Share implements Comparable<Share> {
    final NodeId node;
    final TreeSet<Weighed> loads = new TreeSet<>(LIGHTEST_FIRST);
    double weight;

    Share(NodeId node) {
      this.node = node;
    }

    @Override
    public int compareTo(Share other) {
      int byWeight = Double.compare(weight, other.weight);
      int byCount = byWeight != 0 ? byWeight : Integer.compare(loads.size(), other.loads.size());
      return byCount != 0 ? byCount : node.compareTo(other.node);
    }
  }

  /**
   * @param loads all that is to be held
   */
  Shares(Collection<NodeId> nodes, Even even, List<Load> loads) {
    this.allWeighTheSame = even == Even.COUNT;
    this.weighing = even.among(loads);
    nodes.forEach(node -> shares.put(node, new Share(node)));
    take(loads);
  }

  /** Leaves everything where it is, except partitions without a node or on a node that leaves. */
  private void take(List<Load> loads) {
    List<Weighed> homeless = new ArrayList<>();
    for (Load load : loads) {
      Weighed weighed = new Weighed(load, weighing.applyAsDouble(load));
      Share home = load.node() == null ? null : shares.get(load.node());
      all += weighed.weight();
      partitions++;
      if (home == null) {
        homeless.add(weighed);
      } else {
        give(home, weighed);
      }
    }
    emptiestFirst.addAll(shares.values());
    homeless.sort(LIGHTEST_FIRST.reversed());
    for (Weighed weighed : homeless) {
      Share emptiest = emptiestFirst.first();
      change(emptiest, () -> give(emptiest, weighed));
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
      Weighed given = giver == null ? null : closest(giver, emptiest);
      if (giver == null || given == null) {
        return;
      }
      change(
          giver,
          () -> {
            giver.loads.remove(given);
            giver.weight -= given.weight();
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

  /** The partition whose move brings both shares closest; null when no move helps. */
  private @Nullable Weighed closest(Share fullest, Share emptiest) {
    double apart = fullest.weight - emptiest.weight;
    Weighed half = new Weighed(new Load(new PartitionId("!"), 0, 0, null), apart / 2);
    Weighed above = allWeighTheSame ? first(fullest) : fullest.loads.ceiling(half);
    Weighed below = allWeighTheSame ? above : fullest.loads.floor(half);
    Weighed best =
        above == null
            ? below
            : below == null || offHalf(above, apart) < offHalf(below, apart) ? above : below;
    boolean helps = best != null && best.weight() > 0 && best.weight() < apart * (1 - 1e-9);
    return helps ? best : null;
  }

  /** The partition with the fewest bytes, where all weigh the same. */
  private static @Nullable Weighed first(Share share) {
    return share.loads.stream()
        .min(
            Comparator.<Weighed>comparingLong(weighed -> weighed.load().bytes())
                .thenComparing(weighed -> weighed.load().partition()))
        .orElse(null);
  }

  private static double offHalf(Weighed weighed, double apart) {
    return Math.abs(weighed.weight() - apart / 2);
  }

  private static void give(Share share, Weighed weighed) {
    share.loads.add(weighed);
    share.weight += weighed.weight();
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
    return share == null
        ? List.of()
        : share.loads.stream().map(held -> held.load().partition()).toList();
  }
}
