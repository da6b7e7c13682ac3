package io.proteus.lab.policies;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.cluster.StoreConnector;
import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchOptions;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.report.PoliciesReport;
import io.proteus.lab.result.PoliciesResult;
import io.proteus.lab.result.PoliciesResult.Case;
import io.proteus.lab.result.Spread;
import io.proteus.lab.stage.Elapsed;
import io.proteus.lab.stage.Outcome;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.ResultFile;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
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
    Path folder = cluster.report(environment);
    Screen screen = environment.screen();
    Elapsed progress = Elapsed.on(screen);
    Instant started = progress.started();
    PoliciesExperiment experiment;
    try (SettingsBench on =
        SettingsBench.open(
            spec, bench, StoreConnector.catalogue(), Map.of(), environment.time(), progress)) {
      for (PolicyCase one : chosen) {
        progress.accept("warming up, " + one.workload().id());
        on.warmUp(one.workload(), bench.firstWarmUp().dividedBy(chosen.size()));
      }
      PoliciesExperiment running =
          new PoliciesExperiment(on::measure, on::isEnding, cases, progress);
      for (int repeat = 1; repeat <= count; repeat++) {
        // what is measured must not be lost with what fails later
        running.repeat(repeat, () -> write(folder, result(running, spec, bench, cases, started)));
      }
      experiment = running;
    }
    PoliciesResult result = result(experiment, spec, bench, cases, started);
    write(folder, result);
    screen.out().println(table(result));
    screen.out().println("Report: " + PoliciesReport.write(result, folder));
    result.failures().forEach(failure -> screen.err().println("not measured: " + failure));
    return result.failures().isEmpty() ? ExitCode.OK : ExitCode.ERROR;
  }

  private static void write(Path folder, PoliciesResult result) throws IOException {
    ResultFile.write(folder.resolve(Outcome.FILE), result);
  }

  private PoliciesResult result(
      PoliciesExperiment experiment,
      StageSpec spec,
      Bench bench,
      List<Case> cases,
      Instant started) {
    return new PoliciesResult(
        PoliciesResult.SCHEMA,
        started,
        Instant.now(),
        SettingsBench.environment(spec),
        repeats.count(),
        bench.method(),
        seed,
        cases,
        experiment.runs(),
        experiment.failures());
  }

  static String table(PoliciesResult result) {
    return AsciiTable.getTable(
        result.cases(),
        List.of(
            new Column().header("workload").dataAlign(HorizontalAlign.LEFT).with(Case::workload),
            new Column().header("policy").dataAlign(HorizontalAlign.LEFT).with(Case::policy),
            figure("defaults, op/s", result, figures -> range("%,.0f", figures.defaults())),
            figure("policy, op/s", result, figures -> range("%,.0f", figures.policy())),
            figure("ratio", result, figures -> range("%.2f", figures.ratio())),
            figure("p99 ratio", result, figures -> range("%.2f", figures.p99Ratio())),
            new Column().header("paper").dataAlign(HorizontalAlign.LEFT).with(Case::paper)));
  }

  private static ColumnData<Case> figure(
      String header, PoliciesResult result, Function<PoliciesResult.Figures, String> shown) {
    return new Column()
        .header(header)
        .dataAlign(HorizontalAlign.RIGHT)
        .with((Case one) -> result.figures(one).map(shown).orElse("not measured"));
  }

  private static String range(String format, Spread spread) {
    String median = String.format(Locale.ROOT, format, spread.median());
    return spread.count() == 1
        ? median
        : String.format(
            Locale.ROOT, "%s (" + format + "-" + format + ")", median, spread.min(), spread.max());
  }
}
