package io.proteus.app.command;

import io.proteus.app.Environment;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code proteus policies}: what is set for which workload. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Show what is set for which workload: the shipped policies and your own.",
      "Your own replace shipped ones of the same name. They are where policies.directory of the",
      "configuration says, or --directory; without a configuration in ./policies. Only explain looks",
      "at a cluster, and none changes one; serve and run take an accepted draft with their next cycle."
    },
    footer = {
      "",
      "Examples:",
      "  proteus policies list",
      "  proteus policies show pcm-wo --memory 16GB     worked out for nodes of this size",
      "  proteus policies check my-policy.yaml          what is wrong with it, by line and key",
      "  proteus policies check                         the same of all of yours",
      "  proteus policies explain --cluster             what they make of a cluster, and why",
      "  proteus policies drafts                        what Proteus proposes from what it measured",
      "  proteus policies accept pcm-ro                 make a draft one of yours"
    })
public final class PoliciesCommand {

  /** The commands below it. */
  public List<Object> subcommands(Environment environment) {
    return List.of(
        new PoliciesListCommand(environment),
        new PoliciesShowCommand(environment),
        new PoliciesCheckCommand(environment),
        new PoliciesExplainCommand(environment),
        new PoliciesDraftsCommand(environment),
        new PoliciesAcceptCommand(environment),
        new PoliciesRejectCommand(environment));
  }
}
