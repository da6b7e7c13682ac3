package io.proteus.app.bulkload;

import io.proteus.app.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code proteus bulk-load}. */
@Command(
    name = "bulk-load",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Prepare an empty table for many rows, and put it back afterwards.",
      "It is pre-split by the keys and set up for the load."
    },
    footer = {
      "",
      "Examples:",
      "  proteus bulk-load plan --table users --rows 10000000 --record-size 1KB --sample keys.txt",
      "  proteus bulk-load prepare --table users --rows 10000000 --record-size 1KB --sample"
          + " keys.txt",
      "  (load)",
      "  proteus bulk-load finish --table users"
    })
public final class BulkLoadCommand {
  private BulkLoadCommand() {}

  /** The command with its own. */
  public static CommandLine line(Environment environment) {
    return new CommandLine(new BulkLoadCommand())
        .addSubcommand(new PlanLoadCommand(environment))
        .addSubcommand(new PrepareLoadCommand(environment))
        .addSubcommand(new FinishLoadCommand(environment));
  }
}
