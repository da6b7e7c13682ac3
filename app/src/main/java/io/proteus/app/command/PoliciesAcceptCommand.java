package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code proteus policies accept}. */
@Command(
    name = "accept",
    mixinStandardHelpOptions = true,
    description = {
      "Make a draft one of your own policies.",
      "It replaces the policy of the same name. A file of yours that it replaces is kept as"
          + " FILE.former. serve and run read it",
      "with their next cycle; what it asks for is still subject to its hold time and to approval."
    })
final class PoliciesAcceptCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "As `proteus policies drafts` has it.")
  private String name = "";

  @Mixin private ConfigurationFile configuration = new ConfigurationFile();
  @Mixin private OwnPolicies own = new OwnPolicies();
  @Mixin private GivenReason reason = new GivenReason();

  PoliciesAcceptCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, PortException {
    var file = configuration.path(environment);
    OperatorRequest asked = reason.asked("policies accept");
    String accepted = asked.signed("accepted", environment.time().now());
    Path now =
        own.drafts("accept", file, environment).accept(name, accepted, own.guide(file).catalogue());
    environment.screen().out().println("%s: it counts as your own policy.".formatted(now));
    return ExitCode.OK;
  }
}
