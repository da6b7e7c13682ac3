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
      "Load many rows into an empty table fast: pre-split it by the keys, set it up for the load,",
      "and put it back afterwards."
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
