package io.proteus.core.plan.prediction;

import io.proteus.core.model.CostModel;
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
import java.util.Optional;

/** How long steps take: measured on this store, or assumed where no measurement exists. */
final class StepTimes {
  private final InFlight allowed;
  private final int nodes;
  private final CostModel costs;
  private final Calibration past;
  private final Map<StepKind, Double> seconds = new HashMap<>();

  /** Steps of one type: what each takes until its work begins, and for a unit of its work. */
  private static final class Together {
    private final double start;
    private final double unit;
    private double work;
    private double longest;

    Together(double start, double unit) {
      this.start = start;
      this.unit = unit;
    }

    void add(Step step) {
      double seconds = start + unit * step.work();
      work += seconds;
      longest = Math.max(longest, seconds);
    }

    double seconds(int atOnce) {
      return Math.max(work / atOnce, longest);
    }
  }

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

  /** The time for one unit of work: a step, or a gigabyte for compactions. */
  double seconds(StepKind kind) {
    return seconds.computeIfAbsent(
        kind, asked -> past.paceOf(asked).expected(asked.usual().apply(costs)).toMillis() / 1000.0);
  }

  /** All that a step takes. */
  double seconds(Step step) {
    Optional<StepKind> kind = step.type().kind();
    return kind.isPresent() ? seconds(kind.get(), step.work()) : 0;
  }

  /** All that a step of so much work takes. */
  double seconds(StepKind kind, double work) {
    return start(kind) + seconds(kind) * work;
  }

  private double start(StepKind kind) {
    return kind.start().apply(costs).toMillis() / 1000.0;
  }

  private Together together(StepType type) {
    return type.kind()
        .map(kind -> new Together(start(kind), seconds(kind)))
        .orElseGet(() -> new Together(0, 0));
  }

  /**
   * The time for all steps: one type after the other, each with as many at once as the executor
   * runs. It leaves out waiting for a partition, a table or a host.
   *
   * @param moved what partitions take with them where the store copies it
   */
  Duration of(List<Step> steps, ByteSize moved) {
    Map<StepType, Together> types = new LinkedHashMap<>();
    StepType last = null;
    Together together = new Together(0, 0);
    for (Step step : steps) {
      // steps of one type follow one another by the thousand
      if (!step.type().equals(last)) {
        last = step.type();
        together = types.computeIfAbsent(last, this::together);
      }
      together.add(step);
    }
    double all =
        costs.transfer().copying(moved).toMillis()
            / 1000.0
            / MovePartition.TYPE.atOnce().most(allowed, nodes);
    for (Map.Entry<StepType, Together> type : types.entrySet()) {
      all += type.getValue().seconds(type.getKey().atOnce().most(allowed, nodes));
    }
    return Duration.ofMillis(Math.round(all * 1000));
  }
}
