package io.proteus.lab.convergence;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.lab.result.DataSizeResult;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.Outcome;
import io.proteus.lab.stage.SeedOption;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import io.proteus.lab.stage.Version;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
      description = "How often each arrangement is measured (default: ${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--arrangements",
      paramLabel = "ID[,ID...]",
      split = ",",
      defaultValue = "a,b,b40,c,d,e,e70",
      description = {
        "a random, b hand-balanced, b40 the same at 40/40, c hand-made groups with profiles,",
        "d HBase's balancer and heap tuner, e Proteus started on a, e70 the same that takes only",
        "70 %% of reads for reading, ecold the same as e with nothing prefetched (default:"
            + " ${DEFAULT-VALUE})."
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
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Length of a measured window (default: ${DEFAULT-VALUE}).")
  private int window;

  @Mixin private final SeedOption seed = new SeedOption();

  public MetConvergenceCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    Screen screen = environment.screen();
    List<Arrangement> chosen = new ArrayList<>();
    for (String id : arrangements) {
      chosen.add(arrangement(id));
    }
    if (rows.isEmpty() || rows.stream().anyMatch(count -> count < 1000) || repeats < 1) {
      throw new WrongUsage(
          "--rows, --repeats: want 1,000 or more rows and 1 or more repeats, got %s and %d."
              .formatted(rows, repeats));
    }
    if (window < 1) {
      throw new WrongUsage("--window: want 1 second or more, got %d.".formatted(window));
    }
    Timing timing =
        new Timing(
            Timing.FULL.firstWarmUp(),
            Timing.FULL.warmUp(),
            Timing.FULL.settle(),
            Duration.ofSeconds(window),
            Timing.FULL.interval(),
            Timing.FULL.samples());
    StageSpec spec = cluster.spec(environment);
    Instant started = Instant.now();
    List<Tenant> tenants = MetTenants.atMost(rate == null ? null : new OperationsPerSecond(rate));
    Outcome outcome =
        new Outcome(
            "met-convergence", started, spec, timing, seed.value(), Version.current(), tenants);
    Arrangement baseline =
        chosen.contains(Arrangement.BALANCED) ? Arrangement.BALANCED : chosen.get(0);
    List<DataSizeResult> sizes = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    Path folder = cluster.report(environment);
    // one cluster for all sizes: what servers have compiled is dear
    try (StageHold stage = StageHold.open(spec, line -> say(screen, started, line))) {
      MetConvergence experiment =
          new MetConvergence(
              stage.stage(),
              timing,
              tenants,
              chosen,
              seed.value(),
              line -> say(screen, started, line));
      for (int count : rows) {
        // what is measured must not be lost with what fails later
        sizes.add(
            experiment.run(
                count,
                repeats,
                soFar -> {
                  List<DataSizeResult> all = new ArrayList<>(sizes);
                  all.add(soFar);
                  write(outcome, folder, baseline, chosen, all);
                }));
      }
      failures.addAll(experiment.failures());
    }
    write(outcome, folder, baseline, chosen, sizes)
        .ifPresent(page -> screen.out().println("Report: " + page));
    failures.forEach(failure -> screen.err().println("not measured: " + failure));
    long lost = sizes.stream().flatMap(s -> s.integrity().stream()).mapToLong(i -> i.lost()).sum();
    return lost > 0 || !failures.isEmpty() ? 1 : 0;
  }

  /** Compares with the baseline, or while that is not measured with the first that is. */
  private static Optional<Path> write(
      Outcome outcome,
      Path folder,
      Arrangement baseline,
      List<Arrangement> chosen,
      List<DataSizeResult> sizes)
      throws IOException {
    List<Arrangement> candidates = new ArrayList<>(chosen);
    candidates.add(0, baseline);
    for (Arrangement candidate : candidates) {
      if (sizes.stream()
          .allMatch(
              size -> size.arrangements().stream().anyMatch(a -> a.id().equals(candidate.id())))) {
        return Optional.of(outcome.write(folder, candidate, sizes));
      }
    }
    return Optional.empty();
  }

  private static Arrangement arrangement(String id) {
    return Arrays.stream(Arrangement.values())
        .filter(arrangement -> arrangement.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new WrongUsage(
                    "--arrangements: want some of %s, got '%s'."
                        .formatted(
                            Arrays.stream(Arrangement.values()).map(Arrangement::id).toList(),
                            id)));
  }

  private static void say(Screen screen, Instant started, String line) {
    screen
        .err()
        .println("%4d s  %s".formatted(Duration.between(started, Instant.now()).toSeconds(), line));
  }
}
