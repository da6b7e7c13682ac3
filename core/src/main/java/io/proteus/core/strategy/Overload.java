package io.proteus.core.strategy;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.units.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * Overload that one sample shows beyond doubt, so that nothing is waited for. The CPU alone tells:
 * nodes that wait for their disks may only have to warm their caches.
 */
public final class Overload {
  private static final double MEAN = 0.85;
  private static final double HOTTEST = 0.95;

  private Overload() {}

  /** Whether one node is at its limit in the newest sample, and was in the smoothed ones. */
  public static boolean isAnyAtItsLimit(Situation now) {
    return now.topology().nodes().stream()
        .anyMatch(
            node ->
                isAtItsLimit(now.latest().loads().get(node.id()))
                    && isAtItsLimit(now.loads().get(node.id())));
  }

  private static boolean isAtItsLimit(@Nullable NodeLoad load) {
    Ratio cpu = load == null ? null : load.host().cpu();
    return cpu != null && cpu.value() >= HOTTEST;
  }

  /**
   * Whether the newest sample alone tells that there are too few nodes; false where it lacks any.
   */
  public static boolean isBeyondDoubt(Situation now) {
    int nodes = now.topology().nodes().size();
    double sum = 0;
    double hottest = 0;
    for (Node node : now.topology().nodes()) {
      NodeLoad load = now.latest().loads().get(node.id());
      Ratio cpu = load == null ? null : load.host().cpu();
      if (cpu == null) {
        return false;
      }
      sum += cpu.value();
      hottest = Math.max(hottest, cpu.value());
    }
    return nodes > 0 && sum >= MEAN * nodes && hottest >= HOTTEST;
  }
}
