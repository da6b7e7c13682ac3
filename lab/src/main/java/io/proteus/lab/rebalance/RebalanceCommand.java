package io.proteus.lab.rebalance;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.Program;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.SeedOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment redis-rebalance}. */
@Command(
    name = "redis-rebalance",
    mixinStandardHelpOptions = true,
    description = {
      "A hot shard of Redis or Valkey after Proteus, after --cluster rebalance, and left alone.",
      "Three shards have as many slots each, and a fourth is empty. Measures throughput and p99 in",
      "turn, several times, each time on a new cluster."
    })
public final class RebalanceCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final RepeatOptions repeats = new RepeatOptions();
  @Mixin private final SeedOption seed = new SeedOption();

  @Option(
      names = "--cores",
      paramLabel = "N",
      defaultValue = "0.05",
      description =
          "Of each shard, little enough that the clients can fill it (default: ${DEFAULT-VALUE}).")
  private double cores;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "That ask one shard after the other, several for each of the four shards, so that none is"
              + " idle (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "That are measured each time (default: ${DEFAULT-VALUE}).")
  private long window;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      defaultValue = "proteus-data/redis-rebalance",
      description = "Of the cluster; deleted afterwards (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("proteus-data/redis-rebalance");

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "reports/redis-rebalance",
      description = "Where the report goes (default: ${DEFAULT-VALUE}).")
  private Path report = Path.of("reports/redis-rebalance");

  public RebalanceCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    if (!(cores > 0)) {
      throw new WrongUsage("--cores: want more than 0, got %s.".formatted(cores));
    }
    if (clients < 1) {
      throw new WrongUsage("--clients: want 1 or more, got %d.".formatted(clients));
    }
    if (window < 1) {
      throw new WrongUsage("--window: want 1 or more seconds, got %d.".formatted(window));
    }
    Outline outline =
        new Outline(
            "redis-rebalance",
            "Each repeat draws which slots are hot, and measures all three on new clusters, every"
                + " second time in the reverse order. Slots move under a lighter load and without"
                + " the cap.",
            null,
            List.of(
                Fact.of("server", Program.onThisMachine().path()),
                Fact.of("cores of a shard", cores),
                Fact.of("clients", clients),
                Fact.of("repeats", repeats.count()),
                Fact.of("window, s", window),
                Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        environment.folder().resolve(report),
        new RebalanceExperiment(
            environment,
            outline,
            environment.folder().resolve(directory),
            cores,
            clients,
            repeats.count(),
            window,
            seed.value()));
  }
}
