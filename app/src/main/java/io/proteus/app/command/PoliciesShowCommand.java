package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.UnitValue;
import io.proteus.app.WrongUsage;
import io.proteus.app.rendering.PolicyRendering;
import io.proteus.app.view.Figures;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyFile;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code proteus policies show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Show a policy, and what it comes to on nodes of a size that you say.")
final class PoliciesShowCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ConfigurationFile configuration = new ConfigurationFile();
  @Mixin private OwnPolicies own = new OwnPolicies();

  @Parameters(index = "0", paramLabel = "NAME", description = "As `proteus policies list` has it.")
  private String name = "";

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "16GB",
      converter = UnitValue.Size.class,
      description = "Memory of a node (default: ${DEFAULT-VALUE}).")
  private ByteSize memory = ByteSize.ZERO;

  @Option(
      names = "--data",
      paramLabel = "SIZE",
      defaultValue = "100GB",
      converter = UnitValue.Size.class,
      description = "Data of all nodes (default: ${DEFAULT-VALUE}).")
  private ByteSize data = ByteSize.ZERO;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "5",
      description = "How many nodes, with four partitions each (default: ${DEFAULT-VALUE}).")
  private int nodes = 5;

  @Option(
      names = "--scans",
      paramLabel = "SHARE",
      converter = UnitValue.Share.class,
      defaultValue = "0",
      description = "Share of scans in the reads, 0 to 1 (default: ${DEFAULT-VALUE}).")
  private double scans;

  PoliciesShowCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, PortException {
    if (nodes < 1 || scans < 0 || scans > 1 || memory.bytes() == 0) {
      throw new WrongUsage(
          "show: want --memory above 0, --nodes of 1 or more and --scans of 0 to 1, got %s, %d and %s."
              .formatted(memory, nodes, scans));
    }
    Policy policy = own.named(name, "show", configuration.path(environment), environment);
    Screen screen = environment.screen();
    screen
        .out()
        .println(
            new PolicyRendering(screen.width(), screen.paint())
                .show(
                    policy,
                    own.guide(configuration.path(environment)).catalogue(),
                    PolicyFile.situation(memory.bytes(), data.bytes(), nodes, scans),
                    "%s with %s each and %s of data"
                        .formatted(Figures.count(nodes, "node", "nodes"), memory, data)));
    return ExitCode.OK;
  }
}
