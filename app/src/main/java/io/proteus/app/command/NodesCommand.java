package io.proteus.app.command;

import io.proteus.app.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code proteus nodes}: how many nodes a cluster has, and on which machines. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {"List the servers of a cluster with their machines, add some, or remove some."},
    footer = {
      "",
      "Examples:",
      "  proteus nodes list        which machines there are",
      "  proteus nodes add 2       two servers more",
      "  proteus nodes remove rs3  one less"
    })
public final class NodesCommand {
  private NodesCommand() {}

  /** The command with its own. */
  public static CommandLine line(Environment environment) {
    return new CommandLine(new NodesCommand())
        .addSubcommand(new NodesListCommand(environment))
        .addSubcommand(new NodesAddCommand(environment))
        .addSubcommand(new NodesRemoveCommand(environment));
  }
}
