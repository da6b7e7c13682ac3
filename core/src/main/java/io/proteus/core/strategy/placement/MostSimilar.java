package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeProfile;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MeT's output computation (MET-9, Algorithm 3 of the paper): which node takes which new set of
 * partitions, so that few nodes are restarted and few bytes move.
 *
 * <p>The paper takes the most similar set for one node after the other. Up to {@value #EXACT_UP_TO}
 * nodes the best matching of all is found instead; above, the paper's way, which takes time in
 * proportion to the partitions, is bettered by exchanges. MostSimilarTest measures both.
 */
final class MostSimilar {
  /** The exact way takes the cube of this: about a second at most. */
  static final int EXACT_UP_TO = 500;

  private MostSimilar() {}

  /** A set of partitions that one node is to hold, and how that node is to be configured. */
  record Bundle(NodeProfile profile, List<Load> loads) {
    @Nullable MemorySplit memory() {
      return profile.memory();
    }
  }

  /**
   * @param idleBytes what each node holds beside, and keeps unless it goes
   * @return for each set the index of its node; an index past the nodes: a planned node
   */
  static int[] match(List<Node> nodes, List<Bundle> sets, long[] idleBytes) {
    return match(new Likeness(nodes, sets, idleBytes), EXACT_UP_TO);
  }

  static int[] match(Likeness likeness, int exactUpTo) {
    int[] nodeOfSet =
        likeness.size() <= exactUpTo
            ? BestAssignment.maximise(likeness.size(), (set, node) -> likeness.worth(node, set))
            : GreedyMatching.match(likeness);
    return Arrays.copyOf(nodeOfSet, likeness.sets());
  }
}
