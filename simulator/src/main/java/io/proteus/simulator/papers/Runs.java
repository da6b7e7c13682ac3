package io.proteus.simulator.papers;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * A scenario under a strategy, with one seed after the other.
 *
 * @param results one a seed
 */
record Runs(List<SimulationResult> results) {
  private static final int SEEDS = 5;
  private static final double MINUTE = 60;

  Runs {
    results = List.copyOf(results);
  }

  static Runs of(
      Scenario scenario, String strategy, ModelConstants constants, Consumer<String> progress)
      throws InvalidConfiguration {
    List<SimulationResult> results = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      progress.accept("%s, %s, seed %d".formatted(scenario.name(), strategy, seed));
      results.add(Simulation.run(scenario, strategy, seed, constants));
    }
    return new Runs(results);
  }

  /** What must not have happened, in sentences with scenario, strategy and seed. */
  List<String> incidents() {
    return results.stream()
        .flatMap(
            run ->
                run.failures().stream()
                    .map(
                        failure ->
                            "%s, %s, seed %d: %s"
                                .formatted(run.scenario(), run.strategy(), run.seed(), failure)))
        .toList();
  }

  /** Over the seeds. */
  double mean(ToDoubleFunction<SimulationResult> figure) {
    return results.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  /** Operations a second in the second half. */
  double settled() {
    return mean(Runs::settled);
  }

  /** Share of the live nodes' CPU in use in the second half. */
  double settledCpu() {
    return mean(
        run ->
            run.points().stream()
                .filter(point -> point.at() > run.seconds() / 2)
                .mapToDouble(SimulationResult.Point::cpu)
                .average()
                .orElse(Double.NaN));
  }

  /** Operations a second at the worst moment after so many minutes, over the settled ones. */
  double worstAfter(double minutes) {
    return mean(run -> run.worstThroughput(minutes * MINUTE, run.seconds()) / settled(run));
  }

  double operations() {
    return mean(SimulationResult::operations);
  }

  /** Operations a second in the first minutes. */
  double inFirst(double minutes) {
    return mean(run -> run.meanThroughput(0, minutes * MINUTE));
  }

  private static double settled(SimulationResult run) {
    return run.meanThroughput(run.seconds() / 2, run.seconds());
  }
}
