package io.proteus.core.strategy.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Matches sets to nodes from the most alike pair down, then exchanges while that helps. Takes time
 * hardly more than in proportion to the partitions.
 *
 * <p>Nodes that take a new split only by a restart are served first, with the sets that have their
 * split, so that no more of them are restarted than has to be.
 */
final class GreedyMatching {
  private static final int MAX_SWEEPS = 2;
  private static final int NOBODY = -1;

  private final Likeness likeness;
  private final int[] nodeOfSet;
  private final int[] setOfNode;

  /** For each set, its worth to each of its holders. */
  private final long[][] worthOfHolders;

  /** The most alike first. */
  private record Pair(int node, int set, long worth) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int byWorth = Long.compare(other.worth, worth);
      int byNode = byWorth != 0 ? byWorth : Integer.compare(node, other.node);
      return byNode != 0 ? byNode : Integer.compare(set, other.set);
    }
  }

  /** Which pairs may be taken. */
  private interface Allowed {
    boolean test(int node, int set);
  }

  private GreedyMatching(Likeness likeness) {
    this.likeness = likeness;
    this.nodeOfSet = new int[likeness.size()];
    this.setOfNode = new int[likeness.size()];
    this.worthOfHolders = new long[likeness.sets()][];
    Arrays.setAll(worthOfHolders, this::worthOfHolders);
    Arrays.fill(nodeOfSet, NOBODY);
    Arrays.fill(setOfNode, NOBODY);
  }

  /** The node of each set. */
  static int[] match(Likeness likeness) {
    GreedyMatching greedy = new GreedyMatching(likeness);
    greedy.takeBestPairs();
    greedy.exchangeWhileItHelps();
    return greedy.nodeOfSet;
  }

  private long[] worthOfHolders(int set) {
    return IntStream.range(0, likeness.holders(set).length)
        .mapToLong(index -> likeness.worthOfHolder(index, set))
        .toArray();
  }

  private void takeBestPairs() {
    IntPredicate online = likeness::isOnline;
    takeBestPairs((node, set) -> !likeness.isOnline(node) && likeness.sameSplit(node, set));
    takeFreeNodes(online.negate());
    takeBestPairs((node, set) -> likeness.isOnline(node));
    takeFreeNodes(online);
    takeBestPairs((node, set) -> true);
    takeWhatIsLeft();
  }

  /**
   * Takes the most alike of all pairs that are free and allowed, then the next, and so on. Each set
   * stands in line with its best node only, and again with the next best when that one is gone: to
   * sort a million pairs would take longer.
   */
  private void takeBestPairs(Allowed allowed) {
    var line = new PriorityQueue<Pair>();
    for (int set = 0; set < likeness.sets(); set++) {
      best(set, allowed).ifPresent(line::add);
    }
    while (!line.isEmpty()) {
      Pair pair = line.remove();
      if (setOfNode[pair.node()] == NOBODY) {
        takeIfFree(pair.node(), pair.set());
      } else {
        best(pair.set(), allowed).ifPresent(line::add);
      }
    }
  }

  /** The pair of a set that has no node yet with the free node that is most like it. */
  private Optional<Pair> best(int set, Allowed allowed) {
    int[] holders = likeness.holders(set);
    int best = NOBODY;
    for (int index = 0; nodeOfSet[set] == NOBODY && index < holders.length; index++) {
      boolean isBetter = best == NOBODY || worthOfHolders[set][index] > worthOfHolders[set][best];
      if (isBetter && setOfNode[holders[index]] == NOBODY && allowed.test(holders[index], set)) {
        best = index;
      }
    }
    return best == NOBODY
        ? Optional.empty()
        : Optional.of(new Pair(holders[best], set, worthOfHolders[set][best]));
  }

  private void takeIfFree(int node, int set) {
    if (setOfNode[node] == NOBODY && nodeOfSet[set] == NOBODY) {
      nodeOfSet[set] = node;
      setOfNode[node] = set;
    }
  }

  /** Sets that share nothing with a free node go to such a one that needs no restart for them. */
  private void takeFreeNodes(IntPredicate which) {
    Map<Object, List<Integer>> freeBySplit = new HashMap<>();
    for (int set = 0; set < likeness.sets(); set++) {
      if (nodeOfSet[set] == NOBODY) {
        int wanting = set;
        List<Integer> free =
            freeBySplit.computeIfAbsent(
                likeness.memory(set), split -> freeWithoutRestart(wanting, which));
        while (!free.isEmpty() && nodeOfSet[set] == NOBODY) {
          takeIfFree(free.remove(free.size() - 1), set);
        }
      }
    }
  }

  private List<Integer> freeWithoutRestart(int set, IntPredicate which) {
    List<Integer> free = new ArrayList<>();
    for (int node = 0; node < likeness.nodes(); node++) {
      if (setOfNode[node] == NOBODY
          && which.test(node)
          && (likeness.isOnline(node) || likeness.sameSplit(node, set))) {
        free.add(node);
      }
    }
    return free;
  }

  private void takeWhatIsLeft() {
    int node = 0;
    for (int set = 0; set < likeness.size(); set++) {
      if (nodeOfSet[set] == NOBODY) {
        while (setOfNode[node] != NOBODY) {
          node++;
        }
        takeIfFree(node, set);
      }
    }
  }

  /** Gives a set to a node that holds some of it, and that node's set to the one left by it. */
  private void exchangeWhileItHelps() {
    long[] worthOfSet = new long[nodeOfSet.length];
    Arrays.setAll(worthOfSet, set -> likeness.worth(nodeOfSet[set], set));
    boolean better = true;
    for (int sweep = 0; better && sweep < MAX_SWEEPS; sweep++) {
      better = false;
      for (int set = 0; set < likeness.sets(); set++) {
        int[] holders = likeness.holders(set);
        for (int index = 0; index < holders.length; index++) {
          better |= exchangeIfBetter(set, holders[index], worthOfHolders[set][index], worthOfSet);
        }
      }
    }
  }

  /**
   * @param then what it is worth that {@code node} takes {@code set}
   * @param worthOfSet of each set, on the node that it has now
   */
  private boolean exchangeIfBetter(int set, int node, long then, long[] worthOfSet) {
    int other = setOfNode[node];
    int left = nodeOfSet[set];
    if (node == left) {
      return false;
    }
    long otherThen = likeness.worth(left, other);
    if (then + otherThen <= worthOfSet[set] + worthOfSet[other]) {
      return false;
    }
    nodeOfSet[set] = node;
    setOfNode[node] = set;
    nodeOfSet[other] = left;
    setOfNode[left] = other;
    worthOfSet[set] = then;
    worthOfSet[other] = otherThen;
    return true;
  }
}
