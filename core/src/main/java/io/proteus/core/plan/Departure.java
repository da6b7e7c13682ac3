package io.proteus.core.plan;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.LeaveCluster;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.Step;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.List;

/** The steps by which a node leaves for good, once nothing of it has to be moved any more. */
public final class Departure {
  private Departure() {}

  public static List<Step> steps(NodeId node, Topology now) {
    List<Step> steps = new ArrayList<>();
    boolean leaves = now.placing().leaving() == Emptying.BY_STORE;
    if (leaves) {
      steps.add(new LeaveCluster(node, ByteSize.ofBytes(heldBy(node, now))));
    }
    steps.add(new RemoveNode(node, leaves));
    steps.add(new ForgetNode(node));
    return steps;
  }

  private static long heldBy(NodeId node, Topology now) {
    return now.partitions().stream()
        .filter(partition -> partition.replicas().stream().anyMatch(r -> r.node().equals(node)))
        .mapToLong(partition -> partition.size().bytes())
        .sum();
  }
}
