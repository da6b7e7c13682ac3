package io.proteus.core.history;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Exponential smoothing over a window (MET-3): {@code s = alpha * newest + (1 - alpha) * s}, so the
 * newest observation weighs most. An observation without a figure leaves the smoothed value as it
 * was. Figures that the newest observation lacks are taken from older ones.
 *
 * @param alpha weight of the newest observation, over 0 and up to 1; the original code used 0.5
 */
public record Smoothing(
    @Key(
            doc = "weight of the newest sample (MET-3)",
            usual = "0.5",
            name = "smoothing",
            unit = "share")
        double alpha) {
  public Smoothing {
    if (!(alpha > 0 && alpha <= 1)) {
      throw new InvalidValue("smoothing: want 0 < alpha <= 1, got %s.".formatted(alpha));
    }
  }

  /** The smoothed rates of the partitions that the newest observation still lists. */
  public Map<PartitionId, RequestRates> rates(List<Observation> window) {
    if (window.size() == 1) {
      return window.get(0).rates();
    }
    Map<PartitionId, RequestRates> smoothed = new HashMap<>();
    for (Observation observation : window) {
      observation
          .rates()
          .forEach((id, rate) -> smoothed.merge(id, rate, (old, now) -> now.blend(alpha, old)));
    }
    if (!window.isEmpty()) {
      var now = window.get(window.size() - 1).topology();
      smoothed.keySet().removeIf(id -> now.partition(id).isEmpty());
    }
    return smoothed;
  }

  /** The smoothed loads of the nodes that the newest observation still lists. */
  public Map<NodeId, NodeLoad> loads(List<Observation> window) {
    Map<NodeId, NodeLoad> smoothed = new HashMap<>();
    for (Observation observation : window) {
      observation.loads().forEach((id, load) -> smoothed.merge(id, load, this::blend));
    }
    if (!window.isEmpty()) {
      var now = window.get(window.size() - 1).topology();
      smoothed.keySet().removeIf(id -> now.node(id).isEmpty());
    }
    return smoothed;
  }

  private NodeLoad blend(NodeLoad old, NodeLoad now) {
    return new NodeLoad(
        new HostLoad(
            blend(old.host().cpu(), now.host().cpu()),
            blend(old.host().ioWait(), now.host().ioWait()),
            blend(old.host().memory(), now.host().memory())),
        now.requests() == null || old.requests() == null
            ? firstKnown(now.requests(), old.requests())
            : new OperationsPerSecond(blend(old.requests().value(), now.requests().value())),
        blend(old.cacheHitRatio(), now.cacheHitRatio()),
        firstKnown(now.queued(), old.queued()),
        firstKnown(now.heapUsed(), old.heapUsed()),
        firstKnown(now.heapMax(), old.heapMax()),
        now.heapKept(), // of the newest moment alone: the two belong together
        now.cacheUsed(),
        firstKnown(now.locality(), old.locality()),
        blend(old.latencyMs(), now.latencyMs()),
        blend(old.p99Ms(), now.p99Ms()));
  }

  private @Nullable Ratio blend(@Nullable Ratio old, @Nullable Ratio now) {
    return now == null || old == null
        ? firstKnown(now, old)
        : Ratio.of(blend(old.value(), now.value()));
  }

  private @Nullable Double blend(@Nullable Double old, @Nullable Double now) {
    return now == null || old == null
        ? firstKnown(now, old)
        : Double.valueOf(blend(old.doubleValue(), now.doubleValue()));
  }

  private double blend(double old, double now) {
    return alpha * now + (1 - alpha) * old;
  }

  private static <T> @Nullable T firstKnown(@Nullable T now, @Nullable T old) {
    return now != null ? now : old;
  }
}
