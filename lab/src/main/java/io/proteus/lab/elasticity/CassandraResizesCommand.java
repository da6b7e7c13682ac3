package io.proteus.lab.elasticity;

import io.proteus.app.Environment;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.deployment.cassandra.CassandraJars;
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

/** {@code proteus experiment cassandra-resizes}. */
@Command(
    name = "cassandra-resizes",
    mixinStandardHelpOptions = true,
    description = {
      "Policies take a cluster of Cassandra from three nodes to five and back, under load.",
      "A rush asks for more than three nodes can give, at QUORUM, and leaves again. Prints the record",
      "of each resize, each time on a new cluster. Takes 4 GB of memory."
    },
    footer = {
      "",
      "Examples:",
      "  proteus experiment cassandra-resizes --policies threshold,target",
      "  proteus experiment cassandra-resizes --policies auto --seconds 1500"
    })
public final class CassandraResizesCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final RepeatOptions repeats = new RepeatOptions();
  @Mixin private final SeedOption seed = new SeedOption();

  @Mixin
  private final PolicyRunOptions runs = new PolicyRunOptions("cassandra-resizes", 0.2, "threshold");

  @Mixin private final RushOptions rush = new RushOptions(850, 0.015, 340, 220);

  public CassandraResizesCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, IOException, InterruptedException, InvalidConfiguration {
    RushScript script = rush.script(RushedStore.CASSANDRA, runs.cores());
    Path lib = CassandraJars.find(environment.home(), System.getenv("CASSANDRA_HOME"));
    ResizedStore store = new ResizedCassandra(lib);
    List<String> policies = runs.policies(store, script, environment);
    Outline outline =
        new Outline(
            "cassandra-resizes",
            "Each run has a new cluster of three nodes, on which the loop of production acts. A new"
                + " node starts without a cap, and has that of the others 30 s after it answers. What"
                + " policies wait is shortened; clients are looked at for 10 s before each resize,"
                + " and from 25 s after it on.",
            null,
            script.facts(
                Fact.of("copies of a row, asked at QUORUM", ResizedCassandra.COPIES),
                Fact.of("repeats", repeats.count()),
                Fact.of("seed", seed.value())));
    return ExperimentRunner.publish(
        environment,
        runs.report(environment),
        new ResizesExperiment(
            outline,
            new ResizesExperiment.Told(
                "nodes",
                "handed over, s",
                null,
                "cleaned up, s",
                "CPU: the mean of what nodes may use. A node has its data once it has joined, so"
                    + " that requests and data are rebalanced as one; then its former owners are"
                    + " cleaned up."),
            new StoreResizes(store, script, runs.folder(environment), seed.value(), line -> {}),
            policies,
            repeats.count()));
  }
}
