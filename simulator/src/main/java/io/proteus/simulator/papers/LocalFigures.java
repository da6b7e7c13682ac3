package io.proteus.simulator.papers;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.papers.LocalCluster.Rates;
import io.proteus.simulator.papers.PaperFigures.Simulated;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Scenario.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** MET-16 as it was measured here; the paper's figure stands beside where it is a ratio. */
final class LocalFigures {
  private final LocalCluster real;
  private final Consumer<String> progress;
  private final List<PaperFigure> figures = new ArrayList<>();
  private final List<String> incidents = new ArrayList<>();

  private LocalFigures(LocalCluster real, Consumer<String> progress) {
    this.real = real;
    this.progress = progress;
  }

  static Simulated of(LocalCluster real, Consumer<String> progress) throws InvalidConfiguration {
    Scenario base = real.scenario();
    LocalFigures all = new LocalFigures(real, progress);
    Three simulated =
        new Three(
            all.rates(base.withLayout(Layout.BALANCED), Simulation.NOBODY),
            all.rates(base.withLayout(Layout.GROUPED), Simulation.NOBODY),
            all.rates(base, "met"));
    all.compare(simulated, new Three(real.handBalanced(), real.heterogeneous(), real.met()));
    Map<String, Object> asMany = Map.of("min", base.nodes(), "max", base.nodes());
    Rates auto = all.rates(base.withOnline(true).withSettings(Map.of("nodes", asMany)), "auto");
    all.notMeasured("auto with the plugin over (b), geometric mean", auto.over(simulated.even()));
    all.notMeasured("auto with the plugin over (c), geometric mean", auto.over(simulated.byHand()));
    return new Simulated(all.figures, all.incidents);
  }

  /** (b), (c) and (e). */
  private record Three(Rates even, Rates byHand, Rates met) {}

  private Rates rates(Scenario scenario, String strategy) throws InvalidConfiguration {
    Runs runs = Runs.of(scenario, strategy, ModelConstants.hbase26(), progress);
    incidents.addAll(runs.incidents());
    return new Rates(
        runs.mean(run -> Rates.settled(run).a()),
        runs.mean(run -> Rates.settled(run).b()),
        runs.mean(run -> Rates.settled(run).c()),
        runs.mean(run -> Rates.settled(run).d()),
        runs.mean(run -> Rates.settled(run).e()),
        runs.mean(run -> Rates.settled(run).f()));
  }

  private void compare(Three simulated, Three measured) {
    figures.add(
        figure(
            "(c) heterogeneous, op/s",
            null,
            simulated.byHand().total(),
            measured.byHand().total(),
            real.fitted()));
    predicted("(b) hand-balanced, op/s", null, simulated, measured, three -> three.even().total());
    ratios("(c) heterogeneous over (b)", 1.35, simulated, measured, Three::byHand, Three::even);
    ratios("(e) MeT over (b)", 1.35, simulated, measured, Three::met, Three::even);
    ratios("(e) MeT over (c)", 1.0, simulated, measured, Three::met, Three::byHand);
  }

  /** In total, which cheap cached reads dominate, and tenant by tenant. */
  private void ratios(
      String what,
      double paper,
      Three simulated,
      Three measured,
      Function<Three, Rates> one,
      Function<Three, Rates> other) {
    predicted(
        what,
        paper,
        simulated,
        measured,
        three -> one.apply(three).total() / other.apply(three).total());
    predicted(
        what + ", geometric mean",
        null,
        simulated,
        measured,
        three -> one.apply(three).over(other.apply(three)));
  }

  private void notMeasured(String what, double simulated) {
    figures.add(figure(what, null, simulated, null, false));
  }

  private void predicted(
      String what,
      @Nullable Double paper,
      Three simulated,
      Three measured,
      ToDoubleFunction<Three> figure) {
    figures.add(
        figure(
            what, paper, figure.applyAsDouble(simulated), figure.applyAsDouble(measured), false));
  }

  private PaperFigure figure(
      String what,
      @Nullable Double paper,
      double simulated,
      @Nullable Double measured,
      boolean fitted) {
    return new PaperFigure("MET-16", real.name() + ": " + what, paper, simulated, measured, fitted);
  }
}
