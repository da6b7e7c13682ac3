package io.proteus.lab.tpcc;

import io.proteus.app.Environment;
import io.proteus.app.OptionValue;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.SeedOption;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import io.proteus.workloads.tpcc.Scale;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment tpcc}. */
@Command(
    name = "tpcc",
    mixinStandardHelpOptions = true,
    description = {
      "TPC-C on HBase, as MeT's versatility experiment (MET-17).",
      "On a homogeneous cluster, on one that Proteus reconfigures meanwhile, and on what it came",
      "to. Consistency conditions 1 to 4 are checked after each repeat. Takes all of this machine:",
      "what else runs on it spoils the figures."
    })
public final class TpccCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final StageOptions cluster = new StageOptions(6, "512MB", 0.2, "reports/tpcc");
  @Mixin private final RepeatOptions repeats = new RepeatOptions();

  @Option(
      names = "--arrangements",
      paramLabel = "ID[,ID...]",
      split = ",",
      defaultValue = "homogeneous,met,met-start,auto",
      description = {
        "homogeneous, met with its reconfiguration in the window, met-start what met came to from",
        "the start, auto as met with strategy: auto (default: ${DEFAULT-VALUE})."
      })
  private List<String> arrangements = List.of();

  @Option(
      names = "--warehouses",
      paramLabel = "N",
      defaultValue = "6",
      description = "How many; tables are divided between them (default: ${DEFAULT-VALUE}).")
  private int warehouses;

  @Option(
      names = "--part",
      paramLabel = "SHARE",
      defaultValue = "0.1",
      description =
          "Share of the standard's customers and items that there are, up to 1 (default:"
              + " ${DEFAULT-VALUE}).")
  private double part;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      defaultValue = "30",
      description = "How many work at once (default: ${DEFAULT-VALUE}).")
  private int terminals;

  @Option(
      names = "--pace",
      paramLabel = "FACTOR",
      defaultValue = "0",
      description =
          "Keying and think times: 1 as the standard has them, 0 none (default:"
              + " ${DEFAULT-VALUE}).")
  private double pace;

  @Option(
      names = "--first-warm-up",
      paramLabel = "TIME",
      defaultValue = "4m",
      converter = UnitValue.Time.class,
      description = "Once, after the load (default: ${DEFAULT-VALUE}).")
  private Duration firstWarmUp = Duration.ZERO;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      defaultValue = "3m",
      converter = UnitValue.Time.class,
      description = "Length of a measured window (default: ${DEFAULT-VALUE}).")
  private Duration window = Duration.ZERO;

  @Mixin private final SeedOption seed = new SeedOption();

  public TpccCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    List<TpccArrangement> chosen =
        arrangements.stream().map(TpccArrangement::named).distinct().toList();
    if (!(part > 0) || part > 1 || terminals < 1 || !(pace >= 0) || pace > 10) {
      throw new WrongUsage(
          "--part, --terminals, --pace: want over 0 to 1, 1 or more, and 0 to 10, got %s, %d and %s."
              .formatted(part, terminals, pace));
    }
    Scale scale = OptionValue.of("--warehouses", () -> Scale.part(warehouses, part));
    StageSpec spec = cluster.spec(environment);
    TpccLoad load = new TpccLoad(scale, spec.regionServers(), terminals, pace, seed.value());
    Timing timing =
        new Timing(
            firstWarmUp,
            Timing.FULL.warmUp(),
            Timing.FULL.settle(),
            window,
            Timing.FULL.interval(),
            Timing.FULL.samples());
    Outline outline =
        new Outline(
            "tpcc",
            "Every arrangement is measured in turns with the others, on the same rows, every second"
                + " time in the reverse order.",
            spec.environment(),
            List.of(
                Fact.of("repeats", repeats.count()),
                Fact.of("warehouses", warehouses),
                Fact.of("customers of a district", scale.customers()),
                Fact.of("items", scale.items()),
                Fact.of("terminals", terminals),
                Fact.of("pace", pace),
                Fact.of("window", window),
                Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        cluster.report(environment),
        new TpccExperiment(
            outline,
            chosen,
            repeats.count(),
            new ArrayList<>(),
            (checks, progress) ->
                TpccBed.open(StageHold.open(spec, progress), timing, load, checks, progress)));
  }
}
