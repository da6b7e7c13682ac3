package io.proteus.lab.failover;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.core.port.PortException;
import io.proteus.lab.runner.ExperimentRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus experiment failover}. */
@Command(
    name = "failover",
    mixinStandardHelpOptions = true,
    description = {
      "Two daemons on a real cluster on this machine, of which the one that leads falls.",
      "It is killed or stopped while it moves regions. How long it takes until the other leads,"
          + " and",
      "whether both ever acted, by the HMaster's log.",
      "About a minute, and half a minute for each trial."
    },
    footer = {"", "Examples:", "  proteus experiment failover --trials 20"})
public final class FailoverCommand implements Callable<Integer> {

  private final Environment environment;

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "20",
      description = "Leaders that fall, killed and stopped in turns (default: ${DEFAULT-VALUE}).")
  private int trials;

  @Option(
      names = "--regions",
      paramLabel = "N",
      defaultValue = "16",
      description = "That each plan moves (default: ${DEFAULT-VALUE}).")
  private int regions;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the moments at which they fall (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      defaultValue = "proteus-data/failover",
      description = "Of the cluster; deleted afterwards (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("proteus-data/failover");

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "reports/failover",
      description = "Where result.json and the daemons' logs go (default: ${DEFAULT-VALUE}).")
  private Path report = Path.of("reports/failover");

  public FailoverCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    if (trials < 1 || regions < 4 || regions > 200) {
      throw new WrongUsage(
          "--trials, --regions: want 1 or more and 4 to 200, got %d and %d."
              .formatted(trials, regions));
    }
    Path folder = environment.folder().resolve(report);
    return ExperimentRunner.publish(
        environment,
        folder,
        new FailoverExperiment(
            environment.home(),
            environment.folder().resolve(directory).normalize(),
            folder,
            regions,
            trials,
            seed));
  }
}
