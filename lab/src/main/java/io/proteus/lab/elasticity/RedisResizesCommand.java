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
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
  private final PolicyRunOptions runs = new PolicyRunOptions("redis-resizes", 0.05, "threshold");

  @Mixin private final RushOptions rush = new RushOptions(9000, 0.08, 225, 145);

  public RedisResizesCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, IOException, InterruptedException, InvalidConfiguration {
    ResizedStore store = new ResizedRedis();
    RushScript script = rush.script(RushedStore.REDIS, runs.cores());
    List<String> policies = runs.policies(store, script, environment);
    Outline outline =
        new Outline(
            "redis-resizes",
            "Each run has a new cluster of three shards, on which the loop of production acts. What"
                + " policies wait is shortened; clients are looked at for 10 s before and after"
                + " each resize.",
            null,
            script.facts(
                Fact.of("server", Program.onThisMachine().path()),
                Fact.of("repeats", repeats.count()),
                Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        runs.report(environment),
        new ResizesExperiment(
            outline,
            new ResizesExperiment.Told(
                "shards",
                "requests and data rebalanced, s",
                "ranges moved",
                null,
                "CPU: the mean of what shards may use. Keys move with their slots, so that requests"
                    + " and data are rebalanced as one."),
            new StoreResizes(store, script, runs.folder(environment), seed.value(), line -> {}),
            policies,
            repeats.count()));
  }
}
