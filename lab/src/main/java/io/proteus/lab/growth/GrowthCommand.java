package io.proteus.lab.growth;

import io.proteus.app.Environment;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.lab.growth.GrowthBed.Setup;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.stage.SeedOption;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment growth}. */
@Command(
    name = "growth",
    mixinStandardHelpOptions = true,
    description = {
      "TIRAMOLA's growths on HBase, under fixed rates of requests (TIR-8, TIR-10).",
      "Servers join twice; before and after the data have followed the requests, each load is",
      "offered at each rate. Takes all of this machine: what else runs on it spoils the figures."
    },
    footer = {"", "Examples:", "  proteus experiment growth --loads read,update --rates 1000,4000"})
public final class GrowthCommand implements Callable<Integer> {
  private static final int MOST_PARTITIONS = 400;

  private final Environment environment;

  @Mixin private final StageOptions cluster = new StageOptions(3, "512MB", 0.12, "reports/growth");
  @Mixin private final SeedOption seed = new SeedOption();

  @Option(
      names = "--more",
      paramLabel = "N[,N...]",
      split = ",",
      defaultValue = "3,3",
      description = "Servers that join, one growth after the other (default: ${DEFAULT-VALUE}).")
  private List<Integer> more = List.of();

  @Option(
      names = "--loads",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      defaultValue = "read,zipfian-read,read-modify-write,update",
      description = "What is asked for (default: ${DEFAULT-VALUE}).")
  private List<String> loads = List.of();

  @Option(
      names = "--rates",
      paramLabel = "N[,N...]",
      split = ",",
      defaultValue = "500,2000,6000",
      description = "Operations a second of each load (default: ${DEFAULT-VALUE}).")
  private List<Double> rates = List.of();

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "300000",
      description = "Of 1 KB (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "64",
      description = "Of the clients (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--first-warm-up",
      paramLabel = "TIME",
      defaultValue = "6m",
      converter = UnitValue.Time.class,
      description = {
        "Once after the load and again after each growth: unmeasured and without caps",
        "(default: ${DEFAULT-VALUE})."
      })
  private Duration firstWarmUp = Duration.ZERO;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "4s",
      converter = UnitValue.TimeOrNone.class,
      description = "Before each window (default: ${DEFAULT-VALUE}).")
  private Duration warmUp = Duration.ZERO;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      defaultValue = "12s",
      converter = UnitValue.Time.class,
      description = "Length of a measured window (default: ${DEFAULT-VALUE}).")
  private Duration window = Duration.ZERO;

  public GrowthCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    List<GrowthLoad> chosen = loads.stream().map(GrowthLoad::named).distinct().toList();
    refuseNonsense();
    StageSpec spec = cluster.spec(environment);
    List<Integer> sizes = new ArrayList<>(List.of(spec.regionServers()));
    more.forEach(joining -> sizes.add(sizes.get(sizes.size() - 1) + joining));
    int partitions = 4 * sizes.stream().reduce(1, GrowthCommand::leastCommonMultiple);
    if (partitions > MOST_PARTITIONS || rows / partitions < threads) {
      throw new WrongUsage(
          "--rows, --threads, --more: want %d partitions, which all of %s servers can share evenly, %d of them at most and with a row for each thread. Use sizes with a small common multiple, or more rows."
              .formatted(partitions, sizes, MOST_PARTITIONS));
    }
    Setup setup =
        new Setup(rows, partitions, threads, chosen, firstWarmUp, warmUp, window, seed.value());
    Outline outline =
        new Outline(
            "growth",
            "One cluster, one load and one rate after the other; servers then join, their caches and"
                + " code are warmed up, and it is all measured again.",
            spec.environment(),
            List.of(
                Fact.of("rows", rows),
                Fact.of("partitions", partitions),
                Fact.of("client threads", threads),
                Fact.of("window", window),
                Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        cluster.report(environment),
        new GrowthExperiment(
            outline,
            GrowthPoint.all(sizes, chosen, rates),
            new ArrayList<>(),
            new ArrayList<>(),
            (growths, checks, progress) ->
                GrowthBed.open(StageHold.open(spec, progress), setup, growths, checks, progress)));
  }

  private static int leastCommonMultiple(int one, int other) {
    return one / greatestCommonDivisor(one, other) * other;
  }

  private static int greatestCommonDivisor(int one, int other) {
    return other == 0 ? one : greatestCommonDivisor(other, one % other);
  }

  private void refuseNonsense() {
    if (more.stream().anyMatch(joining -> joining < 1)) {
      throw new WrongUsage("--more: want 1 or more servers to join, got %s.".formatted(more));
    }
    if (rates.isEmpty() || rates.stream().anyMatch(rate -> !(rate > 0))) {
      throw new WrongUsage("--rates: want over 0, got %s.".formatted(rates));
    }
    if (rows < 1000 || threads < 1) {
      throw new WrongUsage(
          "--rows, --threads: want 1000 or more and 1 or more, got %d and %d."
              .formatted(rows, threads));
    }
  }
}
