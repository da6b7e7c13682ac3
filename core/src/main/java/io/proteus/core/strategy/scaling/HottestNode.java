package io.proteus.core.strategy.scaling;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.LoadedPartition;
import java.util.Optional;

/**
 * What the hottest node could hand over.
 *
 * @param busy CPU and I/O wait of it
 * @param coolest CPU and I/O wait of the coolest node that may hold what it has
 * @param smallest what of its business is due to the partition in use that has the least
 * @param largest what of its business is due to the partition that has the most
 */
record HottestNode(double busy, double coolest, double smallest, double largest) {
  /** A partition with so much of a node's load leaves little to hand over. */
  private static final double MOST_OF_IT = 0.6;

  static HottestNode of(Situation now, ClusterLoad load) {
    double busy = load.hottestCpu().value();
    double all = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (LoadedPartition loaded : now.partitions()) {
      if (load.hottest().equals(loaded.partition().node()) && loaded.load() > 0) {
        all += loaded.load();
        least = Math.min(least, loaded.load());
        most = Math.max(most, loaded.load());
      }
    }
    double coolest = busy;
    Restrictions restrictions = now.topology().restrictions();
    Optional<Pool> pool = restrictions.poolOf(load.hottest());
    for (Node node : now.topology().nodes()) {
      if (restrictions.poolOf(node.id()).equals(pool)) {
        coolest = Math.min(coolest, busy(now, node.id()));
      }
    }
    return all == 0
        ? new HottestNode(busy, coolest, busy, busy)
        : new HottestNode(busy, coolest, busy * least / all, busy * most / all);
  }

  private static double busy(Situation now, NodeId node) {
    NodeLoad load = now.loads().get(node);
    Ratio cpu = load == null ? null : load.host().cpu();
    Ratio wait = load == null ? null : load.host().ioWait();
    return cpu == null ? 1 : cpu.value() + (wait == null ? 0 : wait.value());
  }

  /** Whether its smallest partition would make nobody else as hot. */
  boolean isRelievedByMoves() {
    return smallest < busy && coolest + smallest < busy;
  }

  /** Whether a new node could take some of its load, and not all of it at once. */
  boolean isRelievedByNodes() {
    return largest < MOST_OF_IT * busy;
  }
}
