package io.proteus.simulator.loads;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Comparison.Spread;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Policies side by side under one load.
 *
 * @param load its name
 * @param measuredHours that the figures are of
 * @param rows one a policy
 */
public record LoadComparison(
    String load, String description, double measuredHours, List<Row> rows) {
  public LoadComparison {
    rows = List.copyOf(rows);
  }

  /**
   * A policy over all seeds.
   *
   * @param violations share of the time in which the service level was not kept
   * @param onFront whether no other policy has both no more node-hours and no more violations, and
   *     less of one, by the medians
   * @param incidents what must never happen and did, in sentences with their seed
   */
  public record Row(
      String policy,
      Spread nodeHours,
      Spread violations,
      Spread resizes,
      Spread oscillations,
      Spread mostNodes,
      boolean onFront,
      List<String> incidents) {
    public Row {
      incidents = List.copyOf(incidents);
    }

    private boolean beats(Row other) {
      boolean noWorse =
          nodeHours.median() <= other.nodeHours.median()
              && violations.median() <= other.violations.median();
      boolean better =
          nodeHours.median() < other.nodeHours.median()
              || violations.median() < other.violations.median();
      return noWorse && better;
    }

    private Row judged(List<Row> all) {
      return new Row(
          policy,
          nodeHours,
          violations,
          resizes,
          oscillations,
          mostNodes,
          all.stream().noneMatch(other -> other.beats(this)),
          incidents);
    }
  }

  /**
   * Runs every policy under a load.
   *
   * @param seeds how many runs of each
   */
  public static LoadComparison of(
      LoadCase load, List<PolicyCase> policies, int seeds, Consumer<String> progress)
      throws InvalidConfiguration {
    List<Row> rows = new ArrayList<>();
    for (PolicyCase policy : policies) {
      Scenario scenario = policy.on(load.scenario());
      List<Measured> runs = new ArrayList<>();
      for (long seed = 1; seed <= seeds; seed++) {
        progress.accept("%s, %s, seed %d".formatted(load.name(), policy.name(), seed));
        runs.add(
            Measured.of(
                Simulation.run(scenario, policy.strategy(), seed), scenario, load.measuredFrom()));
      }
      rows.add(row(policy.name(), runs));
    }
    return new LoadComparison(
        load.name(),
        load.description(),
        load.lasts().minus(load.measuredFrom()).toMinutes() / 60.0,
        judged(rows));
  }

  static List<Row> judged(List<Row> rows) {
    return rows.stream().map(row -> row.judged(rows)).toList();
  }

  private static Row row(String policy, List<Measured> runs) {
    return new Row(
        policy,
        spread(runs, Measured::nodeHours),
        spread(runs, Measured::violations),
        spread(runs, Measured::resizes),
        spread(runs, Measured::oscillations),
        spread(runs, Measured::mostNodes),
        false,
        runs.stream().flatMap(run -> run.incidents().stream()).toList());
  }

  private static Spread spread(List<Measured> runs, ToDoubleFunction<Measured> figure) {
    return Spread.ofFigures(runs.stream().mapToDouble(figure).toArray());
  }
}
