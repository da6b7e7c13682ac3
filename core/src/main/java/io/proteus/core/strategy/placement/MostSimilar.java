package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * MeT's output computation (MET-9, Algorithm 3 of the paper): which node takes which new set of
 * partitions, so that few nodes are restarted and few bytes move.
 *
 * <p>A node's taking a set is worth, in this order, a restart that is not needed, the bytes that
 * need not move, and a split that stays. Pairs are taken from the best down; then, where there are
 * few enough nodes, pairs are swapped while that helps. MostSimilarTest measures how far this is
 * from the optimum.
 *
 * <p>Both sides are padded to the same length: a set without a node goes to a planned one, a node
 * without a set has to go.
 */
final class MostSimilar {
  /** Above this number of nodes the swaps, which take its square, are left out. */
  private static final int SWAP_UP_TO = 300;

  private static final int MAX_SWEEPS = 50;
  private static final int NOBODY = -1;
  private static final long NO_RESTART = 1L << 60;
  private static final long MOST_KEPT = (1L << 58) - 1;

  private final List<Node> nodes;
  private final List<Bundle> sets;
  private final int size;
  private final List<Map<Integer, Long>> keptBytes = new ArrayList<>();
  private final int[] nodeOfSet;
  private final boolean[] taken;

  /** A set of partitions that one node is to hold, and how that node is to divide its heap. */
  record Bundle(MemorySplit memory, List<Load> loads) {}

  private record Pair(int node, int set, long worth) {}

  private MostSimilar(List<Node> nodes, List<Bundle> sets) {
    this.nodes = nodes;
    this.sets = sets;
    this.size = Math.max(nodes.size(), sets.size());
    this.nodeOfSet = new int[size];
    this.taken = new boolean[size];
    Arrays.fill(nodeOfSet, NOBODY);
    Map<NodeId, Integer> indexOf = new HashMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      indexOf.put(nodes.get(node).id(), node);
    }
    for (Bundle set : sets) {
      Map<Integer, Long> kept = new HashMap<>();
      for (Load load : set.loads()) {
        Integer holder = load.node() == null ? null : indexOf.get(load.node());
        if (holder != null) {
          kept.merge(holder, load.bytes() + 1, Long::sum); // + 1: an empty partition counts too
        }
      }
      keptBytes.add(kept);
    }
  }

  /**
   * @return for each set the index of its node; -1 or an index past the nodes: a planned node
   */
  static int[] match(List<Node> nodes, List<Bundle> sets) {
    MostSimilar matching = new MostSimilar(nodes, sets);
    matching.takeBestPairs();
    if (matching.size <= SWAP_UP_TO) {
      matching.swapWhileItHelps();
    }
    return Arrays.copyOf(matching.nodeOfSet, sets.size());
  }

  private long worth(int node, int set) {
    if (set >= sets.size() || node >= nodes.size()) {
      return set >= sets.size() ? NO_RESTART : 0;
    }
    Node holder = nodes.get(node);
    MemorySplit split = holder.memory();
    boolean sameSplit = split != null && split.isAbout(sets.get(set).memory());
    long kept = Math.min(MOST_KEPT, keptBytes.get(set).getOrDefault(node, 0L));
    return (sameSplit || holder.memoryOnline() ? NO_RESTART : 0) + 2 * kept + (sameSplit ? 1 : 0);
  }

  private void takeBestPairs() {
    List<Pair> pairs = new ArrayList<>();
    for (int set = 0; set < sets.size(); set++) {
      for (int node : keptBytes.get(set).keySet()) {
        pairs.add(new Pair(node, set, worth(node, set)));
      }
    }
    pairs.sort(
        Comparator.comparingLong(Pair::worth)
            .reversed()
            .thenComparingInt(Pair::node)
            .thenComparingInt(Pair::set));
    int restartFree = 0;
    while (restartFree < pairs.size() && pairs.get(restartFree).worth() >= NO_RESTART) {
      restartFree++;
    }
    pairs.subList(0, restartFree).forEach(this::takeIfFree);
    takeNodesWithTheSplit();
    pairs.subList(restartFree, pairs.size()).forEach(this::takeIfFree);
    takeWhatIsLeft();
  }

  private void takeIfFree(Pair pair) {
    if (!taken[pair.node()] && nodeOfSet[pair.set()] == NOBODY) {
      nodeOfSet[pair.set()] = pair.node();
      taken[pair.node()] = true;
    }
  }

  /** Sets that share nothing with a free node go to one that needs no restart for them. */
  private void takeNodesWithTheSplit() {
    Map<MemorySplit, Deque<Integer>> freeBySplit = new HashMap<>();
    for (int set = 0; set < sets.size(); set++) {
      if (nodeOfSet[set] == NOBODY) {
        MemorySplit wanted = sets.get(set).memory();
        Deque<Integer> free = freeBySplit.computeIfAbsent(wanted, this::freeWithoutRestart);
        while (!free.isEmpty() && nodeOfSet[set] == NOBODY) {
          takeIfFree(new Pair(free.remove(), set, 0));
        }
      }
    }
  }

  private Deque<Integer> freeWithoutRestart(MemorySplit wanted) {
    Deque<Integer> free = new ArrayDeque<>();
    for (int node = 0; node < nodes.size(); node++) {
      @Nullable MemorySplit split = nodes.get(node).memory();
      boolean same = split != null && split.isAbout(wanted);
      if (!taken[node] && same) {
        free.addFirst(node);
      } else if (!taken[node] && nodes.get(node).memoryOnline()) {
        free.addLast(node);
      }
    }
    return free;
  }

  private void takeWhatIsLeft() {
    int node = 0;
    for (int set = 0; set < size; set++) {
      if (nodeOfSet[set] == NOBODY) {
        while (taken[node]) {
          node++;
        }
        takeIfFree(new Pair(node, set, 0));
      }
    }
  }

  private void swapWhileItHelps() {
    boolean better = true;
    for (int sweep = 0; better && sweep < MAX_SWEEPS; sweep++) {
      better = false;
      for (int a = 0; a < size; a++) {
        for (int b = a + 1; b < size; b++) {
          int nodeA = nodeOfSet[a];
          int nodeB = nodeOfSet[b];
          if (worth(nodeB, a) + worth(nodeA, b) > worth(nodeA, a) + worth(nodeB, b)) {
            nodeOfSet[a] = nodeB;
            nodeOfSet[b] = nodeA;
            better = true;
          }
        }
      }
    }
  }
}
