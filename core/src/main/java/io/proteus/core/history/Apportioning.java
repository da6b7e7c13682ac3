package io.proteus.core.history;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides what nodes served among the partitions that they serve, where the store counts requests
 * for nodes only. Sums over a node are what was counted; a single partition's figure is a share.
 */
final class Apportioning {
  private Apportioning() {}

  /**
   * The rates of all partitions of the nodes whose rates are known.
   *
   * @param basis {@link LoadBasis#APPORTIONED}: by what each partition holds; else evenly
   */
  static Map<PartitionId, RequestRates> of(
      Map<NodeId, RequestRates> ofNodes, Topology topology, LoadBasis basis) {
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    topology
        .partitionsByNode()
        .forEach(
            (node, served) -> {
              RequestRates all = ofNodes.get(node);
              if (all != null) {
                divide(all, served, basis, rates);
              }
            });
    return rates;
  }

  private static void divide(
      RequestRates all,
      List<Partition> served,
      LoadBasis basis,
      Map<PartitionId, RequestRates> rates) {
    double held = served.stream().mapToDouble(partition -> partition.size().bytes()).sum();
    boolean bySize = basis == LoadBasis.APPORTIONED && held > 0;
    for (Partition partition : served) {
      double share = bySize ? partition.size().bytes() / held : 1.0 / served.size();
      rates.put(partition.id(), all.times(share));
    }
  }
}
