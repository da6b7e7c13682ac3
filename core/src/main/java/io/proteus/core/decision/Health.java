package io.proteus.core.decision;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Few;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a cluster serves as it should, whatever could be better about it.
 *
 * @param sentence what it rests on
 */
public record Health(State state, Sentence sentence) {
  public enum State {
    /** all partitions are served, all nodes live, and none is too busy */
    HEALTHY,
    UNHEALTHY,
    /** too little is known */
    UNKNOWN
  }

  /**
   * @param hotAbove CPU share over which a node is too busy
   */
  static Health of(Situation now, Ratio hotAbove) {
    Topology topology = now.topology();
    List<NodeId> hot = new ArrayList<>();
    List<NodeId> unknown = new ArrayList<>();
    Ratio busiest = Ratio.ZERO;
    for (Node node : topology.nodes()) {
      Ratio cpu = cpu(now, node.id());
      if (cpu == null) {
        unknown.add(node.id());
      } else {
        busiest = cpu.exceeds(busiest) ? cpu : busiest;
        if (cpu.exceeds(hotAbove)) {
          hot.add(node.id());
        }
      }
    }
    List<Sentence> wrong = wrong(topology);
    if (!hot.isEmpty()) {
      wrong.add(
          Sentence.of(
              "%d of {%d nodes} {is|are} over %s CPU: %s",
              hot.size(), topology.nodes().size(), hotAbove, Few.of(hot)));
    }
    if (!wrong.isEmpty()) {
      return new Health(
          State.UNHEALTHY, Sentence.of("not healthy: %s", Sentence.joined("; ", wrong)));
    }
    if (topology.nodes().isEmpty() || !unknown.isEmpty()) {
      return new Health(
          State.UNKNOWN,
          Sentence.of(
              "whether it is healthy cannot be told: the CPU of %d of {%d nodes} is not known",
              unknown.size(), topology.nodes().size()));
    }
    return new Health(
        State.HEALTHY,
        Sentence.of(
            "healthy: the busiest of {%d nodes} is at %s CPU, and {%,d partitions} {is|are} served",
            topology.nodes().size(), busiest, topology.partitions().size()));
  }

  private static List<Sentence> wrong(Topology topology) {
    List<Sentence> wrong = new ArrayList<>();
    long unserved =
        topology.partitions().stream().filter(partition -> partition.node() == null).count();
    if (unserved > 0) {
      wrong.add(Sentence.of("{%,d partitions} {is|are} served by no {node}", unserved));
    }
    if (!topology.deadNodes().isEmpty()) {
      wrong.add(
          Sentence.of(
              "{%d nodes} {is|are} dead: %s",
              topology.deadNodes().size(), Few.of(topology.deadNodes())));
    }
    return wrong;
  }

  private static @Nullable Ratio cpu(Situation now, NodeId node) {
    NodeLoad load = now.loads().get(node);
    return load == null ? null : load.host().cpu();
  }
}
