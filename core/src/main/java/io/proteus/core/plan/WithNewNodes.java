package io.proteus.core.plan;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Situation;
import java.util.ArrayList;
import java.util.List;

/** A situation as it will be once the new nodes of a layout are there, empty and configured. */
final class WithNewNodes {
  private WithNewNodes() {}

  static Situation of(Situation now, Layout target) {
    Topology is = now.topology();
    List<Node> nodes = new ArrayList<>(is.nodes());
    boolean undivided = is.nodes().stream().anyMatch(node -> node.split().isNone());
    for (NodeTarget added : LayoutDifference.added(is, target)) {
      nodes.add(
          undivided
              ? Node.undivided(added.node(), "planned")
              : new Node(added.node(), "planned", added.profile().memory(), true));
    }
    Topology then =
        new Topology(
                is.cluster(),
                is.at(),
                nodes,
                is.deadNodes(),
                is.partitions(),
                is.tables(),
                is.inTransition(),
                is.balancerOn(),
                is.gaps())
            .placedAs(is);
    Observation latest = now.latest();
    return now.with(
        new Observation(
            latest.number(),
            then,
            latest.span(),
            latest.rates(),
            latest.loads(),
            latest.capabilities(),
            latest.gaps(),
            latest.basis()));
  }
}
