package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import org.jspecify.annotations.Nullable;

/**
 * A partition to be placed.
 *
 * @param cost its requests, op/s (MET-8)
 * @param bytes its size: what a move of it costs
 * @param node who holds it now; null while nobody does
 */
public record Load(PartitionId partition, double cost, long bytes, @Nullable NodeId node) {}
