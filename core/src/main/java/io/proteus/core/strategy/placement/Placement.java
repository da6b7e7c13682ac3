package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import java.util.List;

/**
 * A placement policy's answer.
 *
 * @param nodes every node that is to be, planned ones included
 * @param removed nodes that are to go
 * @param reasons how it came about
 */
public record Placement(List<NodeTarget> nodes, List<NodeId> removed, List<Reason> reasons) {
  public Placement {
    nodes = List.copyOf(nodes);
    removed = List.copyOf(removed);
    reasons = List.copyOf(reasons);
  }
}
