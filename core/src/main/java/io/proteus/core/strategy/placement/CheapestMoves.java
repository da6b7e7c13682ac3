package io.proteus.core.strategy.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Looks for the moves that bring every node within its band at the least cost: first step by step,
 * each time the move that brings nodes nearest to their bands for its cost; then by taking back a
 * part of the moves, between a few nodes, and finding others, while that is cheaper (a large
 * neighbourhood search). The second part has a bound, and draws the same numbers each time, so that
 * the same question has the same answer.
 */
final class CheapestMoves {
  private static final int PARTNERS = 8;
  private static final int MOST_TOGETHER = 5;
  private static final int NONE = Holdings.NONE;

  private final Holdings holdings;
  private final double[] shares;
  private final double[] fullness;
  private final TreeSet<Integer> emptiestFirst;
  private final Shuffle random = new Shuffle();
  private final List<int[]> taken = new ArrayList<>();
  private long looks;
  private double noise;

  CheapestMoves(Holdings holdings, double[] shares) {
    this.holdings = holdings;
    this.shares = shares;
    this.fullness = new double[holdings.nodes()];
    this.emptiestFirst =
        new TreeSet<>(
            Comparator.<Integer>comparingDouble(node -> fullness[node])
                .thenComparing(Comparator.naturalOrder()));
    for (int node = 0; node < fullness.length; node++) {
      fullness[node] = fullness(node);
      emptiestFirst.add(node);
    }
  }

  /**
   * @param most how many moves may be looked at in all to make them cheaper
   */
  void find(long most) {
    placeHomeless();
    approach();
    returnHome(IntStream.range(0, holdings.nodes()).toArray());
    improve(most);
  }

  private double fullness(int node) {
    return shares[node] > 0 ? holdings.held(node) / shares[node] : Double.MAX_VALUE;
  }

  private void move(int item, int to) {
    int from = holdings.place(item);
    taken.add(new int[] {item, from});
    change(item, from, to);
  }

  private void change(int item, int from, int to) {
    if (from != NONE) {
      emptiestFirst.remove(from);
    }
    emptiestFirst.remove(to);
    holdings.move(item, to);
    for (int node : new int[] {from, to}) {
      if (node != NONE) {
        fullness[node] = fullness(node);
        emptiestFirst.add(node);
      }
    }
  }

  /** The heaviest first, each to the emptiest node; what weighs nothing in turn. */
  private void placeHomeless() {
    int[] homeless =
        IntStream.range(0, holdings.partitions())
            .filter(item -> holdings.place(item) == NONE)
            .boxed()
            .sorted(Comparator.<Integer>comparingDouble(item -> -holdings.weight(item)))
            .mapToInt(Integer::intValue)
            .toArray();
    int turn = 0;
    for (int item : homeless) {
      boolean weighsNothing = holdings.weight(item) <= 0;
      move(item, weighsNothing ? turn++ % holdings.nodes() : emptiestFirst.first());
    }
  }

  /** Bounded: each move brings nodes nearer to their bands. */
  private void approach() {
    boolean[] stuck = new boolean[holdings.nodes()];
    int most = 4 * holdings.partitions();
    for (int moves = 0; moves < most; moves++) {
      int node = worst(stuck);
      if (node == NONE) {
        return;
      }
      if (!stepOf(node, partners(node))) {
        stuck[node] = true;
      }
    }
  }

  /** The node that is furthest outside, and is not stuck; none where all are within. */
  private int worst(boolean[] stuck) {
    int fullest = first(emptiestFirst.descendingSet(), holdings::isAbove, stuck);
    int emptiest = first(emptiestFirst, holdings::isBelow, stuck);
    if (fullest == NONE || emptiest == NONE) {
      return fullest == NONE ? emptiest : fullest;
    }
    return holdings.outside(fullest) >= holdings.outside(emptiest) ? fullest : emptiest;
  }

  private static int first(Iterable<Integer> nodes, IntPredicate isOutside, boolean[] stuck) {
    for (int node : nodes) {
      if (!isOutside.test(node)) {
        return NONE;
      }
      if (!stuck[node]) {
        return node;
      }
    }
    return NONE;
  }

  private int[] partners(int node) {
    return (holdings.isAbove(node) ? emptiestFirst : emptiestFirst.descendingSet())
        .stream()
            .filter(other -> other != node)
            .limit(PARTNERS)
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /** Takes the move of a node that brings most for its cost; false where none helps. */
  private boolean stepOf(int node, int[] partners) {
    int best = NONE;
    int bestTo = NONE;
    double bestWorth = 0;
    boolean gives = holdings.isAbove(node);
    for (int partner : partners) {
      int from = gives ? node : partner;
      int to = gives ? partner : node;
      for (int index = 0; from != to && index < holdings.count(from); index++) {
        int item = holdings.item(from, index);
        double nearer = holdings.nearer(item, to);
        looks++;
        if (nearer > holdings.rounding()) {
          double worth = nearer / (1 + Math.max(0, holdings.costOf(item, to)));
          worth *= noise == 0 ? 1 : 1 - noise * random.fraction();
          if (worth > bestWorth) {
            best = item;
            bestTo = to;
            bestWorth = worth;
          }
        }
      }
    }
    if (best == NONE) {
      return false;
    }
    move(best, bestTo);
    return true;
  }

  /** Takes moves back that are not needed. */
  private void returnHome(int[] nodes) {
    for (int node : nodes) {
      for (int index = holdings.count(node) - 1; index >= 0; index--) {
        int item = holdings.item(node, index);
        int home = holdings.home(item);
        if (home != NONE && home != node && holdings.nearer(item, home) >= 0) {
          move(item, home);
        }
      }
    }
  }

  private void improve(long most) {
    int[] moved = moved();
    long tries = 0;
    long since = 0;
    while (looks < most && moved.length > 0 && since < 400 + 40L * moved.length) {
      long before = holdings.cost();
      double outside = holdings.outside();
      noise = (tries % 3) * 0.45;
      taken.clear();
      tryAgain(neighbourhood(moved));
      boolean nearer = holdings.outside() < outside - holdings.rounding();
      boolean asNear = holdings.outside() <= outside + holdings.rounding();
      if (nearer || (asNear && holdings.cost() <= before)) {
        since = nearer || holdings.cost() < before ? 0 : since + 1;
      } else {
        putBack();
        since++;
      }
      if (++tries % 64 == 0) {
        moved = moved();
      }
    }
    noise = 0;
  }

  private int[] moved() {
    return IntStream.range(0, holdings.partitions()).filter(holdings::isMoved).toArray();
  }

  /** A few nodes that have partitions from each other, and others by chance. */
  private int[] neighbourhood(int[] moved) {
    if (holdings.nodes() <= 3) {
      return IntStream.range(0, holdings.nodes()).toArray();
    }
    TreeSet<Integer> nodes = new TreeSet<>();
    int size = 2 + random.below(MOST_TOGETHER - 1);
    if (!holdings.allWithin()) {
      IntStream.range(0, 8)
          .map(each -> random.below(holdings.nodes()))
          .filter(node -> holdings.outside(node) > holdings.rounding())
          .limit(1)
          .forEach(nodes::add);
    }
    while (nodes.size() < Math.min(size, holdings.nodes())) {
      if (random.below(4) == 0) {
        nodes.add(random.below(holdings.nodes()));
      } else {
        int item = moved[random.below(moved.length)];
        nodes.add(holdings.place(item));
        if (holdings.home(item) != NONE) {
          nodes.add(holdings.home(item));
        }
      }
    }
    return nodes.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Takes back what these nodes have from each other, and looks again. */
  private void tryAgain(int[] nodes) {
    boolean[] among = new boolean[holdings.nodes()];
    for (int node : nodes) {
      among[node] = true;
    }
    for (int node : nodes) {
      for (int index = holdings.count(node) - 1; index >= 0; index--) {
        int item = holdings.item(node, index);
        int home = holdings.home(item);
        if (home != NONE && home != node && among[home]) {
          move(item, home);
        }
      }
    }
    for (int moves = 0; moves < 400; moves++) {
      int node = worstOf(nodes);
      if (node == NONE || !stepOf(node, nodes)) {
        break;
      }
    }
    returnHome(nodes);
  }

  private int worstOf(int[] nodes) {
    int worst = NONE;
    double most = holdings.rounding();
    for (int node : nodes) {
      double outside = holdings.outside(node) * (1 - noise * random.fraction());
      if (outside > most) {
        worst = node;
        most = outside;
      }
    }
    return worst;
  }

  private void putBack() {
    for (int index = taken.size() - 1; index >= 0; index--) {
      int[] change = taken.get(index);
      change(change[0], holdings.place(change[0]), change[1]);
    }
    taken.clear();
  }
}
