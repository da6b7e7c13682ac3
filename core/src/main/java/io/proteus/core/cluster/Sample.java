package io.proteus.core.cluster;

import java.util.Map;

/**
 * What the store says at one moment: counters, not rates. A partition or node that is not in a map
 * is not known; it is never zero.
 */
public record Sample(
    Topology topology,
    Map<PartitionId, RequestCounters> partitions,
    Map<NodeId, NodeCounters> nodes) {
  public Sample {
    partitions = Map.copyOf(partitions);
    nodes = Map.copyOf(nodes);
  }
}
