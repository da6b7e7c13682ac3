package io.proteus.core.plan.prediction;

import io.proteus.core.cluster.Partition;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Draft;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.MachineBill;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.InFlight;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.guard.Gain;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says beforehand what a plan will cost and gains. Pure: the store's own past comes with the
 * situation.
 *
 * @param movesAtOnce partitions moved at once for every ten nodes ({@code execution.movesInFlight})
 * @param compactionsAtOnce {@code execution.compactionsInFlight}
 * @param horizon within which a plan has to pay; null when it need not ({@code guards.horizon})
 * @param costs what changes cost and yield on this kind of store
 */
public record Predictor(
    int movesAtOnce, int compactionsAtOnce, @Nullable Duration horizon, CostModel costs) {
  /** The pressure that is assumed where no node tells how busy it is: the middle of all values. */
  private static final double UNKNOWN_PRESSURE = 0.5;

  /** The standard deviation of a value that is evenly distributed over 0 to 1. */
  private static final double ANYWHERE = 0.29;

  /** A time beyond all planning. */
  private static final double NEVER_SECONDS = Duration.ofDays(3650).toSeconds();

  public Predictor {
    if (movesAtOnce < 1 || compactionsAtOnce < 1) {
      throw new InvalidValue(
          "predictor: want 1 or more at once, got %d moves and %d compactions."
              .formatted(movesAtOnce, compactionsAtOnce));
    }
  }

  /** Every setting at its default, for a store whose engine does not say what changes cost. */
  public static Predictor usual() {
    return new Predictor(1, 2, Duration.ofHours(1), CostModel.assumed());
  }

  /**
   * The prediction for a draft.
   *
   * @param gain what its layout betters
   */
  public Prediction predict(Situation now, Draft draft, Gain gain) {
    Calibration past = now.memory().calibration();
    Service service = Service.of(now);
    double pressure = service.pressure() == null ? UNKNOWN_PRESSURE : service.pressure();
    StepTimes times =
        new StepTimes(
            new InFlight(movesAtOnce, compactionsAtOnce),
            now.topology().nodes().size(),
            costs,
            past);
    ClientCost cost = ClientCost.of(now, draft, times, costs, pressure);

    Layout target = draft.plan().target();
    Price following = Price.of(draft.following());
    PlanKind kind = kind(now, target);
    // the share of the requests that get a better place, or what nodes are relieved of
    double better =
        switch (kind) {
          case RECONFIGURE -> gain.share();
          case GROW -> Math.max(relief(now, target), gain.share());
          case SHRINK -> Math.min(0, relief(now, target));
        };
    boolean isSure = service.pressure() != null && now.basis().isMeasured();
    double doubt = isSure ? 0 : ANYWHERE * Math.abs(better);
    double score = better * pressure;
    Estimate throughput =
        GainRegression.ofThroughput(kind, costs.gains())
            .onLoad(past.quietOfThroughput())
            .after(
                service.throughput(),
                score,
                doubt,
                past.throughputOf(kind),
                past.widthOfThroughput());
    Double latency = service.latencyMs();
    return new Prediction(
        kind,
        score,
        following,
        times.of(draft.steps(), cost.moved()),
        cost.cacheLost(),
        cost.requestsLost(),
        service.throughput(),
        throughput,
        latency,
        latency == null
            ? null
            : GainRegression.ofLatency(costs.gains())
                .onLoad(past.quietOfLatency())
                .after(latency, score, doubt, past.latencyOf(kind), past.widthOfLatency()),
        paysAfter(cost.requestsLost(), throughput.expected() - service.throughput()),
        horizon,
        MachineBill.of(draft.steps(), now.topology().prices()));
  }

  private static PlanKind kind(Situation now, Layout target) {
    if (!target.removed().isEmpty()) {
      return PlanKind.SHRINK;
    }
    return WorthIt.resizes(now, target) ? PlanKind.GROW : PlanKind.RECONFIGURE;
  }

  /** The load that a node loses on average; below 0 it gains load. */
  private static double relief(Situation now, Layout target) {
    if (now.topology().placing().byStore()) {
      return Math.max(-1, 1 - (double) now.topology().nodes().size() / target.nodes().size());
    }
    long before =
        now.topology().partitions().stream()
            .map(Partition::node)
            .filter(Objects::nonNull)
            .distinct()
            .count();
    long then = target.nodes().stream().filter(node -> !node.partitions().isEmpty()).count();
    return before == 0 || then == 0 ? 0 : Math.max(-1, 1 - (double) before / then);
  }

  private static @Nullable Duration paysAfter(double requestsLost, double gain) {
    if (requestsLost == 0 && gain >= 0) {
      return Duration.ZERO;
    }
    double seconds = gain > 0 ? requestsLost / gain : NEVER_SECONDS;
    return seconds >= NEVER_SECONDS ? null : Duration.ofMillis(Math.round(seconds * 1000));
  }
}
