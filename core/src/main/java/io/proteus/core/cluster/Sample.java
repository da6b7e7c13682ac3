package io.proteus.core.cluster;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the store says at one moment: counters, not rates. A partition or node that is not in a map
 * is not known; it is never zero.
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

  /** Of a store that counts the requests of each partition. */
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
    return new Sample(topology.withMachines(running), partitions, nodes, basis);
  }
}
