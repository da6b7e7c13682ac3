package io.proteus.controller.accuracy;

import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.StepTrail;
import io.proteus.controller.journal.StepState;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Prediction;
import io.proteus.core.plan.prediction.Service;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.strategy.Width;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Learns from actions that have ended. */
final class CalibrationUpdate {
  /** A step that is done by its timeout is seen to be when Proteus looks next. */
  private static final Duration A_LOOK = Duration.ofMinutes(1);

  private CalibrationUpdate() {}

  /**
   * How long the steps took, each since it was asked for the last time. What was found done when
   * somebody looked again says nothing: Proteus may not have run for hours.
   */
  static Calibration ofSteps(List<ActionPlan> plans, CostModel costs, Calibration before) {
    Calibration learned = before;
    for (ActionPlan plan : plans) {
      Map<Integer, Instant> issued = new HashMap<>();
      for (StepTrail.Mark mark : plan.steps().marks()) {
        if (mark.state() == StepState.ISSUED) {
          issued.put(mark.step(), mark.at());
        } else if (mark.state() == StepState.DONE && mark.why() == null) {
          Instant since = issued.get(mark.step());
          if (since != null) {
            Duration took = Duration.between(since, mark.at());
            learned = ofStep(plan.plan().steps().get(mark.step()), took, costs, learned);
          }
        }
      }
    }
    return learned;
  }

  private static Calibration ofStep(Step step, Duration took, CostModel costs, Calibration before) {
    // a clock that was set, or a machine that slept in between, measured nothing
    boolean measured = !took.isNegative() && took.compareTo(step.timeout(costs).plus(A_LOOK)) <= 0;
    double seconds = took.toMillis() / 1000.0;
    StepKind kind = step.type().kind().orElse(null);
    return measured && kind != null && step.tellsPace()
        ? before.withStep(kind, seconds / step.work())
        : before;
  }

  /**
   * The calibration with the yield of a plan; a yield of nothing, or one that was not measured,
   * adds nothing.
   */
  static Calibration ofYield(Prediction predicted, Service achieved, Calibration before) {
    Calibration learned = before;
    if (predicted.throughputNow() > 0 && achieved.throughput() > 0) {
      learned =
          learned.withThroughput(
              predicted.kind(),
              learned
                  .throughputOf(predicted.kind())
                  .with(predicted.score(), predicted.throughputNow(), achieved.throughput()));
    }
    Double then = predicted.latencyMsNow();
    Double now = achieved.latencyMs();
    if (then != null && now != null && then > 0 && now > 0) {
      learned =
          learned.withLatency(
              predicted.kind(),
              learned.latencyOf(predicted.kind()).with(predicted.score(), then, now));
    }
    return learned.withWidths(
        widened(learned.widthOfThroughput(), predicted.throughput(), achieved.throughput()),
        widened(learned.widthOfLatency(), predicted.latencyMs(), now));
  }

  private static Width widened(
      Width before, @Nullable Estimate predicted, @Nullable Double achieved) {
    return predicted == null || achieved == null || achieved == 0
        ? before
        : before.after(predicted.low() <= achieved && achieved <= predicted.high());
  }
}
