package io.proteus.lab.policies;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchOptions;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.report.Publication;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.stage.Elapsed;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment policies}. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    description = {
      "PCM's policies against HBase's defaults (PCM-10).",
      "For updates, point reads, scans, and updates of three tables at once: interleaved and",
      "repeated, beside the paper's ratios. Takes all of this machine: what else runs on it spoils",
      "the figures."
    })
public final class PoliciesExperimentCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final StageOptions cluster = new StageOptions(2, "1GB", 0, "reports/policies");
  @Mixin private final BenchOptions measuring = new BenchOptions();
  @Mixin private final RepeatOptions repeats = new RepeatOptions();

  @Option(
      names = "--workloads",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      defaultValue = "write-only,read-only,scan-only,three-tables",
      description = "What is compared (default: ${DEFAULT-VALUE}).")
  private List<String> workloads = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "7",
      description = "Of every draw (default: ${DEFAULT-VALUE}).")
  private long seed;

  public PoliciesExperimentCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    StageSpec spec = cluster.spec(environment);
    Bench bench = measuring.bench(seed);
    List<PolicyCase> chosen = workloads.stream().map(PolicyCase::named).distinct().toList();
    int count = repeats.count();
    List<Case> cases = chosen.stream().map(one -> one.on(spec, bench.rows())).toList();
    Screen screen = environment.screen();
    Publication publication = new Publication(screen, cluster.report(environment));
    Elapsed progress = Elapsed.on(screen);
    Instant started = progress.started();
    PoliciesExperiment experiment;
    try (SettingsBench on =
        SettingsBench.open(
            spec,
            bench,
            ShippedGuide.of("hbase").catalogue(),
            Map.of(),
            environment.time(),
            progress)) {
      for (PolicyCase one : chosen) {
        progress.accept("warming up, " + one.workload().id());
        on.warmUp(one.workload(), bench.firstWarmUp().dividedBy(chosen.size()));
      }
      PoliciesExperiment running =
          new PoliciesExperiment(on::measure, on::isEnding, cases, progress);
      for (int repeat = 1; repeat <= count; repeat++) {
        running.repeat(
            repeat, () -> publication.keep(result(running, spec, bench, cases, started)));
      }
      experiment = running;
    }
    return publication.publish(result(experiment, spec, bench, cases, started));
  }

  private Result result(
      PoliciesExperiment experiment,
      StageSpec spec,
      Bench bench,
      List<Case> cases,
      Instant started) {
    return new Result(
        Result.SCHEMA,
        "policies",
        started,
        Instant.now(),
        "Each workload runs under HBase's defaults and under the policy for it, in turns, every"
            + " second time in the reverse order. "
            + bench.method(),
        spec.environment(),
        List.of(Fact.of("repeats", repeats.count()), Fact.of("seed", seed)),
        new PolicyFigures(cases, experiment.runs()).sections(),
        List.of(),
        experiment.failures());
  }
}
