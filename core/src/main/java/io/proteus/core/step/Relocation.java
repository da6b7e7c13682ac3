package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;

/**
 * A partition leaves one node for another.
 *
 * @param prefetch whether the new node reads the partition into its cache at once
 */
public record Relocation(PartitionId partition, NodeId from, NodeId to, boolean prefetch) {}
