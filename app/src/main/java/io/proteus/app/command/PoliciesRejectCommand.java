package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code proteus policies reject}. */
@Command(
    name = "reject",
    mixinStandardHelpOptions = true,
    description = {
      "Remove a draft. Its text stays in the journal.",
      "Another measurement may lead to another draft of the same policy."
    })
final class PoliciesRejectCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "As `proteus policies drafts` has it.")
  private String name = "";

  @Mixin private ConfigurationFile configuration = new ConfigurationFile();
  @Mixin private OwnPolicies own = new OwnPolicies();

  PoliciesRejectCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, PortException {
    own.drafts("reject", configuration.path(environment), environment).reject(name);
    environment.screen().out().println("the draft of %s is gone.".formatted(name));
    return ExitCode.OK;
  }
}
