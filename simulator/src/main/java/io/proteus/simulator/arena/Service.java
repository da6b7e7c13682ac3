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
 * @param lost those of them that were never answered
 * @param late those of them that were answered after more than {@value #LATE_MS} ms. As many are
 *     counted as the percentiles of each span show, so rather too few
 */
public record Service(
    double slotSeconds, List<Double> offered, List<Double> lost, List<Double> late) {
  /** Many times what an answer takes where nothing is saturated. */
  public static final double LATE_MS = 100;

  /** Until an answer where nothing is saturated: clients without a rate ask again so soon. */
  private static final double USUAL_ANSWER_SECONDS = 0.01;

  public Service {
    offered = List.copyOf(offered);
    lost = List.copyOf(lost);
    late = List.copyOf(late);
  }

  /** Of one run of a scenario. */
  static Service of(Scenario scenario, SimulationResult run, Duration slot) {
    int slots = (int) Math.max(1, scenario.lasts().toSeconds() / slot.toSeconds());
    double[] offered = new double[slots];
    double[] lost = new double[slots];
    double[] late = new double[slots];
    double before = 0;
    for (Point point : run.points()) {
      double span = point.at() - before;
      int index = (int) Math.min(slots - 1, before / slot.toSeconds());
      double asked = offeredPerSecond(scenario, (before + point.at()) / 2) * span;
      double answered = Math.min(asked, point.total() * span);
      offered[index] += asked;
      lost[index] += asked - answered;
      late[index] += answered * lateShare(point.answers());
      before = point.at();
    }
    return new Service(slot.toSeconds(), boxed(offered), boxed(lost), boxed(late));
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
  public static double offeredPerSecond(Scenario scenario, double seconds) {
    Duration at = Duration.ofMillis(Math.round(seconds * 1000));
    double sum = 0;
    for (Tenant tenant : scenario.tenants()) {
      if (tenant.clientsOf() == null) {
        sum += tenant.loadAt(at) * mostPerSecond(tenant);
      }
    }
    return sum;
  }

  /** Clients without a rate ask again as soon as they were answered and have thought. */
  private static double mostPerSecond(Tenant tenant) {
    double turns = tenant.clients() / (tenant.think().toMillis() / 1e3 + USUAL_ANSWER_SECONDS);
    Double rate = tenant.rate();
    return rate == null ? turns : rate;
  }

  /** Operations of a slot that were lost or late. */
  double missed(int slot) {
    return lost.get(slot) + late.get(slot);
  }

  /** The share of all that was asked for that was never answered, 0..1. */
  public double lostShare() {
    return share(lost);
  }

  /** The share of all that was asked for that was answered late, 0..1. */
  public double lateShare() {
    return share(late);
  }

  /** The share of all that was asked for that was lost or late, 0..1. */
  public double missedShare() {
    return lostShare() + lateShare();
  }

  private double share(List<Double> part) {
    double asked = sum(offered);
    return asked == 0 ? 0 : sum(part) / asked;
  }

  static double sum(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }
}
