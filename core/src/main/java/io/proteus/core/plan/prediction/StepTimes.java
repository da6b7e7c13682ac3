package io.proteus.core.plan.prediction;

import io.proteus.core.port.CostModel;
import io.proteus.core.step.InFlight;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepKind;
import io.proteus.core.step.StepType;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long steps take: what was measured on this store, and what is assumed where it was not. */
final class StepTimes {
  private final InFlight allowed;
  private final int nodes;
  private final CostModel costs;
  private final Calibration past;
  private final Map<StepKind, Double> seconds = new HashMap<>();

  /**
   * @param nodes how many nodes the cluster has
   * @param costs what is assumed of what was never measured
   */
  StepTimes(InFlight allowed, int nodes, CostModel costs, Calibration past) {
    this.allowed = allowed;
    this.nodes = nodes;
    this.costs = costs;
    this.past = past;
  }

  /** One unit of a kind's work: a step, or for compactions a gigabyte. */
  double seconds(StepKind kind) {
    return seconds.computeIfAbsent(
        kind, asked -> past.paceOf(asked).expected(asked.usual().apply(costs)).toMillis() / 1000.0);
  }

  /** All that a step takes. */
  double seconds(Step step) {
    return step.type().kind().map(kind -> seconds(kind, step.work())).orElse(0.0);
  }

  /** All that a step of so much work takes. */
  double seconds(StepKind kind, double work) {
    return kind.start().apply(costs).toMillis() / 1000.0 + seconds(kind) * work;
  }

  /**
   * Type after type, each as many at once as the executor does. Waits for a partition, a table or a
   * host are not in it.
   *
   * @param moved what partitions take with them where the store copies it
   */
  Duration of(List<Step> steps, ByteSize moved) {
    Map<StepType, Double> work = new LinkedHashMap<>();
    Map<StepType, Double> longest = new HashMap<>();
    for (Step step : steps) {
      double one = seconds(step);
      work.merge(step.type(), one, Double::sum);
      longest.merge(step.type(), one, Math::max);
    }
    double all =
        costs.transfer().copying(moved).toMillis()
            / 1000.0
            / MovePartition.TYPE.atOnce().most(allowed, nodes);
    for (Map.Entry<StepType, Double> type : work.entrySet()) {
      double together = type.getValue() / type.getKey().atOnce().most(allowed, nodes);
      all += Math.max(together, longest.getOrDefault(type.getKey(), 0.0));
    }
    return Duration.ofMillis(Math.round(all * 1000));
  }
}
