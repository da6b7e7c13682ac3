package io.proteus.app.command;

import io.proteus.app.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code proteus nodes}: the machines under a cluster. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Show the machines of a cluster.",
      "Each with its type, zone, age, price and whose it is."
    },
    footer = {"", "Examples:", "  proteus nodes list        which machines there are"})
public final class NodesCommand {
  private NodesCommand() {}

  /** The command with its own. */
  public static CommandLine line(Environment environment) {
    return new CommandLine(new NodesCommand()).addSubcommand(new NodesListCommand(environment));
  }
}
