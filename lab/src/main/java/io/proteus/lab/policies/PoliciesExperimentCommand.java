package io.proteus.lab.policies;

import io.proteus.app.Environment;
import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchOptions;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.bench.DistributionsOption;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.SeedOption;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import io.proteus.workloads.tenant.RowDistribution;
import java.io.IOException;
import java.util.List;
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

  @Mixin private final DistributionsOption distributions = new DistributionsOption();

  @Mixin private final SeedOption seed = new SeedOption();

  public PoliciesExperimentCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    StageSpec spec = cluster.spec(environment);
    Bench bench = measuring.bench(seed.value());
    List<PolicyCase> chosen = workloads.stream().map(PolicyCase::named).distinct().toList();
    int count = repeats.count();
    List<RowDistribution> drawn = distributions.chosen();
    List<Case> cases =
        chosen.stream()
            .flatMap(one -> drawn.stream().map(rows -> one.on(spec, rows, bench.rows())))
            .toList();
    Outline outline =
        new Outline(
            "policies",
            "Each workload runs under HBase's defaults and under the policy for it, in turns, every"
                + " second time in the reverse order. "
                + bench.method(),
            spec.environment(),
            List.of(Fact.of("repeats", count), Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        cluster.report(environment),
        new PoliciesExperiment(
            outline,
            "HBase",
            cases,
            count,
            progress -> PolicyBench.open(spec, bench, cases, environment.time(), progress)));
  }
}
