package io.proteus.simulator.papers;

import io.proteus.controller.configuration.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Scenario.Layout;
import io.proteus.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The papers' figures and those of the real local cluster, simulated. Which of them the constants
 * were fitted to is said with each; the others are predictions, good or bad.
 */
public final class PaperFigures {
  private static final int SEEDS = 5;
  private static final double MINUTE = 60;

  private final Consumer<String> progress;
  private final List<PaperFigure> figures = new ArrayList<>();

  private PaperFigures(Consumer<String> progress) {
    this.progress = progress;
  }

  /** All figures, in the order of the papers. */
  public static List<PaperFigure> simulate(Consumer<String> progress) throws InvalidConfiguration {
    PaperFigures all = new PaperFigures(progress);
    all.convergence();
    all.localConvergence();
    all.versatility();
    all.elasticity();
    all.resize();
    return List.copyOf(all.figures);
  }

  private void add(
      String id, String what, @Nullable Double paper, double simulated, boolean fitted) {
    figures.add(new PaperFigure(id, what, paper, simulated, null, fitted));
  }

  private static Scenario scenario(String name) {
    return ScenarioFile.find(name, Path.of("."));
  }

  /** The mean over some seeds. */
  private double mean(Scenario scenario, String strategy, ToDoubleFunction<SimulationResult> figure)
      throws InvalidConfiguration {
    double sum = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      progress.accept("%s, %s, seed %d".formatted(scenario.name(), strategy, seed));
      sum += figure.applyAsDouble(Simulation.run(scenario, strategy, seed));
    }
    return sum / SEEDS;
  }

  private static double settled(SimulationResult run) {
    return run.meanThroughput(run.seconds() / 2, run.seconds());
  }

  private static double settledScans(SimulationResult run) {
    return run.points().stream()
        .filter(point -> point.at() > run.seconds() / 2)
        .mapToDouble(point -> point.throughput().getOrDefault("E", 0.0))
        .average()
        .orElse(0);
  }

  /** MET-16: sections 3.4 and 6.2, figures 1 and 4. */
  private void convergence() throws InvalidConfiguration {
    Scenario base = scenario("met-16");
    Scenario balanced = base.withLayout(Layout.BALANCED);
    Scenario grouped = base.withLayout(Layout.GROUPED);
    double byHand = mean(grouped, Simulation.NOBODY, PaperFigures::settled);
    double homogeneous = mean(balanced, Simulation.NOBODY, PaperFigures::settled);
    double random = mean(base, Simulation.NOBODY, PaperFigures::settled);
    add("MET-16", "hand-made heterogeneous, op/s", 22_000.0, byHand, true);
    add("MET-16", "heterogeneous over hand-balanced", 1.35, byHand / homogeneous, true);
    add("MET-16", "heterogeneous over random (paper: more than 2)", 2.2, byHand / random, true);
    add(
        "MET-16",
        "scans of E, hand-balanced, /s",
        100.0,
        mean(balanced, Simulation.NOBODY, PaperFigures::settledScans),
        true);
    add(
        "MET-16",
        "scans of E, heterogeneous, /s",
        1350.0,
        mean(grouped, Simulation.NOBODY, PaperFigures::settledScans),
        true);
    Scenario byRestarts = base.withOnline(false);
    add(
        "MET-16",
        "MeT, settled, over hand-made heterogeneous",
        1.0,
        mean(byRestarts, "met", PaperFigures::settled) / byHand,
        false);
    add(
        "MET-16",
        "MeT, minutes of reconfiguration",
        6.0,
        mean(byRestarts, "met", PaperFigures::minutesOfFirstAction),
        false);
    add(
        "MET-16",
        "MeT, worst moment over what it reaches",
        7500.0 / 22_000,
        mean(
            byRestarts,
            "met",
            run -> run.worstThroughput(5 * MINUTE, run.seconds()) / settled(run)),
        false);
    add(
        "MET-16",
        "the same with splits set online",
        null,
        mean(base, "met", run -> run.worstThroughput(5 * MINUTE, run.seconds()) / settled(run)),
        false);
  }

  /** MET-16 as it was measured here; the paper's figure stands beside where it is a ratio. */
  private void localConvergence() throws InvalidConfiguration {
    for (LocalCluster real : LocalCluster.MEASURED) {
      Scenario base = real.scenario();
      Scenario balanced = base.withLayout(Layout.BALANCED);
      Scenario grouped = base.withLayout(Layout.GROUPED);
      double even = mean(balanced, Simulation.NOBODY, PaperFigures::settled);
      double byHand = mean(grouped, Simulation.NOBODY, PaperFigures::settled);
      double met = mean(base, "met", PaperFigures::settled);
      double scansEven = mean(balanced, Simulation.NOBODY, PaperFigures::settledScans);
      double scansByHand = mean(grouped, Simulation.NOBODY, PaperFigures::settledScans);
      measured(real, "(b) hand-balanced, op/s", null, even, real.handBalanced(), real.fitted());
      measured(
          real,
          "(c) heterogeneous over (b)",
          1.35,
          byHand / even,
          real.heterogeneous() / real.handBalanced(),
          false);
      measured(
          real,
          "scans of E, (c) over (b)",
          13.5,
          scansByHand / scansEven,
          real.scansHeterogeneous() / real.scansHandBalanced(),
          false);
      measured(real, "(e) MeT over (b)", 1.35, met / even, real.met() / real.handBalanced(), false);
      measured(
          real, "(e) MeT over (c)", 1.0, met / byHand, real.met() / real.heterogeneous(), false);
    }
  }

  private void measured(
      LocalCluster real,
      String what,
      @Nullable Double paper,
      double simulated,
      double measured,
      boolean fitted) {
    figures.add(
        new PaperFigure("MET-16", real.name() + ": " + what, paper, simulated, measured, fitted));
  }

  /** From the decision, which is made at a full window, to the end of the plan. */
  private static double minutesOfFirstAction(SimulationResult run) {
    return run.decisions().isEmpty()
        ? Double.NaN
        : (run.decisions().get(0).at() - run.decisions().get(0).from()) / MINUTE;
  }

  /** MET-17: section 6.3, table 2. The tables' use is known roughly only. */
  private void versatility() throws InvalidConfiguration {
    Scenario base = scenario("met-17");
    double homogeneous = mean(base, Simulation.NOBODY, SimulationResult::operations);
    add(
        "MET-17",
        "TPC-C, MeT over homogeneous",
        31_020.0 / 25_380,
        mean(base.withOnline(false), "met", SimulationResult::operations) / homogeneous,
        false);
    add(
        "MET-17",
        "TPC-C, MeT's result from the start over homogeneous",
        33_720.0 / 25_380,
        mean(base.withLayout(Layout.GROUPED), Simulation.NOBODY, SimulationResult::operations)
            / homogeneous,
        false);
  }

  /** MET-18: section 6.4, figures 5 and 6. */
  private void elasticity() throws InvalidConfiguration {
    Scenario base = scenario("met-18").withOnline(false);
    double met = mean(base, "met", PaperFigures::inFirstPhase);
    double thresholds = mean(base, "threshold", PaperFigures::inFirstPhase);
    add("MET-18", "operations in 33 minutes, MeT over TIRAMOLA", 1.31, met / thresholds, false);
    add("MET-18", "most nodes, MeT", 9.0, mean(base, "met", SimulationResult::mostNodes), false);
    add(
        "MET-18",
        "most nodes, TIRAMOLA",
        11.0,
        mean(base, "threshold", SimulationResult::mostNodes),
        false);
    add("MET-18", "nodes at the end, MeT", 6.0, mean(base, "met", PaperFigures::lastNodes), false);
  }

  private static double inFirstPhase(SimulationResult run) {
    return run.meanThroughput(0, 33 * MINUTE);
  }

  private static double lastNodes(SimulationResult run) {
    List<Point> points = run.points();
    return points.isEmpty() ? Double.NaN : points.get(points.size() - 1).nodes();
  }

  /** TIR-8: figure 2, after the resize. */
  private void resize() throws InvalidConfiguration {
    Scenario base = scenario("tir-8");
    double[] paper = {55_000, 100_000, 170_000};
    int[] nodes = {8, 16, 24};
    for (int i = 0; i < nodes.length; i++) {
      add(
          "TIR-8",
          "uniform reads on %d nodes, /s".formatted(nodes[i]),
          paper[i],
          mean(base.withNodes(nodes[i]), Simulation.NOBODY, PaperFigures::settled),
          i == 0);
    }
  }
}
