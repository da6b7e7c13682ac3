package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * A part of a table that one node serves.
 *
 * @param node who serves it; null while nobody does
 * @param size what it occupies on disk
 * @param locality share of it that is stored on the serving node's own host (MET-2); null when
 *     unknown or when there is nothing stored yet
 */
public record Partition(
    PartitionId id,
    TableId table,
    @Nullable NodeId node,
    ByteSize size,
    @Nullable Ratio locality) {}
