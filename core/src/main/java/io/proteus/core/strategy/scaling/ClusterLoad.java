package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Few;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The load of a cluster as a whole, for policies that only count nodes.
 *
 * @param nodes how many serve
 * @param hottest the one with the most CPU
 * @param demand how many usual nodes the load keeps busy all the time
 * @param capacity how many usual nodes can do as much as these ({@link NodeSpeeds})
 * @param served op/s
 * @param latencyMs mean over the nodes that tell; null when none does
 * @param bytes stored, each copy of a partition counted
 */
record ClusterLoad(
    int nodes,
    NodeId hottest,
    Ratio hottestCpu,
    Ratio meanCpu,
    double demand,
    double capacity,
    double served,
    @Nullable Double latencyMs,
    long bytes) {

  /** The figure that a decision lacks; empty when none is missing. */
  static Optional<Reason> gap(Situation now) {
    List<NodeId> unknown =
        now.topology().nodes().stream().map(Node::id).filter(id -> cpuOf(now, id) == null).toList();
    if (now.topology().nodes().isEmpty()) {
      return Optional.of(METRICS_INCOMPLETE.says("no {node} is alive"));
    }
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            METRICS_INCOMPLETE.because(
                "cloud.type", "the CPU of %s is not known", Few.of(unknown)));
  }

  /** The load by CPU alone. Requires that there is no {@link #gap}. */
  static ClusterLoad of(Situation now) {
    return of(now, false);
  }

  /**
   * The load by CPU and I/O wait together: a node that waits for its disk has no capacity left,
   * however idle its CPU is. Requires that there is no {@link #gap}.
   */
  static ClusterLoad withIoWait(Situation now) {
    return of(now, true);
  }

  private static ClusterLoad of(Situation now, boolean withIoWait) {
    List<Node> nodes = now.topology().nodes();
    NodeId hottest = nodes.get(0).id();
    Ratio most = Ratio.ZERO;
    NodeSpeeds speeds = NodeSpeeds.of(now);
    double sum = 0;
    double demand = 0;
    double capacity = 0;
    double latencies = 0;
    int telling = 0;
    for (Node node : nodes) {
      Ratio cpu = cpuOf(now, node.id());
      NodeLoad load = now.loads().get(node.id());
      if (cpu == null || load == null) {
        throw new IllegalArgumentException("the CPU of %s is not known".formatted(node.id()));
      }
      Ratio wait = load.host().ioWait();
      Ratio busy =
          withIoWait && wait != null ? Ratio.of(Math.min(1, cpu.value() + wait.value())) : cpu;
      if (busy.exceeds(most)) {
        most = busy;
        hottest = node.id();
      }
      double speed = speeds.of(node.id());
      sum += busy.value();
      demand += busy.value() * speed;
      capacity += speed;
      if (load.latencyMs() != null) {
        latencies += load.latencyMs();
        telling++;
      }
    }
    Double served = now.requests();
    return new ClusterLoad(
        nodes.size(),
        hottest,
        most,
        Ratio.share(sum, nodes.size()),
        demand,
        capacity,
        served == null ? 0 : served,
        telling == 0 ? null : Double.valueOf(latencies / telling),
        now.bytes());
  }

  private static @Nullable Ratio cpuOf(Situation now, NodeId node) {
    NodeLoad load = now.loads().get(node);
    return load == null ? null : load.host().cpu();
  }

  Ratio cpu(CpuOf which) {
    return which == CpuOf.MEAN ? meanCpu : hottestCpu;
  }

  /** The name within a sentence: {@code the mean}, or the node. */
  String cpuName(CpuOf which) {
    return which == CpuOf.MEAN ? "the mean of the nodes" : hottest.value();
  }
}
