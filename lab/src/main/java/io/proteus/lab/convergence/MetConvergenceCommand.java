package io.proteus.lab.convergence;

import io.proteus.app.Environment;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.Choice;
import io.proteus.lab.stage.SeedOption;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.Timing;
import io.proteus.workloads.tenant.MetTenants;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment met-convergence}. */
@Command(
    name = "met-convergence",
    mixinStandardHelpOptions = true,
    description = {
      "MeT's convergence experiment: six tenants on one cluster, under several arrangements.",
      "They are repeated and interleaved. Takes about two minutes an arrangement and repeat, more"
          + " for",
      "more data, and all of this machine: what else runs on it spoils the figures."
    })
public final class MetConvergenceCommand implements Callable<Integer> {

  private final Environment environment;

  @Mixin
  private final StageOptions cluster =
      new StageOptions(5, "896MB", 0.22, "reports/met-convergence");

  @Option(
      names = "--rows",
      paramLabel = "N[,N...]",
      split = ",",
      defaultValue = "270000,367000,600000",
      description =
          "Rows of 1 KB that a tenant has; several make a curve (default: ${DEFAULT-VALUE}).")
  private List<Integer> rows = List.of();

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "2",
      description = {
        "How often each arrangement is measured, every second time in the reverse order (default:",
        "${DEFAULT-VALUE}). Four or more tell how sure the ratios are."
      })
  private int repeats;

  @Option(
      names = "--arrangements",
      paramLabel = "ID[,ID...]",
      split = ",",
      defaultValue = "a,b,b40,c,d,e,e70",
      description = {
        "a random, b hand-balanced, b40 the same at 40/40, c hand-made groups with profiles,",
        "d HBase's balancer and heap tuner, e Proteus started on a, e70 the same that takes only",
        "70 %% of reads for reading, ecold the same as e with nothing prefetched, auto the same as"
            + " e",
        "with strategy: auto (default: ${DEFAULT-VALUE})."
      })
  private List<String> arrangements = List.of();

  @Option(
      names = "--rate",
      paramLabel = "OPS",
      description =
          "Most that a tenant asks for, op/s (default: as fast as it is answered; D at most"
              + " 1,500).")
  private @Nullable Double rate;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = UnitValue.Time.class,
      description = "Length of a measured window (default: ${DEFAULT-VALUE}).")
  private Duration window = Duration.ZERO;

  @Mixin private final SeedOption seed = new SeedOption();

  public MetConvergenceCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    List<Arrangement> chosen = new ArrayList<>();
    for (String id : arrangements) {
      chosen.add(arrangement(id));
    }
    if (rows.isEmpty() || rows.stream().anyMatch(count -> count < 1000) || repeats < 1) {
      throw new WrongUsage(
          "--rows, --repeats: want 1,000 or more rows and 1 or more repeats, got %s and %d."
              .formatted(rows, repeats));
    }
    Timing timing =
        new Timing(
            Timing.FULL.firstWarmUp(),
            Timing.FULL.warmUp(),
            Timing.FULL.settle(),
            window,
            Timing.FULL.interval(),
            Timing.FULL.samples());
    return ExperimentRunner.publish(
        environment,
        cluster.report(environment),
        new MetConvergence(
            cluster.spec(environment),
            timing,
            MetTenants.atMost(rate == null ? null : new OperationsPerSecond(rate)),
            chosen,
            rows,
            repeats,
            seed.value(),
            new ArrayList<>()));
  }

  private static Arrangement arrangement(String id) {
    return Choice.of("--arrangements", id, Arrangement.values(), Arrangement::id);
  }
}
