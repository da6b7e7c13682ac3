package io.proteus.core.decision;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Situation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The present layout as a target. */
final class PresentLayout {
  private PresentLayout() {}

  /** The layout with the partitions that it does not name where they are. */
  static Layout completing(Layout layout, Situation now) {
    Map<NodeId, List<Partition>> held = now.topology().partitionsByNode();
    List<NodeTarget> targets = new ArrayList<>();
    for (NodeTarget target : layout.nodes()) {
      List<PartitionId> all = new ArrayList<>(target.partitions());
      held.getOrDefault(target.node(), List.of()).stream()
          .map(Partition::id)
          .filter(partition -> layout.targetOf(partition).isEmpty())
          .forEach(all::add);
      targets.add(new NodeTarget(target.node(), target.profile(), all));
    }
    return Layout.of(
        targets, layout.removed(), layout.blockSizes(), layout.settings(), layout.reshapes());
  }

  /**
   * Every node with the partitions that it holds, except these nodes and those with an unknown
   * split.
   */
  static List<NodeTarget> without(Collection<NodeId> going, Situation now) {
    Map<NodeId, List<Partition>> held = now.topology().partitionsByNode();
    List<NodeTarget> targets = new ArrayList<>();
    for (Node node : now.topology().nodes()) {
      if (!node.split().isUnknown() && !going.contains(node.id())) {
        targets.add(
            new NodeTarget(
                node.id(),
                NodeProfile.asItIs(node.memory()),
                held.getOrDefault(node.id(), List.of()).stream().map(Partition::id).toList()));
      }
    }
    return targets;
  }
}
