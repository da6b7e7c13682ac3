package io.proteus.simulator.loads;

import io.proteus.simulator.run.Resizes;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.util.List;

/**
 * What one run came to in the time that counts.
 *
 * @param nodeHours of the machines that ran
 * @param violations share of the time in which the service level was not kept
 * @param resizes how often machines came or went
 * @param oscillations how often one way within {@link SimulationResult#OPPOSITE_WITHIN_SECONDS} of
 *     the other
 * @param mostNodes that ran at once
 * @param incidents what must never happen and did, in the time before too, in sentences
 */
record Measured(
    double nodeHours,
    double violations,
    double resizes,
    double oscillations,
    double mostNodes,
    List<String> incidents) {
  Measured {
    incidents = List.copyOf(incidents);
  }

  static Measured of(SimulationResult run, Scenario scenario, Duration from) {
    List<Point> points =
        run.points().stream().filter(point -> point.at() > from.toSeconds()).toList();
    double seconds = 0;
    double nodeSeconds = 0;
    double violated = 0;
    int most = 0;
    double before = from.toSeconds();
    Resizes resizes = new Resizes(points.isEmpty() ? 0 : points.get(0).machines());
    for (Point point : points) {
      double span = point.at() - before;
      before = point.at();
      seconds += span;
      nodeSeconds += span * point.machines();
      violated += isKept(point, scenario, span) ? 0 : span;
      most = Math.max(most, point.machines());
      resizes.see(point.at(), point.machines());
    }
    return new Measured(
        nodeSeconds / 3600,
        seconds > 0 ? violated / seconds : 0,
        resizes.all(),
        resizes.opposite(),
        most,
        run.failures().stream()
            .map(failure -> "seed %d: %s".formatted(run.seed(), failure))
            .toList());
  }

  /** Whether all that was asked for was answered, and soon enough. */
  private static boolean isKept(Point point, Scenario scenario, double span) {
    double asked = 0;
    for (Tenant tenant : scenario.tenants()) {
      Double rate = tenant.rate();
      // the middle of the span that the point is a mean of
      Duration at = Duration.ofMillis((long) (1000 * (point.at() - span / 2)));
      asked += rate == null ? 0 : rate * tenant.loadAt(at);
    }
    Double responseMs = point.responseMs();
    return point.total() >= ServiceLevel.ANSWERED * asked
        && (responseMs == null || responseMs <= ServiceLevel.RESPONSE_MS);
  }
}
