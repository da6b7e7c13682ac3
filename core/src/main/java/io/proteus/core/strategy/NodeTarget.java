package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.ProfileParts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The target for one node.
 *
 * @param node an existing node, or a planned one ({@link NodeId#planned})
 * @param partitions that it should hold, sorted
 */
public record NodeTarget(NodeId node, NodeProfile profile, List<PartitionId> partitions) {
  public NodeTarget {
    List<PartitionId> sorted = new ArrayList<>(partitions);
    Collections.sort(sorted);
    partitions = List.copyOf(sorted);
  }

  /** The same with what of its profile is asked of a store that has these parts. */
  public NodeTarget within(ProfileParts parts) {
    NodeProfile fitting = profile.within(parts);
    return fitting.equals(profile) ? this : new NodeTarget(node, fitting, partitions);
  }
}
