package io.proteus.core.plan.prediction;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.OperationsPerSecond;
import org.jspecify.annotations.Nullable;

/**
 * The service that clients get, as observed. Plans are judged by these figures.
 *
 * @param throughput of all partitions whose requests are known, op/s
 * @param latencyMs mean of the nodes that tell it, each weighed by its requests; null when none
 *     tells
 * @param pressure how busy the busiest node is, CPU and waiting for the disk together, 0..1; null
 *     when no node's is known
 */
public record Service(double throughput, @Nullable Double latencyMs, @Nullable Double pressure) {

  public static Service of(Situation now) {
    Double served = now.requests();
    double throughput = served == null ? 0 : served;
    double weighed = 0;
    double weights = 0;
    Double pressure = null;
    for (Node node : now.topology().nodes()) {
      NodeLoad load = now.loads().get(node.id());
      if (load == null) {
        continue;
      }
      OperationsPerSecond requests = load.requests();
      if (load.latencyMs() != null && requests != null) {
        weighed += load.latencyMs() * requests.value();
        weights += requests.value();
      }
      Double busy = load.host().busy();
      if (busy != null && (pressure == null || busy > pressure)) {
        pressure = busy;
      }
    }
    return new Service(throughput, weights > 0 ? weighed / weights : null, pressure);
  }
}
