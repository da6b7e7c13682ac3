package io.proteus.core.strategy.placement;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
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
  /** With how many others a node is tried, first and where none of these helps. */
  private static final int PARTNERS = 8;

  private static final int MANY_PARTNERS = 64;

  /** Between how many nodes moves are taken back at most. */
  private static final int MOST_TOGETHER = 5;

  /** Moves of one attempt, at most. */
  private static final int MOST_STEPS = 400;

  /** Attempts one after the other that find nothing better. */
  private static final int MOST_IN_VAIN = 4_000;

  /** With more partitions nothing dearer is tried, as the best so far would have to be copied. */
  private static final int MOST_TO_STRAY = 20_000;

  /** How much dearer than the best an attempt may begin, at first. */
  private static final double STRAYS = 0.1;

  /** An attempt begins with fewer moves by chance than this. */
  private static final int KICKS = 3;

  /** Each of them moves the cheapest for its weight of so many partitions. */
  private static final int DRAWS = 3;

  private static final int NONE = Holdings.NONE;

  private final Holdings holdings;
  private final double[] shares;
  private final double[] fullness;

  /** By the fullness that each node had when it was put there. */
  private final TreeSet<Integer> emptiestFirst;

  /** Nodes that may have another fullness by now. */
  private final BitSet changed = new BitSet();

  private final Shuffle random = new Shuffle();
  private final List<int[]> taken = new ArrayList<>();
  private final List<Integer> kicked = new ArrayList<>();
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
    holdings.move(item, to);
    changed.set(to);
    if (from != NONE) {
      changed.set(from);
    }
  }

  /** An attempt moves much between few nodes, so they are put in order when somebody asks. */
  private NavigableSet<Integer> emptiestFirst() {
    for (int node = changed.nextSetBit(0); node >= 0; node = changed.nextSetBit(node + 1)) {
      emptiestFirst.remove(node);
      fullness[node] = fullness(node);
      emptiestFirst.add(node);
    }
    changed.clear();
    return emptiestFirst;
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
      move(item, weighsNothing ? turn++ % holdings.nodes() : emptiestFirst().first());
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
      if (!stepOf(node, partners(node, PARTNERS)) && !stepOf(node, partners(node, MANY_PARTNERS))) {
        stuck[node] = true;
      }
    }
  }

  /** The node that is furthest outside, and is not stuck; none where all are within. */
  private int worst(boolean[] stuck) {
    int fullest = first(emptiestFirst().descendingSet(), holdings::isAbove, stuck);
    int emptiest = first(emptiestFirst(), holdings::isBelow, stuck);
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

  private int[] partners(int node, int most) {
    return (holdings.isAbove(node) ? emptiestFirst() : emptiestFirst().descendingSet())
        .stream().filter(other -> other != node).limit(most).mapToInt(Integer::intValue).toArray();
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
      double outside = holdings.outside(from) + holdings.outside(to);
      for (int index = 0; from != to && index < holdings.count(from); index++) {
        int item = holdings.item(from, index);
        double nearer =
            outside - holdings.outsideWithout(item, from) - holdings.outsideWith(item, to);
        looks++;
        if (nearer > holdings.rounding() && !kicked.contains(item)) {
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
        looks++;
        if (home != NONE && home != node && holdings.nearer(item, home) >= 0) {
          move(item, home);
        }
      }
    }
  }

  /**
   * Goes on from what is a little dearer as well, less so as time goes by, and ends at the best.
   */
  private void improve(long most) {
    int[] moved = moved();
    long bestCost = holdings.cost();
    double bestOutside = holdings.outside();
    int[] best = holdings.places().clone();
    boolean strays = holdings.partitions() <= MOST_TO_STRAY;
    int since = 0;
    for (int tries = 1; looks < most && moved.length > 0 && since < MOST_IN_VAIN; tries++) {
      double outside = holdings.outside();
      long cost = holdings.cost();
      double room = strays ? STRAYS * ((most - looks) / (double) most) : 0;
      noise = (tries % 3) * 0.45;
      taken.clear();
      tryAgain(neighbourhood(moved));
      boolean asNear = holdings.outside() <= outside + holdings.rounding();
      boolean nearer = holdings.outside() < bestOutside - holdings.rounding();
      since++;
      if (nearer
          || (holdings.outside() <= bestOutside + holdings.rounding()
              && holdings.cost() < bestCost)) {
        bestCost = holdings.cost();
        bestOutside = holdings.outside();
        if (strays) {
          best = holdings.places().clone();
        }
        since = 0;
      } else if (!asNear || holdings.cost() > (strays ? bestCost * (1 + room) : cost)) {
        putBack();
      }
      if (tries % 64 == 0) {
        moved = moved();
      }
    }
    noise = 0;
    if (strays) {
      for (int item = 0; item < best.length; item++) {
        if (holdings.place(item) != best[item]) {
          move(item, best[item]);
        }
      }
    }
  }

  /** What could go back home. */
  private int[] moved() {
    return IntStream.range(0, holdings.partitions())
        .filter(item -> holdings.isMoved(item) && holdings.home(item) != NONE)
        .toArray();
  }

  /** A few nodes that have partitions from each other, and others by chance. */
  private int[] neighbourhood(int[] moved) {
    if (holdings.nodes() <= 3) {
      return IntStream.range(0, holdings.nodes()).toArray();
    }
    TreeSet<Integer> nodes = new TreeSet<>();
    int size = 2 + random.below(MOST_TOGETHER - 1);
    int worst = worst(new boolean[holdings.nodes()]);
    if (worst != NONE) {
      nodes.add(random.below(2) == 0 ? worst : anyOutside(worst));
    }
    while (nodes.size() < Math.min(size, holdings.nodes())) {
      if (random.below(4) == 0) {
        nodes.add(random.below(holdings.nodes()));
      } else {
        int item = moved[random.below(moved.length)];
        nodes.add(holdings.place(item));
        nodes.add(holdings.home(item));
      }
    }
    return nodes.stream().mapToInt(Integer::intValue).toArray();
  }

  /** One of the fullest or emptiest nodes that are outside their bands. */
  private int anyOutside(int worst) {
    int[] outside =
        IntStream.concat(
                emptiestFirst().stream().limit(MANY_PARTNERS).mapToInt(node -> node),
                emptiestFirst().descendingSet().stream()
                    .limit(MANY_PARTNERS)
                    .mapToInt(node -> node))
            .filter(node -> holdings.outside(node) > holdings.rounding())
            .toArray();
    return outside.length == 0 ? worst : outside[random.below(outside.length)];
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
        looks++;
        if (home != NONE && home != node && among[home]) {
          move(item, home);
        }
      }
    }
    kick(nodes, random.below(KICKS));
    for (int moves = 0; moves < MOST_STEPS; moves++) {
      int node = worstOf(nodes);
      if (node == NONE || !stepOf(node, nodes)) {
        break;
      }
    }
    kicked.clear();
    returnHome(nodes);
  }

  /**
   * Moves that help nobody by themselves, so that partitions can be exchanged. They stay until the
   * attempt is over.
   */
  private void kick(int[] nodes, int kicks) {
    for (int each = 0; each < kicks; each++) {
      int from = nodes[random.below(nodes.length)];
      int to = nodes[random.below(nodes.length)];
      if (from != to && holdings.count(from) > 0) {
        int item = holdings.item(from, random.below(holdings.count(from)));
        for (int other = 1; other < DRAWS; other++) {
          int drawn = holdings.item(from, random.below(holdings.count(from)));
          if (holdings.weight(drawn) * holdings.cost(item)
              > holdings.weight(item) * holdings.cost(drawn)) {
            item = drawn;
          }
        }
        move(item, to);
        kicked.add(item);
      }
    }
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
