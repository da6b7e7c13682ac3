package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.NODES_OVERLOADED;
import static io.proteus.core.strategy.ReasonCode.SHRINK;

import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.history.HostMeans;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * TIRAMOLA's thresholds (TIR-2; section 3 of the paper): one node more while any node is too busy,
 * one less once every node is idle. The figures are a plain running mean over 5 minutes, or over as
 * much as was observed since the last action, where that is less but fills the monitor's window.
 *
 * @param growAbove CPU of the hottest node above which a node is added
 * @param shrinkBelow CPU that no node may exceed for one to be removed
 * @param ioWaitAbove I/O wait of any node above which one is added too, and none removed; null: the
 *     CPU alone decides, as in the paper
 * @param average how long the mean is taken over; null: the monitor's exponential weights
 */
@Section("TIRAMOLA's thresholds: the paper's.")
public record ThresholdScaling(
    @Key(doc = "CPU of any node above which one is added (TIR-2)", usual = "0.40") Ratio growAbove,
    @Key(doc = "CPU that no node may exceed for one to go (TIR-2)", usual = "0.15")
        Ratio shrinkBelow,
    @Key(
            doc = "I/O wait of any node above which one is added too; `off`: the CPU alone counts",
            usual = "off",
            none = "off")
        @Nullable Ratio ioWaitAbove,
    @Key(
            doc =
                "how long the plain running mean of CPU and I/O wait is taken over (TIR-2); `off`:"
                    + " the window and the weights of `monitor`",
            usual = "5m",
            none = "off")
        @Nullable Duration average)
    implements ScalingPolicy {

  public ThresholdScaling {
    if (shrinkBelow.compareTo(growAbove) >= 0) {
      throw new InvalidValue(
          "threshold.shrinkBelow: want less than threshold.growAbove, got %s and %s. Maybe they are swapped."
              .formatted(shrinkBelow, growAbove));
    }
    if (average != null && average.compareTo(HostMeans.LONGEST) > 0) {
      throw new InvalidValue(
          "threshold.average: want %d min at most, got %d s."
              .formatted(HostMeans.LONGEST.toMinutes(), average.toSeconds()));
    }
  }

  /** The paper's. */
  public static ThresholdScaling paper() {
    return new ThresholdScaling(Ratio.of(0.40), Ratio.of(0.15), null, Duration.ofMinutes(5));
  }

  @Override
  public Scaling decide(Situation seen) {
    Situation now = average == null ? seen : seen.averaged(average);
    Optional<Reason> gap = ClusterLoad.gap(now);
    if (gap.isPresent()) {
      return new Scaling.Keep(gap.get(), now.memory());
    }
    ClusterLoad load = ClusterLoad.of(now);
    Optional<Reason> waiting = waiting(now);
    if (load.hottestCpu().exceeds(growAbove)) {
      return by(
          1,
          now,
          NODES_OVERLOADED.because(
              "threshold.growAbove",
              "%s is at %s CPU, and more than %s is too busy",
              load.hottest(),
              load.hottestCpu(),
              growAbove),
          grow(load));
    }
    if (waiting.isPresent()) {
      return by(1, now, waiting.get(), grow(load));
    }
    if (!load.hottestCpu().exceeds(shrinkBelow)) {
      return by(
          -1,
          now,
          SHRINK.because("threshold.shrinkBelow", "no {node} is above %s CPU", shrinkBelow));
    }
    return new Scaling.Keep(
        HEALTHY.because(
            "threshold.growAbove",
            "the hottest {node}, %s, is at %s CPU: between %s and %s",
            load.hottest(),
            load.hottestCpu(),
            shrinkBelow,
            growAbove),
        now.memory());
  }

  private Optional<Reason> waiting(Situation now) {
    Ratio most = ioWaitAbove;
    if (most == null) {
      return Optional.empty();
    }
    return now.loads().entrySet().stream()
        .filter(entry -> ioWaitOf(entry.getValue()).exceeds(most))
        .min(java.util.Map.Entry.comparingByKey())
        .map(
            entry ->
                NODES_OVERLOADED.because(
                    "threshold.ioWaitAbove",
                    "%s waits for its disk %s of the time, and more than %s is too much",
                    entry.getKey(),
                    ioWaitOf(entry.getValue()),
                    most));
  }

  private static Ratio ioWaitOf(NodeLoad load) {
    Ratio ioWait = load.host().ioWait();
    return ioWait == null ? Ratio.ZERO : ioWait;
  }

  private static Reason grow(ClusterLoad load) {
    return GROW.says("from %d to {%d nodes}", load.nodes(), load.nodes() + 1);
  }

  private static Scaling by(int change, Situation now, Reason... reasons) {
    int nodes = now.topology().nodes().size() + change;
    return nodes < 1
        ? new Scaling.Keep(HEALTHY.says("one {node} is the least there can be"), now.memory())
        : new Scaling.Resize(nodes, List.of(reasons), now.memory());
  }
}
