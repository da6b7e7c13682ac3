package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The profiles of nodes that stay configured as they are: a new one gets the split of most. */
final class KeptProfiles {
  private KeptProfiles() {}

  /**
   * The nodes that are to be, each with its profile.
   *
   * @param gone the nodes that leave
   * @param nodes how many there are to be
   */
  static SortedMap<NodeId, NodeProfile> of(
      List<Node> present, Set<NodeId> gone, List<Group> groups, int nodes) {
    TreeMap<NodeId, NodeProfile> profiles = new TreeMap<>();
    NodeProfile usual = usual(present, groups);
    for (Node node : present) {
      if (!gone.contains(node.id())) {
        profiles.put(node.id(), profile(node.memory(), usual));
      }
    }
    for (int index = 1; profiles.size() < nodes; index++) {
      profiles.put(NodeId.planned(index), usual);
    }
    return profiles;
  }

  /** The split that most nodes have; what the configuration policy says where none is known. */
  private static NodeProfile usual(List<Node> present, List<Group> groups) {
    Map<MemorySplit, Integer> splits = new HashMap<>();
    for (Node node : present) {
      if (node.memory() != null) {
        splits.merge(node.memory(), 1, Integer::sum);
      }
    }
    NodeProfile otherwise = groups.isEmpty() ? NodeProfile.asItIs(null) : groups.get(0).profile();
    return splits.entrySet().stream()
        .max(
            Map.Entry.<MemorySplit, Integer>comparingByValue()
                .thenComparing(entry -> entry.getKey().readCache())
                .thenComparing(entry -> entry.getKey().writeBuffer()))
        .map(most -> profile(most.getKey(), otherwise))
        .orElse(otherwise);
  }

  private static NodeProfile profile(@Nullable MemorySplit memory, NodeProfile otherwise) {
    return memory == null ? otherwise : NodeProfile.asItIs(memory);
  }
}
