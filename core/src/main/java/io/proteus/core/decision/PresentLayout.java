package io.proteus.core.decision;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Partition;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What there is as what should be. */
final class PresentLayout {
  /** Of no effect, as no table is changed. */
  private static final ByteSize BLOCKS = ByteSize.ofKilobytes(64);

  /** Of no effect, as it stands for nodes that divide no memory only. */
  private static final MemorySplit SPLIT = MemorySplit.of(0.4, 0.4);

  private PresentLayout() {}

  /** Every node with what it holds, but for these, and for those whose split is not known. */
  static List<NodeTarget> without(Collection<NodeId> going, Situation now) {
    Map<NodeId, List<Partition>> held = now.topology().partitionsByNode();
    List<NodeTarget> targets = new ArrayList<>();
    for (Node node : now.topology().nodes()) {
      if (!node.split().isUnknown() && !going.contains(node.id())) {
        targets.add(
            new NodeTarget(
                node.id(),
                new NodeProfile(
                    "as it is", Objects.requireNonNullElse(node.memory(), SPLIT), BLOCKS),
                held.getOrDefault(node.id(), List.of()).stream().map(Partition::id).toList()));
      }
    }
    return targets;
  }
}
