package io.proteus.simulator.papers;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Scenario.Layout;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.scenario.StoreBalancer;
import io.proteus.simulator.scenario.Tenant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The papers' figures and those of the real local cluster, simulated. Which of them the constants
 * were fitted to is said with each; the others are predictions, good or bad.
 */
public final class PaperFigures {
  private static final double MINUTE = 60;
  private static final double OVERLOADED_MINUTES = 33;

  /** Of TPC-C's transactions: those that its figure counts. */
  private static final double NEW_ORDERS = 0.45;

  /**
   * "They do not reconfigure nodes, neither do they make data load balancing" (section 6.4): with
   * all of it tolerated, no node gives anything away but one that goes.
   */
  private static final Map<String, Object> TIRAMOLA =
      Map.of(
          "placement",
          Map.of("even", "count", "tolerance", 1.0),
          "met",
          Map.of("compactBelow", Map.of("write", 0, "other", 0)));

  /** TIRAMOLA's running average (TIR-2), where MeT decides on 3 minutes. */
  private static final Map<String, Object> FIVE_MINUTES = Map.of("monitor", Map.of("samples", 10));

  /**
   * Limits fit for an experiment of an hour. A removal waits for as many decisions as there are
   * looks in a window, and one: then nothing is in it of tenants that left.
   */
  private static final Map<String, Object> OF_AN_HOUR =
      Map.of(
          "scaling",
          Map.of(
              "cooldownShrink",
              "3m",
              "oppositeWindow",
              "10m",
              "removable",
              0.5,
              "shrinkDecisions",
              7));

  private final Consumer<String> progress;
  private final List<PaperFigure> figures = new ArrayList<>();
  private final List<String> incidents = new ArrayList<>();

  private PaperFigures(Consumer<String> progress) {
    this.progress = progress;
  }

  /**
   * What came of it.
   *
   * @param figures in the order of the papers
   * @param incidents what must never happen and did, in sentences
   */
  public record Simulated(List<PaperFigure> figures, List<String> incidents) {
    public Simulated {
      figures = List.copyOf(figures);
      incidents = List.copyOf(incidents);
    }
  }

  /** All figures. */
  public static Simulated simulate(Consumer<String> progress) throws InvalidConfiguration {
    PaperFigures all = new PaperFigures(progress);
    all.convergence();
    for (LocalCluster real : LocalCluster.MEASURED) {
      all.take(LocalFigures.of(real, progress));
    }
    all.versatility();
    all.elasticity();
    all.take(ResizeFigures.of(scenario("tir-8"), progress));
    return new Simulated(all.figures, all.incidents);
  }

  private void take(Simulated others) {
    figures.addAll(others.figures());
    incidents.addAll(others.incidents());
  }

  private void add(
      String id, String what, @Nullable Double paper, double simulated, boolean fitted) {
    figures.add(new PaperFigure(id, what, paper, simulated, null, fitted));
  }

  private static Scenario scenario(String name) {
    return ScenarioFile.find(name, Path.of("."));
  }

  private Runs runs(Scenario scenario, String strategy) throws InvalidConfiguration {
    Runs runs = Runs.of(scenario, strategy, ModelConstants.fitted(), progress);
    incidents.addAll(runs.incidents());
    return runs;
  }

  private static double settledScans(SimulationResult run) {
    return LocalCluster.Rates.settled(run).e();
  }

  /** MET-16: sections 3.4 and 6.2, figures 1 and 4. */
  private void convergence() throws InvalidConfiguration {
    Scenario base = scenario("met-16");
    Scenario balanced = base.withLayout(Layout.BALANCED);
    Scenario grouped = base.withLayout(Layout.GROUPED);
    Runs byHand = runs(grouped, Simulation.NOBODY);
    Runs homogeneous = runs(balanced, Simulation.NOBODY);
    Runs random = runs(base, Simulation.NOBODY);
    add("MET-16", "hand-made heterogeneous, op/s", 22_000.0, byHand.settled(), true);
    add(
        "MET-16",
        "heterogeneous over hand-balanced",
        1.35,
        byHand.settled() / homogeneous.settled(),
        true);
    add(
        "MET-16",
        "heterogeneous over random (paper: more than 2)",
        2.2,
        byHand.settled() / random.settled(),
        true);
    add(
        "MET-16",
        "scans of E, hand-balanced, /s",
        100.0,
        homogeneous.mean(PaperFigures::settledScans),
        true);
    add(
        "MET-16",
        "scans of E, heterogeneous, /s",
        1350.0,
        byHand.mean(PaperFigures::settledScans),
        true);
    Runs byRestarts = runs(base.withOnline(false), "met");
    add(
        "MET-16",
        "MeT, settled, over hand-made heterogeneous",
        1.0,
        byRestarts.settled() / byHand.settled(),
        false);
    add(
        "MET-16",
        "MeT, minutes of reconfiguration",
        6.0,
        byRestarts.mean(PaperFigures::minutesOfFirstAction),
        false);
    add(
        "MET-16",
        "MeT, worst moment over what it reaches",
        7500.0 / 22_000,
        byRestarts.worstAfter(5),
        false);
    add(
        "MET-16",
        "the same with the plugin: splits set online, what moves prefetched",
        null,
        runs(base, "met").worstAfter(5),
        false);
  }

  /** From the decision, which is made at a full window, to the end of the plan. */
  private static double minutesOfFirstAction(SimulationResult run) {
    return run.decisions().isEmpty()
        ? Double.NaN
        : (run.decisions().get(0).at() - run.decisions().get(0).from()) / MINUTE;
  }

  /**
   * MET-17: section 6.3, table 2. The paper's third setting has MeT's distribution and
   * configuration from the start.
   */
  private void versatility() throws InvalidConfiguration {
    Scenario base = scenario("met-17").withOnline(false);
    Runs homogeneous = runs(base, Simulation.NOBODY);
    Runs met = runs(base, "met");
    Runs fromTheStart = runs(base.withLayout(Layout.MET), Simulation.NOBODY);
    Tenant stock = base.tenants().get(0);
    double transactions =
        homogeneous.mean(run -> run.answered().getOrDefault(stock.name(), 0.0) / run.seconds())
            / stock.requests();
    add("MET-17", "TPC-C, homogeneous, tpmC", 25_380.0, transactions * NEW_ORDERS * MINUTE, false);
    add(
        "MET-17",
        "TPC-C, MeT over homogeneous",
        31_020.0 / 25_380,
        met.operations() / homogeneous.operations(),
        false);
    add(
        "MET-17",
        "TPC-C, MeT's result from the start over homogeneous",
        33_720.0 / 25_380,
        fromTheStart.operations() / homogeneous.operations(),
        false);
    add(
        "MET-17",
        "TPC-C, MeT, minutes of reconfiguration",
        6.0,
        met.mean(PaperFigures::minutesOfFirstAction),
        false);
  }

  /**
   * MET-18: section 6.4, figures 5 and 6. The paper's TIRAMOLA only adds and removes nodes: the
   * store's own balancer gives each as many partitions, by chance and once in five minutes, and
   * nobody brings their data after them. MeT restarts nodes to configure them; ours sets them
   * online, and has them read what moves into their caches.
   */
  private void elasticity() throws InvalidConfiguration {
    Scenario base = scenario("met-18").withOnline(false);
    Runs met = runs(base, "met");
    Scenario besideBalancer = base.withBalancer(StoreBalancer.unheeded()).withSettings(TIRAMOLA);
    Runs tiramola = runs(besideBalancer, "threshold");
    Runs patient = runs(besideBalancer.withSettings(FIVE_MINUTES), "threshold");
    Runs thresholds = runs(base, "threshold");
    Scenario online = base.withOnline(true).withSettings(OF_AN_HOUR);
    Runs ours = runs(online.withSettings(configuration("heap")), "forecast");
    Runs withProfiles = runs(online.withSettings(configuration("met")), "forecast");
    Runs auto = runs(online, "auto");
    elastic(
        "operations in 33 minutes, MeT over TIRAMOLA",
        1.31,
        met.inFirst(OVERLOADED_MINUTES) / tiramola.inFirst(OVERLOADED_MINUTES));
    elastic(
        "the same, TIRAMOLA once 5 full minutes were seen after an action",
        null,
        met.inFirst(OVERLOADED_MINUTES) / patient.inFirst(OVERLOADED_MINUTES));
    elastic(
        "the same over thresholds with Proteus's spreading and compactions",
        null,
        met.inFirst(OVERLOADED_MINUTES) / thresholds.inFirst(OVERLOADED_MINUTES));
    add(
        "MET-18",
        "op/s in 33 minutes, TIRAMOLA",
        11_500.0,
        tiramola.inFirst(OVERLOADED_MINUTES),
        true);
    elastic("op/s in 33 minutes, MeT", 15_100.0, met.inFirst(OVERLOADED_MINUTES));
    elastic("most nodes, MeT", 9.0, met.mean(SimulationResult::mostNodes));
    elastic("most nodes, TIRAMOLA", 11.0, tiramola.mean(SimulationResult::mostNodes));
    elastic(
        "most nodes, thresholds with Proteus's spreading and compactions",
        null,
        thresholds.mean(SimulationResult::mostNodes));
    elastic("nodes at the end, MeT", 6.0, met.mean(PaperFigures::lastNodes));
    compared("forecast, heaps divided by use", ours, met, thresholds);
    compared("forecast, MeT's profiles", withProfiles, met, thresholds);
    compared("auto", auto, met, thresholds);
  }

  private static Map<String, Object> configuration(String policy) {
    return Map.of("configuration", Map.of("policy", policy));
  }

  private void compared(String what, Runs ours, Runs met, Runs thresholds) {
    elastic(what + ", operations over MeT's", null, ours.operations() / met.operations());
    elastic(what + ", node-hours over MeT's", null, nodeHours(ours) / nodeHours(met));
    elastic(what + ", p99 over MeT's", null, p99(ours) / p99(met));
    elastic(
        what + ", operations over the thresholds'",
        null,
        ours.operations() / thresholds.operations());
    elastic(
        what + ", node-hours over the thresholds'", null, nodeHours(ours) / nodeHours(thresholds));
    elastic(what + ", p99 over the thresholds'", null, p99(ours) / p99(thresholds));
  }

  private void elastic(String what, @Nullable Double paper, double simulated) {
    add("MET-18", what, paper, simulated, false);
  }

  private static double nodeHours(Runs runs) {
    return runs.mean(SimulationResult::nodeHours);
  }

  private static double p99(Runs runs) {
    return runs.mean(PaperFigures::p99);
  }

  private static double p99(SimulationResult run) {
    Double milliseconds = run.answers().p99Ms();
    return milliseconds == null ? Double.NaN : milliseconds;
  }

  private static double lastNodes(SimulationResult run) {
    List<Point> points = run.points();
    return points.isEmpty() ? Double.NaN : points.get(points.size() - 1).nodes();
  }
}
