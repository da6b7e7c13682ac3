package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.JoinCluster;
import io.proteus.core.step.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps by which a node comes. */
public final class Arrival {
  private Arrival() {}

  /**
   * @param total counts it in
   * @param memory how it divides its memory; null where the store divides none
   */
  public static List<Step> steps(
      NodeId planned, int total, @Nullable MemorySplit memory, Topology now) {
    int dead = now.deadNodes().size();
    return switch (now.placing().joining()) {
      case BY_ITSELF -> List.of(new AddNode(planned, total, memory, false, dead));
      case BY_ORDER ->
          List.of(new AddNode(planned, total, memory, true, dead), new JoinCluster(total));
    };
  }
}
