package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.JoinCluster;
import io.proteus.core.step.Step;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The steps by which a node comes. */
public final class Arrival {
  private Arrival() {}

  /**
   * @param total counts it in
   * @param memory how it divides its memory; null where the store divides none
   * @param lost machines that run and of which no node is expected, those of followers too
   * @param settings what else it is started with, in the store's own keys
   * @param moreFollow whether another node comes after it in the same plan
   */
  public static List<Step> steps(
      NodeId planned,
      int total,
      @Nullable MemorySplit memory,
      Set<NodeId> lost,
      SortedMap<String, String> settings,
      boolean moreFollow,
      Topology now) {
    int dead = now.deadNodes().size();
    return switch (now.placing().joining()) {
      case BY_ITSELF -> List.of(new AddNode(planned, total, memory, false, dead, lost, settings));
      case BY_ORDER, BY_ORDER_WHEN_WHOLE ->
          List.of(
              new AddNode(planned, total, memory, true, dead, lost, settings),
              new JoinCluster(total, moreFollow));
    };
  }
}
