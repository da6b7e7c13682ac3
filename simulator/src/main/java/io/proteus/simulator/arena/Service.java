package io.proteus.simulator.arena;

import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.Percentiles;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What clients asked for and did not get in time, by slots of a run.
 *
 * @param slotSeconds how long a slot is
 * @param offered operations that were asked for in each slot
 * @param missed those of them that were lost, or late: answered after more than {@value #LATE_MS}
 *     ms. Of late ones as many are counted as the percentiles of each span show, so rather too few
 */
public record Service(double slotSeconds, List<Double> offered, List<Double> missed) {
  /** Many times what an answer takes where nothing is saturated. */
  public static final double LATE_MS = 100;

  public Service {
    offered = List.copyOf(offered);
    missed = List.copyOf(missed);
  }

  /** Of one run of a scenario in which every tenant has a rate. */
  static Service of(Scenario scenario, SimulationResult run, Duration slot) {
    int slots = (int) Math.max(1, scenario.lasts().toSeconds() / slot.toSeconds());
    double[] offered = new double[slots];
    double[] missed = new double[slots];
    double before = 0;
    for (Point point : run.points()) {
      double span = point.at() - before;
      int index = (int) Math.min(slots - 1, before / slot.toSeconds());
      double asked = offered(scenario, (before + point.at()) / 2) * span;
      double answered = Math.min(asked, point.total() * span);
      offered[index] += asked;
      missed[index] += asked - answered + answered * lateShare(point.answers());
      before = point.at();
    }
    return new Service(slot.toSeconds(), boxed(offered), boxed(missed));
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private static double lateShare(Percentiles answers) {
    if (isLate(answers.p50Ms())) {
      return 0.5;
    }
    return isLate(answers.p95Ms()) ? 0.05 : isLate(answers.p99Ms()) ? 0.01 : 0;
  }

  private static boolean isLate(@Nullable Double ms) {
    return ms != null && ms > LATE_MS;
  }

  /** What all tenants ask for at a moment, op/s. */
  private static double offered(Scenario scenario, double seconds) {
    Duration at = Duration.ofMillis(Math.round(seconds * 1000));
    double sum = 0;
    for (Tenant tenant : scenario.tenants()) {
      Double rate = tenant.rate();
      if (rate != null) {
        sum += rate * tenant.loadAt(at);
      }
    }
    return sum;
  }

  /** The share of all that was asked for that was lost or late, 0..1. */
  public double missedShare() {
    double asked = sum(offered);
    return asked == 0 ? 0 : sum(missed) / asked;
  }

  static double sum(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }
}
