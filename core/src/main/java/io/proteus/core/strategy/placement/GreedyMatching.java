package io.proteus.core.strategy.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

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
    List<Pair> pairs = new ArrayList<>();
    for (int set = 0; set < likeness.sets(); set++) {
      for (int node : likeness.holders(set)) {
        pairs.add(new Pair(node, set, likeness.worth(node, set)));
      }
    }
    Collections.sort(pairs);
    IntPredicate online = likeness::isOnline;
    for (Pair pair : pairs) {
      if (!likeness.isOnline(pair.node()) && likeness.sameSplit(pair.node(), pair.set())) {
        takeIfFree(pair.node(), pair.set());
      }
    }
    takeFreeNodes(online.negate());
    pairs.stream()
        .filter(pair -> likeness.isOnline(pair.node()))
        .forEach(pair -> takeIfFree(pair.node(), pair.set()));
    takeFreeNodes(online);
    pairs.forEach(pair -> takeIfFree(pair.node(), pair.set()));
    takeWhatIsLeft();
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
    boolean better = true;
    for (int sweep = 0; better && sweep < MAX_SWEEPS; sweep++) {
      better = false;
      for (int set = 0; set < likeness.sets(); set++) {
        for (int node : likeness.holders(set)) {
          better |= exchangeIfBetter(set, node);
        }
      }
    }
  }

  private boolean exchangeIfBetter(int set, int node) {
    int other = setOfNode[node];
    int left = nodeOfSet[set];
    long now = likeness.worth(left, set) + likeness.worth(node, other);
    if (node == left || likeness.worth(node, set) + likeness.worth(left, other) <= now) {
      return false;
    }
    nodeOfSet[set] = node;
    setOfNode[node] = set;
    nodeOfSet[other] = left;
    setOfNode[left] = other;
    return true;
  }
}
