package io.proteus.app.view;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A node as it is shown.
 *
 * @param profile the profile whose split it has; null when it has none of them, or it is unknown
 * @param memory the split in effect; null when it could not be read
 * @param serves the share of each class of partition in its requests; empty when it has none
 * @param requests of its partitions, op/s; null when none of them is known
 * @param load null when nothing is known of it
 * @param partitions how many it holds; null when that is not known, as of some of the past
 */
public record NodeRow(
    NodeId id,
    @Nullable String profile,
    @Nullable MemorySplit memory,
    SortedMap<AccessClass, Ratio> serves,
    @Nullable Double requests,
    @Nullable NodeLoad load,
    @Nullable Integer partitions,
    List<Remark> remarks) {}
