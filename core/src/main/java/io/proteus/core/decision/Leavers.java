package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.scaling.Scaling;
import java.util.ArrayList;
import java.util.List;

/** Who goes where the cloud ends its machines in an order of its own. */
final class Leavers {
  private Leavers() {}

  /** The live nodes that can go one after the other, the next one first. */
  private static List<NodeId> able(Topology now) {
    return now.restrictions().mayLeave(now.nodes().stream().map(Node::id).toList());
  }

  /** So many that have to go; none where the cloud lets any go, and the strategy chooses. */
  static List<NodeId> of(Topology now, int count) {
    Restrictions restrictions = now.restrictions();
    return restrictions.ordersLeaving()
        ? able(now).stream().limit(Math.max(0, count)).toList()
        : List.of();
  }

  /** The resize with no more nodes that go than can. */
  static Scaling.Resize within(Situation now, Scaling.Resize wanted) {
    Topology topology = now.topology();
    int present = topology.nodes().size();
    int least = present - able(topology).size();
    if (!topology.restrictions().ordersLeaving()
        || wanted.nodes() >= present
        || wanted.nodes() >= least) {
      return wanted;
    }
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        NOT_CAPABLE.because(
            "cloud.type",
            "{%d nodes} instead of %d go: %s",
            present - least,
            present - wanted.nodes(),
            topology.restrictions().next()));
    reasons.addAll(wanted.reasons());
    return new Scaling.Resize(least, reasons, wanted.memory());
  }
}
