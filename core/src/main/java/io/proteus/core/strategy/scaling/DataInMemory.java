package io.proteus.core.strategy.scaling;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Ratio;
import java.util.Optional;

/**
 * The data of a store that has all of it in memory, against what its nodes may take. A node that is
 * full refuses writes, however idle it is; or it evicts keys, as a cache does that is full for
 * good: more nodes would be full, too, while fewer would hold less.
 *
 * @param used bytes, of all nodes
 * @param limit bytes, of all nodes
 * @param evicts whether some node is a cache
 */
record DataInMemory(double used, double limit, boolean evicts) {
  /** What a store takes beside its data grows for a while where keys move or are copied. */
  static final double AT_MOST = 0.8;

  /**
   * What is told of it; empty where some node has no limit or tells nothing, and where a store
   * divides its memory among other things than data.
   */
  static Optional<DataInMemory> of(Situation now) {
    double used = 0;
    double limit = 0;
    boolean evicts = false;
    for (Node node : now.topology().nodes()) {
      NodeLoad load = now.loads().get(node.id());
      if (!node.split().isNone()
          || load == null
          || (load.heapKept() == null && load.cacheUsed() == null)
          || load.heapUsed() == null
          || load.heapMax() == null) {
        return Optional.empty();
      }
      evicts |= load.heapKept() == null;
      used += load.heapUsed().bytes();
      limit += load.heapMax().bytes();
    }
    return limit > 0 ? Optional.of(new DataInMemory(used, limit, evicts)) : Optional.empty();
  }

  /** Whether so many nodes hold it; yes where nothing is told of it. */
  static boolean fits(Situation now, int nodes) {
    int present = now.topology().nodes().size();
    return of(now).filter(data -> data.used > AT_MOST * data.limit * nodes / present).isEmpty();
  }

  Ratio share() {
    return Ratio.of(Math.min(1, used / limit));
  }

  /** How many nodes hold it with room to spare, by what {@code present} of them may take. */
  int nodes(int present) {
    return (int) Math.ceil(used / (AT_MOST * limit / present) - 1e-9);
  }
}
