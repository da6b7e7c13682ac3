package io.proteus.simulator.run;

import io.proteus.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs of one scenario as they come: the figures of all, and as many of them whole as are shown, so
 * that a comparison of many seeds fits in memory.
 */
public final class ComparedRuns {
  private final boolean keepAll;
  private final Map<String, List<RunFigures>> figures = new LinkedHashMap<>();
  private final Map<String, List<SimulationResult>> whole = new LinkedHashMap<>();

  /**
   * @param keepAll whether all runs are kept whole, and not the first of each strategy alone
   */
  public ComparedRuns(boolean keepAll) {
    this.keepAll = keepAll;
  }

  public void add(SimulationResult run) {
    figures.computeIfAbsent(run.strategy(), name -> new ArrayList<>()).add(RunFigures.of(run));
    List<SimulationResult> kept = whole.computeIfAbsent(run.strategy(), name -> new ArrayList<>());
    if (keepAll || kept.isEmpty()) {
      kept.add(run);
    }
  }

  /** Of all runs. */
  public Comparison comparison(Scenario scenario) {
    double price = scenario.cloud().price();
    return new Comparison(
        scenario.name(),
        price > 0 ? Double.valueOf(price) : null,
        figures.entrySet().stream()
            .map(runs -> Comparison.Row.of(runs.getKey(), runs.getValue()))
            .toList());
  }

  /** Those that are kept whole, by strategy in the order in which these came. */
  public List<List<SimulationResult>> whole() {
    return whole.values().stream().map(List::copyOf).toList();
  }

  /** The first run of each strategy. */
  public List<SimulationResult> first() {
    return whole.values().stream().map(runs -> runs.get(0)).toList();
  }
}
