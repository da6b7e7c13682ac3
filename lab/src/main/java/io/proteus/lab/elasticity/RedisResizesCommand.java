package io.proteus.lab.elasticity;

import io.proteus.app.Environment;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.Program;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.stage.RepeatOptions;
import io.proteus.lab.stage.SeedOption;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus experiment redis-resizes}. */
@Command(
    name = "redis-resizes",
    mixinStandardHelpOptions = true,
    description = {
      "Policies take a cluster of Redis or Valkey from three shards to five and back, under load.",
      "A rush asks for more than three shards can give, and leaves again. Prints the record of each",
      "resize, each time on a new cluster."
    },
    footer = {
      "",
      "Examples:",
      "  proteus experiment redis-resizes --policies threshold,target",
      "  proteus experiment redis-resizes --policies auto --seconds 1500"
    })
public final class RedisResizesCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final RepeatOptions repeats = new RepeatOptions();
  @Mixin private final SeedOption seed = new SeedOption();

  @Mixin
  private final RedisRunOptions runs = new RedisRunOptions("redis-resizes", 0.05, "threshold");

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "9000",
      description = "Operations a second that are asked for at first (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--staying",
      paramLabel = "SHARE",
      defaultValue = "0.08",
      description = "Of them, which stay when the rush is over (default: ${DEFAULT-VALUE}).")
  private double staying;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "225",
      description = "Length of each run (default: ${DEFAULT-VALUE}).")
  private long seconds;

  @Option(
      names = "--rush",
      paramLabel = "N",
      defaultValue = "145",
      description = "After how many seconds the rush is over (default: ${DEFAULT-VALUE}).")
  private long rush;

  public RedisResizesCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, IOException, InterruptedException, InvalidConfiguration {
    RedisResizeScript script =
        new RedisResizeScript(
            Duration.ofSeconds(seconds), Duration.ofSeconds(rush), runs.cores(), rate, staying);
    List<String> policies = runs.policies(script, environment);
    Outline outline =
        new Outline(
            "redis-resizes",
            "Each run has a new cluster of three shards, on which the loop of production acts. What"
                + " policies wait is shortened; clients are looked at for 10 s before and after"
                + " each resize.",
            null,
            List.of(
                Fact.of("server", Program.onThisMachine().path()),
                Fact.of("cores of a shard", runs.cores()),
                Fact.of("op/s asked for at first", rate),
                Fact.of("share that stays", staying),
                Fact.of("length, s", seconds),
                Fact.of("the rush is over after, s", rush),
                Fact.of("repeats", repeats.count()),
                Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        runs.report(environment),
        new RedisResizesExperiment(
            outline,
            new RedisResizes(script, runs.folder(environment), seed.value(), line -> {}),
            policies,
            repeats.count()));
  }
}
