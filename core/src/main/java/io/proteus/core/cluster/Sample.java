package io.proteus.core.cluster;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counters that the store shows at one moment. A partition or node without an entry is not
 * known, which is not zero.
 *
 * @param partitions none where requests are counted for nodes only
 * @param basis what the requests of partitions rest on
 */
public record Sample(
    Topology topology,
    Map<PartitionId, RequestCounters> partitions,
    Map<NodeId, NodeCounters> nodes,
    LoadBasis basis) {
  public Sample {
    partitions = Map.copyOf(partitions);
    nodes = Map.copyOf(nodes);
  }

  /** A sample of a store that counts the requests of each partition. */
  public Sample(
      Topology topology,
      Map<PartitionId, RequestCounters> partitions,
      Map<NodeId, NodeCounters> nodes) {
    this(topology, partitions, nodes, LoadBasis.MEASURED);
  }

  /**
   * The same, with what the cloud tells of its machines.
   *
   * @param running null when it does not
   */
  public Sample withMachines(@Nullable Map<NodeId, Instant> running) {
    return withMachines(running, null);
  }

  /**
   * The same, with what the cloud tells of its machines.
   *
   * @param running null when it does not
   * @param own those of them that carry Proteus's tags; null where the cloud has none
   */
  public Sample withMachines(@Nullable Map<NodeId, Instant> running, @Nullable Set<NodeId> own) {
    return new Sample(topology.withMachines(running, own), partitions, nodes, basis);
  }

  /** The same, with what its machines cost. */
  public Sample with(MachinePrices prices) {
    return new Sample(topology.with(prices), partitions, nodes, basis);
  }

  /**
   * The same, with the order in which the cloud lets nodes go.
   *
   * @param order null where any node may go
   */
  public Sample leavingIn(@Nullable List<NodeId> order) {
    return new Sample(
        topology.with(topology.restrictions().leavingIn(order)), partitions, nodes, basis);
  }

  /**
   * The same where the cloud is about to take machines.
   *
   * @param notices by the nodes on them, and how it says so; those of no live node are left out
   */
  public Sample takingBack(Map<NodeId, String> notices) {
    Map<NodeId, String> live = new HashMap<>(notices);
    live.keySet().removeIf(node -> topology.node(node).isEmpty());
    return live.isEmpty()
        ? this
        : new Sample(
            topology.with(topology.restrictions().takingBack(live)), partitions, nodes, basis);
  }
}
