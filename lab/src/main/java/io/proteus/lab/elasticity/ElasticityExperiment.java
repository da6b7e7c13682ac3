package io.proteus.lab.elasticity;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Where;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Experiment.AfterFailure;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * MeT's elasticity experiment (MET-18), shortened: each strategy counts the servers of the
 * simulator and of a real cluster, which are given the same load.
 *
 * @param folder for the journals
 * @param cloud whose machines the servers run on, as in {@link Elasticity}
 * @param simulatedOnly whether the real cluster is left out
 */
record ElasticityExperiment(
    ElasticityScript script,
    StageSpec spec,
    Optional<String> cloud,
    Timing timing,
    List<String> strategies,
    boolean simulatedOnly,
    long seed,
    Path folder)
    implements Experiment<ElasticityExperiment.Played, ElasticityRun> {

  ElasticityExperiment {
    strategies = List.copyOf(strategies);
  }

  /** A strategy in one of both worlds. */
  record Played(String strategy, Where where) {}

  @Override
  public Outline outline() {
    return new Outline(
        "elasticity",
        "Each strategy counts the servers of a real cluster and of the simulator, which are given"
            + " the same load.",
        spec.environment(),
        List.of(
            Fact.of("warm-up", timing.firstWarmUp()),
            Fact.of("length", script.length()),
            Fact.of("servers", cloud.isEmpty() ? "processes" : "machines of a cloud"),
            Fact.of("bytes of a row", RowFormat.ONE_FIELD.rowBytes()),
            Fact.of("seed", seed),
            Fact.of(
                "tenants", String.join(", ", script.tenants().stream().map(Tenant::name).toList())),
            Fact.of("scenario", script.scenario())));
  }

  @Override
  public List<Turn<Played>> turns() {
    List<Where> worlds =
        simulatedOnly ? List.of(Where.SIMULATED) : List.of(Where.SIMULATED, Where.REAL);
    return Turn.once(
        strategies.stream()
            .flatMap(strategy -> worlds.stream().map(where -> new Played(strategy, where)))
            .toList());
  }

  @Override
  public String title(Turn<Played> turn) {
    return "%s, %s".formatted(turn.of().strategy(), turn.of().where());
  }

  /** Every run brings up a cluster of its own. */
  @Override
  public Bed<Played, ElasticityRun> open(Played first, Consumer<String> progress) {
    Elasticity real = new Elasticity(script, spec, cloud, timing, seed, folder, progress);
    return turn -> {
      String strategy = turn.of().strategy();
      if (turn.of().where() == Where.REAL) {
        return real.run(strategy);
      }
      progress.accept(strategy + " on the simulator");
      try {
        return SimulatedElasticity.run(script, timing.firstWarmUp(), strategy, seed);
      } catch (InvalidConfiguration e) {
        throw new PortException(String.valueOf(e.getMessage()), e);
      }
    };
  }

  @Override
  public Findings findings(Measurements<Played, ElasticityRun> soFar) {
    ElasticityFigures figures =
        new ElasticityFigures(
            soFar.all().stream().map(Measurement::found).toList(), script.asked());
    return new Findings(figures.sections(), figures.criteria());
  }

  @Override
  public AfterFailure afterFailure() {
    return AfterFailure.END;
  }
}
