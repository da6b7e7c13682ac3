package io.proteus.lab.arena;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Section;
import io.proteus.simulator.arena.Outcome;
import io.proteus.simulator.arena.Replayed;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The worst cases over time: what was asked for and served, and how many nodes there were. */
final class ArenaCurves {
  /** More points than a chart can show would only make it large. */
  private static final int POINTS = 240;

  private ArenaCurves() {}

  /**
   * Those of each strategy in which it did most harm, and in which it regrets most.
   *
   * @param most of each
   */
  static List<Outcome> worst(List<Outcome> outcomes, int most) {
    Set<Outcome> worst = new LinkedHashSet<>();
    for (String strategy : outcomes.stream().map(Outcome::strategy).distinct().toList()) {
      if (!strategy.equals(Simulation.NOBODY)) {
        List<Outcome> own = outcomes.stream().filter(o -> o.strategy().equals(strategy)).toList();
        worst.addAll(worst(own, Outcome::harm, most));
        worst.addAll(worst(own, Outcome::regret, most));
      }
    }
    return List.copyOf(worst);
  }

  private static List<Outcome> worst(
      List<Outcome> own, ToDoubleFunction<Outcome> figure, int most) {
    return own.stream()
        .filter(outcome -> figure.applyAsDouble(outcome) > 0)
        .sorted(Comparator.comparingDouble(figure).reversed())
        .limit(most)
        .toList();
  }

  /** A case played again. */
  static Section section(Outcome outcome) throws InvalidConfiguration {
    Replayed replayed = Replayed.of(outcome);
    String name = "%s, %s".formatted(outcome.scenario(), outcome.strategy());
    return new Section(
        name,
        String.format(
            Locale.ROOT,
            "Missed %.2f %%, %.2f %% more than where nobody acts; %.1f node-hours, %+.0f %% over"
                + " an oracle that misses as little.",
            100 * outcome.missed(),
            100 * outcome.harm(),
            outcome.nodeHours(),
            100 * outcome.regret()),
        List.of(
            new Chart.Curves(name + ": operations", "minutes", "op/s", operations(replayed)),
            new Chart.Curves(name + ": nodes", "minutes", "nodes", nodes(replayed))),
        List.of());
  }

  private static List<Curve> operations(Replayed replayed) {
    return List.of(
        curve("asked for", replayed.run(), point -> replayed.offeredPerSecond(point.at())),
        curve(replayed.outcome().strategy(), replayed.run(), Point::total),
        curve(Simulation.NOBODY, replayed.nobody(), Point::total));
  }

  private static List<Curve> nodes(Replayed replayed) {
    return List.of(
        curve("oracle", replayed.run(), point -> (double) replayed.oracleNodes(point.at() - 1)),
        curve(replayed.outcome().strategy(), replayed.run(), point -> (double) point.nodes()),
        curve(Simulation.NOBODY, replayed.nobody(), point -> (double) point.nodes()));
  }

  private static Curve curve(String name, SimulationResult run, Function<Point, Double> figure) {
    List<Double> at = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    int step = Math.max(1, run.points().size() / POINTS);
    for (int i = 0; i < run.points().size(); i += step) {
      Point point = run.points().get(i);
      at.add(point.at() / 60);
      values.add(figure.apply(point));
    }
    return new Curve(name, at, values, true);
  }
}
