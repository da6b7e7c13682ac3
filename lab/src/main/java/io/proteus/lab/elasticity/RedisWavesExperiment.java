package io.proteus.lab.elasticity;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Curve;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Point;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Policies under sinusoidal reads, on a Redis cluster and in the simulator (MDP-7). */
record RedisWavesExperiment(
    Outline outline,
    RedisWaveScript script,
    StoreResizes clusters,
    List<String> policies,
    int repeats)
    implements Experiment<String, RedisWavesExperiment.Found> {
  /** Share of what is asked for that must be answered, judged for each window of the clients. */
  static final double LEVEL = 0.95;

  /**
   * One policy, once.
   *
   * @param simulated the same scenario, with the repeat as its seed
   */
  record Found(ElasticityRun real, ElasticityRun simulated) {}

  @Override
  public List<Turn<String>> turns() {
    return Turn.interleaved(List.of(policies), repeats);
  }

  @Override
  public String title(Turn<String> turn) {
    return "repeat %d, %s".formatted(turn.repeat(), turn.of());
  }

  @Override
  public Bed<String, Found> open(String first, Consumer<String> progress) {
    return turn -> measure(turn, progress);
  }

  private Found measure(Turn<String> turn, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    progress.accept(title(turn));
    ElasticityRun real = clusters.with(clusters.seed() + turn.repeat(), progress).run(turn.of());
    try {
      return new Found(real, simulated(turn.of(), turn.repeat()));
    } catch (InvalidConfiguration e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    }
  }

  private ElasticityRun simulated(String policy, long seed) throws InvalidConfiguration {
    Scenario scenario = ScenarioFile.parse("the experiment", script.scenario(policy));
    return SimulatedElasticity.of(
        Simulation.run(
            scenario, RedisWaveScript.strategy(policy), seed, scenario.store().constants()));
  }

  @Override
  public Findings findings(Measurements<String, Found> soFar) {
    List<IntegrityCheck> checks =
        soFar.all().stream()
            .map(one -> one.found().real().integrity())
            .filter(Objects::nonNull)
            .toList();
    List<String> incidents =
        soFar.all().stream()
            .flatMap(one -> one.found().simulated().incidents().stream())
            .distinct()
            .toList();
    return new Findings(
        List.of(comparison(soFar), curves(soFar)),
        List.of(
            IntegrityCheck.noneLost(checks),
            new Criterion("Nothing happened that must never happen.", incidents)));
  }

  /** A policy in one world. */
  private record Line(String policy, String where, Function<Found, ElasticityRun> world) {}

  private Section comparison(Measurements<String, Found> soFar) {
    List<Line> lines = new ArrayList<>();
    for (String policy : policies) {
      if (!soFar.of(policy).isEmpty()) {
        lines.add(new Line(policy, "real", Found::real));
        lines.add(new Line(policy, "simulated", Found::simulated));
      }
    }
    return Section.of(
        "Policies",
        "Below the level: share of the time in which less than %.0f %% of what is asked for is answered."
            .formatted(100 * LEVEL),
        new Columns<Line>()
            .text("policy", Line::policy)
            .text("where", Line::where)
            .figure("node hours", Kind.RATIO, line -> spread(soFar, line, ElasticityRun::nodeHours))
            .figure(
                "answered of what is asked for",
                Kind.RATIO,
                line -> spread(soFar, line, run -> run.operations() / script.asked()))
            .figure("below the level", Kind.SHARE, line -> spread(soFar, line, this::below))
            .count("fewest", line -> spread(soFar, line, RedisWavesExperiment::fewest))
            .count("most", line -> spread(soFar, line, run -> (double) run.mostNodes()))
            .count("resizes", line -> spread(soFar, line, run -> (double) run.resizes()))
            .count("opposite", line -> spread(soFar, line, run -> (double) run.oppositeResizes()))
            .of(lines));
  }

  private static @Nullable Spread spread(
      Measurements<String, Found> soFar, Line line, ToDoubleFunction<ElasticityRun> figure) {
    return soFar.spread(line.policy(), found -> figure.applyAsDouble(line.world().apply(found)));
  }

  private double below(ElasticityRun run) {
    List<Point> points = run.points();
    return points.isEmpty()
        ? 0
        : (double) points.stream().filter(this::isBelow).count() / points.size();
  }

  private boolean isBelow(Point point) {
    return point.operationsPerSecond() < LEVEL * script.rate(point.seconds());
  }

  private static double fewest(ElasticityRun run) {
    return run.points().stream().mapToInt(Point::nodes).min().orElse(0);
  }

  private static Section curves(Measurements<String, Found> soFar) {
    List<Curve> curves = new ArrayList<>();
    for (Measurement<String, Found> one : soFar.all()) {
      if (one.repeat() == 1) {
        List<Point> points = one.found().real().points();
        curves.add(
            new Curve(
                one.of(),
                points.stream().map(Point::seconds).toList(),
                points.stream().map(point -> (double) point.nodes()).toList(),
                true));
      }
    }
    return new Section(
        "Shards",
        "Of the first repeat, real.",
        curves.isEmpty()
            ? List.of()
            : List.of(new Chart.Curves("Shards over time", "s", "shards", curves)),
        List.of());
  }
}
