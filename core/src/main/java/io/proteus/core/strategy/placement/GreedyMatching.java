package io.proteus.core.strategy.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Matches sets to nodes from the most alike pair down, then exchanges while that helps. Takes time
 * in proportion to the partitions, but for a sort.
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

  private record Pair(int node, int set, long worth) implements Comparable<Pair> {
    /** The most alike first. */
    @Override
    public int compareTo(Pair other) {
      int byWorth = Long.compare(other.worth, worth);
      int byNode = byWorth != 0 ? byWorth : Integer.compare(node, other.node);
      return byNode != 0 ? byNode : Integer.compare(set, other.set);
    }
  }

  private GreedyMatching(Likeness likeness) {
    this.likeness = likeness;
    this.nodeOfSet = new int[likeness.size()];
    this.setOfNode = new int[likeness.size()];
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

  private void takeBestPairs() {
    Pair[] pairs =
        IntStream.range(0, likeness.sets()).boxed().flatMap(this::pairs).toArray(Pair[]::new);
    Arrays.parallelSort(pairs);
    IntPredicate online = likeness::isOnline;
    for (Pair pair : pairs) {
      if (!likeness.isOnline(pair.node()) && likeness.sameSplit(pair.node(), pair.set())) {
        takeIfFree(pair.node(), pair.set());
      }
    }
    takeFreeNodes(online.negate());
    Arrays.stream(pairs)
        .filter(pair -> likeness.isOnline(pair.node()))
        .forEach(pair -> takeIfFree(pair.node(), pair.set()));
    takeFreeNodes(online);
    Arrays.stream(pairs).forEach(pair -> takeIfFree(pair.node(), pair.set()));
    takeWhatIsLeft();
  }

  private Stream<Pair> pairs(int set) {
    int[] holders = likeness.holders(set);
    return IntStream.range(0, holders.length)
        .mapToObj(index -> new Pair(holders[index], set, likeness.worthOfHolder(index, set)));
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
          long then = likeness.worthOfHolder(index, set);
          better |= exchangeIfBetter(set, holders[index], then, worthOfSet);
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
