package io.proteus.app.trust;

import io.proteus.app.Environment;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code proteus audit}. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Export and verify the log of what people and Proteus did.",
      "Each entry names the hash of the one before it, so no entry can be changed, dropped or put"
          + " in between unseen.",
      "Note the last hash elsewhere, and nobody can cut off the end unseen either."
    },
    footer = {
      "",
      "Examples:",
      "  proteus audit export > audit.jsonl      a JSON document a line",
      "  proteus audit verify                    checks the log in the journal",
      "  proteus audit verify audit.jsonl        checks an exported log",
      "  proteus audit verify --head 120:9f8a…   also that an entry noted earlier is still there"
    })
public final class AuditCommand {

  /** The commands below it. */
  public List<Object> subcommands(Environment environment) {
    return List.of(new AuditExportCommand(environment), new AuditVerifyCommand(environment));
  }
}
