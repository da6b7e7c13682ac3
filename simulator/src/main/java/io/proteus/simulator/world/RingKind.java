package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.scenario.RingCopies;
import io.proteus.simulator.scenario.SimulatedStore;
import java.util.List;
import java.util.SplittableRandom;

/** In what stores on a ring differ. */
enum RingKind {
  /**
   * Cassandra: a change that loses one of its nodes has failed, and none begins beside a dead one.
   */
  TOKENS {
    /** The replication of system_distributed, below which it refuses to go. */
    private static final int FEWEST = 3;

    @Override
    RingLayout layout(List<NodeId> nodes, int copies, SplittableRandom random) {
      return TokenLayout.of(nodes, copies, random);
    }

    @Override
    int fewest(int copies) {
      return Math.max(FEWEST, copies);
    }

    @Override
    int needed(int asked, RingCopies copies) {
      return Math.min(asked, copies.majority());
    }

    @Override
    boolean waitsForTheDead() {
      return true;
    }

    @Override
    boolean listsWhoIsOnTheWay() {
      return false;
    }
  },

  /** Riak: what waits for a dead node is left, and any copy or fallback answers. */
  VNODES {
    @Override
    RingLayout layout(List<NodeId> nodes, int copies, SplittableRandom random) {
      return VnodeLayout.of(nodes, copies);
    }

    @Override
    int fewest(int copies) {
      return copies;
    }

    @Override
    int needed(int asked, RingCopies copies) {
      return 1;
    }

    @Override
    boolean waitsForTheDead() {
      return false;
    }

    @Override
    boolean listsWhoIsOnTheWay() {
      return true;
    }
  };

  static RingKind of(SimulatedStore store) {
    return store == SimulatedStore.RIAK ? VNODES : TOKENS;
  }

  /** How the ring is divided at the start. */
  abstract RingLayout layout(List<NodeId> nodes, int copies, SplittableRandom random);

  /** How many nodes stay at least. */
  abstract int fewest(int copies);

  /** How many live copies of a range requests to it need. */
  abstract int needed(int asked, RingCopies copies);

  /** Whether nothing changes while a node is dead, and a change that loses a node fails. */
  abstract boolean waitsForTheDead();

  /** Whether a node is listed while it still takes over, or still hands off. */
  abstract boolean listsWhoIsOnTheWay();
}
