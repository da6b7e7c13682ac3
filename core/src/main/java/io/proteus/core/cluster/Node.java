package io.proteus.core.cluster;

import org.jspecify.annotations.Nullable;

/**
 * A live store process.
 *
 * @param id the same across restarts
 * @param incarnation differs after each restart (HBase: the start code)
 * @param memory the heap split in effect; null when it could not be read
 * @param memoryOnline whether the split can be changed without a restart on this very node
 */
public record Node(
    NodeId id, String incarnation, @Nullable MemorySplit memory, boolean memoryOnline) {}
