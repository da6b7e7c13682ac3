package io.proteus.lab.elasticity;

import io.proteus.app.Environment;
import io.proteus.app.UnitValue;
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

/** {@code proteus experiment redis-waves}. */
@Command(
    name = "redis-waves",
    mixinStandardHelpOptions = true,
    description = {
      "Sinusoidal reads on a cluster of Redis or Valkey, 1 to 8 shards, with each reward (MDP-7).",
      "Decisions come every 30 s instead of the paper's 10 minutes: a period of 3 minutes is an",
      "hour there. Beside it the same scenario in the simulator."
    },
    footer = {
      "",
      "Examples:",
      "  proteus experiment redis-waves --policies mdp:throughput,mdp:cost",
      "  proteus experiment redis-waves --period 12m --length 36m --amplitude 1500"
    })
public final class RedisWavesCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final RepeatOptions repeats = new RepeatOptions();
  @Mixin private final SeedOption seed = new SeedOption();

  @Mixin
  private final PolicyRunOptions runs =
      new PolicyRunOptions(
          "redis-waves",
          0.03,
          "mdp:cost",
          "mdp:throughput",
          "mdp:throughput-less-square",
          "mdp:throughput-less-latency");

  @Option(
      names = "--mean",
      paramLabel = "N",
      defaultValue = "4500",
      description = "Reads a second that are asked for (default: ${DEFAULT-VALUE}).")
  private double mean;

  @Option(
      names = "--amplitude",
      paramLabel = "N",
      defaultValue = "3500",
      description = "More and less than the mean (default: ${DEFAULT-VALUE}).")
  private double amplitude;

  @Option(
      names = "--period",
      paramLabel = "TIME",
      defaultValue = "6m",
      converter = UnitValue.Time.class,
      description = "Of the sinusoid (default: ${DEFAULT-VALUE}).")
  private Duration period = Duration.ofMinutes(6);

  @Option(
      names = "--length",
      paramLabel = "TIME",
      defaultValue = "18m",
      converter = UnitValue.Time.class,
      description = "Of each run (default: ${DEFAULT-VALUE}).")
  private Duration length = Duration.ofMinutes(18);

  public RedisWavesCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, IOException, InterruptedException, InvalidConfiguration {
    RedisWaveScript script = new RedisWaveScript(length, period, runs.cores(), mean, amplitude);
    List<String> policies = runs.policies(new ResizedRedis(), script, environment);
    Outline outline =
        new Outline(
            "redis-waves",
            "Each run has a new cluster, on which the loop of production acts; times that policies"
                + " wait are a twentieth of the documents'.",
            null,
            List.of(
                Fact.of("server", Program.onThisMachine().path()),
                Fact.of("cores of a shard", runs.cores()),
                Fact.of("reads a second, mean", mean),
                Fact.of("more and less", amplitude),
                Fact.of("period, s", period.toSeconds()),
                Fact.of("length, s", length.toSeconds()),
                Fact.of("repeats", repeats.count()),
                Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        runs.report(environment),
        new RedisWavesExperiment(
            outline,
            script,
            new StoreResizes(
                new ResizedRedis(), script, runs.folder(environment), seed.value(), line -> {}),
            policies,
            repeats.count()));
  }
}
