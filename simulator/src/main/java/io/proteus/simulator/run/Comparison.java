package io.proteus.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Strategies side by side.
 *
 * @param scenario its name
 * @param rows one a strategy, in the order asked for
 */
public record Comparison(String scenario, List<Row> rows) {
  public Comparison {
    rows = List.copyOf(rows);
  }

  /** The middle one of several runs, with the lowest and the highest. */
  public record Spread(double median, double lowest, double highest) {
    static Spread of(List<SimulationResult> runs, ToDoubleFunction<SimulationResult> figure) {
      return ofFigures(runs.stream().mapToDouble(figure).toArray());
    }

    /** Of at least one. */
    public static Spread ofFigures(double... figures) {
      double[] sorted = Arrays.stream(figures).sorted().toArray();
      int middle = sorted.length / 2;
      double median =
          sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
      return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
  }

  /**
   * A strategy over all seeds.
   *
   * @param operations answered
   * @param lost requests of open loops that were refused or given up
   * @param responseMs until an answer, mean over the run
   * @param p50Ms until an answer; these three are an approximation, see {@link
   *     io.proteus.simulator.model.AnswerTimes}
   * @param incidents what must never happen, in sentences with their seed
   */
  public record Row(
      String strategy,
      int seeds,
      Spread operations,
      Spread lost,
      Spread responseMs,
      Spread p50Ms,
      Spread p95Ms,
      Spread p99Ms,
      Spread nodeHours,
      Spread mostNodes,
      Spread resizes,
      Spread oppositeResizes,
      Spread moves,
      Spread restarts,
      List<String> incidents) {
    public Row {
      incidents = List.copyOf(incidents);
    }

    static Row of(String strategy, List<SimulationResult> runs) {
      List<String> incidents = new ArrayList<>();
      for (SimulationResult run : runs) {
        run.failures().forEach(f -> incidents.add("seed %d: %s".formatted(run.seed(), f)));
      }
      return new Row(
          strategy,
          runs.size(),
          Spread.of(runs, SimulationResult::operations),
          Spread.of(runs, run -> run.openLoops().lost()),
          Spread.of(
              runs,
              run ->
                  run.points().stream()
                      .mapToDouble(SimulationResult.Point::responseMs)
                      .average()
                      .orElse(0)),
          Spread.of(runs, run -> run.answers().p50Ms()),
          Spread.of(runs, run -> run.answers().p95Ms()),
          Spread.of(runs, run -> run.answers().p99Ms()),
          Spread.of(runs, SimulationResult::nodeHours),
          Spread.of(runs, SimulationResult::mostNodes),
          Spread.of(runs, SimulationResult::resizes),
          Spread.of(runs, SimulationResult::oppositeResizes),
          Spread.of(runs, SimulationResult::moves),
          Spread.of(runs, SimulationResult::restarts),
          incidents);
    }
  }

  /** Of runs that are grouped by strategy. */
  public static Comparison of(String scenario, List<List<SimulationResult>> byStrategy) {
    return new Comparison(
        scenario, byStrategy.stream().map(runs -> Row.of(runs.get(0).strategy(), runs)).toList());
  }
}
