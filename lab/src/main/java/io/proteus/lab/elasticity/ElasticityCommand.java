package io.proteus.lab.elasticity;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.stage.BootedServers;
import io.proteus.lab.stage.SeedOption;
import io.proteus.lab.stage.StageOptions;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment elasticity}. */
@Command(
    name = "elasticity",
    mixinStandardHelpOptions = true,
    description = {
      "MeT's elasticity experiment, shortened: strategies add and remove real RegionServers.",
      "Tenants overload a few servers, then leave step by step; each strategy begins from the same",
      "start; beside it the same on the simulator. Prints a comparison and the record of each",
      "resize. Takes --minutes and a few more for each strategy, and all of this machine."
    },
    footer = {
      "",
      "Examples:",
      "  proteus experiment elasticity --quick",
      "  proteus experiment elasticity --minutes 30 --strategies none,met,threshold,forecast",
      "  proteus experiment elasticity --simulated-only"
    })
public final class ElasticityCommand implements Callable<Integer> {
  private static final int QUICK_MINUTES = 6;
  private static final int QUICK_ROWS = 10_000;

  private final Environment environment;

  @Mixin
  private final StageOptions cluster = new StageOptions(3, "512MB", 0.18, "reports/elasticity");

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "21",
      description = "Length; the paper's is 63 (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--strategies",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      defaultValue = "met,threshold,forecast",
      description = "Who counts the servers; none: nobody (default: ${DEFAULT-VALUE}).")
  private List<String> strategies = List.of();

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "6",
      description = {
        "RegionServers that there may be; --region-servers says with how many it begins, which",
        "are the fewest (default: ${DEFAULT-VALUE})."
      })
  private int most;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "30000",
      description = "Rows of 1 KB that a tenant has (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "600",
      description =
          "Operations a second that a tenant asks for at most (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "10",
      description = "Clients of a tenant (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--quick",
      description = "6 minutes with less data and a short warm-up: to see it work.")
  private boolean quick;

  @Option(
      names = "--cloud",
      paramLabel = "FILE",
      description = {
        "The section `cloud` of a configuration, without files, start, ready and node: servers run",
        "on machines of this cloud, which boots them as processes here, with the addresses from",
        "127.0.0.11 on, --most of them (docs/experiments.md)."
      })
  private @Nullable Path cloud;

  @Option(names = "--simulated-only", description = "Leave the real cluster out.")
  private boolean simulatedOnly;

  @Mixin private final SeedOption seed = new SeedOption();

  public ElasticityCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, IOException, InterruptedException, InvalidConfiguration {
    StageSpec spec = cluster.spec(environment);
    Double cores = spec.cores();
    if (cores == null) {
      throw new WrongUsage(
          "--cpu: want a cap over 0, as servers without one are not overloaded, got 0.");
    }
    ElasticityScript script =
        new ElasticityScript(
            Duration.ofMinutes(quick ? QUICK_MINUTES : minutes),
            spec.regionServers(),
            most,
            cores,
            spec.heap(),
            quick ? QUICK_ROWS : rows,
            rate,
            clients);
    Path folder = cluster.report(environment);
    if (strategies.isEmpty()) {
      throw new WrongUsage("--strategies: want at least one, got none.");
    }
    Optional<String> machines = machines();
    String section =
        machines.isEmpty()
            ? ""
            : Elasticity.section(machines.get(), BootedServers.draftOfKeys(spec));
    for (String strategy : strategies) {
      // what is mistyped must not be found out after the first run
      Elasticity.configuration(script, strategy, "checked:2181", folder, section);
    }
    return ExperimentRunner.publish(
        environment,
        folder,
        new ElasticityExperiment(
            script,
            spec,
            machines,
            quick ? Timing.QUICK : Timing.DEMO,
            strategies,
            simulatedOnly,
            seed.value(),
            folder));
  }

  private Optional<String> machines() {
    if (cloud == null) {
      return Optional.empty();
    }
    Path file = environment.folder().resolve(cloud);
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      throw new WrongUsage(
          "--cloud: want a file with the section cloud of a configuration, got %s, which cannot be read."
              .formatted(file));
    }
  }
}
