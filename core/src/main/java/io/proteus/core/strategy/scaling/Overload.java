package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Situation;

/**
 * Overload that one sample shows beyond doubt, so that nothing is waited for. The CPU alone tells:
 * nodes that wait for their disks may only have to warm their caches.
 */
public final class Overload {
  private static final double MEAN = 0.85;
  private static final double HOTTEST = 0.95;

  private Overload() {}

  /** Whether the newest sample alone tells that there are too few nodes. */
  public static boolean isBeyondDoubt(Situation now) {
    Situation newest = now.ofNewestSample();
    if (newest.loads().isEmpty() || ClusterLoad.gap(newest).isPresent()) {
      return false;
    }
    ClusterLoad load = ClusterLoad.of(newest);
    return load.meanCpu().value() >= MEAN && load.hottestCpu().value() >= HOTTEST;
  }
}
