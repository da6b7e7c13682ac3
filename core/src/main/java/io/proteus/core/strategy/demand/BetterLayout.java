package io.proteus.core.strategy.demand;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.model.CostModel;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.demand.ModelledCluster.Held;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A layout that the model of service demands expects to answer more than the present one.
 *
 * @param moves where partitions go that do not stay
 * @param splits how nodes divide their memory that divide it otherwise
 * @param gain by how much more each client is answered on average, as a natural logarithm
 * @param net the same less what it costs to come to it
 * @param hitsNow share of the blocks asked for that are cached now, as modelled
 * @param hitsThen the same then
 * @param bottleneck the node that is busiest now
 * @param busyNow share of its time that requests take now, as modelled
 * @param busyThen the same then
 */
public record BetterLayout(
    SortedMap<PartitionId, NodeId> moves,
    SortedMap<NodeId, MemorySplit> splits,
    double gain,
    double net,
    double hitsNow,
    double hitsThen,
    NodeId bottleneck,
    double busyNow,
    double busyThen) {

  /**
   * Looks for a better layout from what is there.
   *
   * @param paysWithin the time in which its price has to come back
   * @param allowed whether a node may divide its memory so
   * @return empty where too little is known; without changes where nothing better was found
   */
  public static Optional<BetterLayout> of(
      Situation now,
      DemandModel model,
      MemoryModel memory,
      CostModel costs,
      Duration paysWithin,
      BiPredicate<Node, MemorySplit> allowed) {
    return Calibrated.of(now, model, memory)
        .map(
            cluster -> {
              LayoutPrice price = new LayoutPrice(cluster, costs, paysWithin.toMillis() / 1e3);
              LayoutSearch search =
                  new LayoutSearch(cluster, price, allowed, now.topology().restrictions().lookup());
              Arrangement present = Arrangement.present(cluster);
              Arrangement best = search.from(present);
              return of(cluster, present, best, search.net(best) - search.net(present));
            });
  }

  private static BetterLayout of(
      ModelledCluster cluster, Arrangement present, Arrangement best, double net) {
    SortedMap<PartitionId, NodeId> moves = new TreeMap<>();
    SortedMap<NodeId, MemorySplit> splits = new TreeMap<>();
    for (int n = 0; n < best.held.size(); n++) {
      Node node = cluster.nodes().get(n).node();
      @Nullable MemorySplit split = best.splits[n];
      if (split != null && !split.equals(node.memory())) {
        splits.put(node.id(), split);
      }
      for (int p : best.held.get(n)) {
        Held each = cluster.held().get(p);
        if (each.home() != n) {
          moves.put(each.partition().id(), node.id());
        }
      }
    }
    int bottleneck = present.bottleneck();
    return new BetterLayout(
        moves,
        splits,
        best.goodness() - present.goodness(),
        net,
        present.hitRatio(),
        best.hitRatio(),
        cluster.nodes().get(bottleneck).node().id(),
        present.busy(bottleneck),
        best.busy(bottleneck));
  }

  /** Whether it differs from what is there. */
  public boolean changesNothing() {
    return moves.isEmpty() && splits.isEmpty();
  }
}
