package io.proteus.core.strategy.demand;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.model.CostModel;
import io.proteus.core.strategy.demand.ModelledCluster.Held;
import io.proteus.core.strategy.demand.ModelledCluster.HeldBy;
import io.proteus.core.strategy.demand.ServiceDemands.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What it costs to come from what is there to another arrangement, in the goodness of an
 * arrangement: the share of the cluster's work that is lost over the time in which it has to pay.
 *
 * @param costs of changes
 * @param paysWithin seconds
 */
record LayoutPrice(ModelledCluster cluster, CostModel costs, double paysWithin) {

  /** Of what a node gets, and of dividing its memory anew. */
  double of(int node, Iterable<Integer> partitions, @Nullable MemorySplit split) {
    double lost = 0;
    HeldBy by = cluster.nodes().get(node);
    MemorySplit present = by.split();
    boolean divided = split != null && present != null && !split.isAbout(present);
    boolean restarts = split != null && divided && !by.node().takesOnline(split);
    for (int p : partitions) {
      Held each = cluster.held().get(p);
      if (each.home() != node || restarts) {
        // a node that restarts is emptied before, and filled again
        lost += (restarts ? 2 : 1) * moving(each);
      }
    }
    if (divided) {
      lost +=
          seconds(restarts ? costs.changes().restart() : Duration.ZERO) / cluster.nodes().size();
    }
    return lost / paysWithin;
  }

  /** Seconds of the cluster's work that moving a partition loses. */
  private double moving(Held each) {
    double requests = 0;
    for (double answered : cluster.answered()) {
      requests += answered;
    }
    double away = seconds(costs.transfer().unavailable()) * each.requests() / Math.max(1, requests);
    double readAgain =
        each.reads() + each.scans() > 0
            ? each.partition().size().bytes()
                / each.block()
                * (cluster.demands().of(Kind.MISS) + cluster.demands().missedDisk())
            : 0;
    double copied =
        seconds(costs.transfer().copying(each.partition().size())) / cluster.nodes().size();
    return away + readAgain / cluster.nodes().size() + copied;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
