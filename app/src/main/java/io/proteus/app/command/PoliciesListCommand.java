package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.rendering.PolicyRendering;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code proteus policies list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Show every policy, the workload that it is for, and where it is from.")
final class PoliciesListCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ConfigurationFile configuration = new ConfigurationFile();
  @Mixin private OwnPolicies own = new OwnPolicies();

  PoliciesListCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, PortException {
    OwnPolicies.Shelved shelved = own.shelved(configuration.path(environment), environment);
    Screen screen = environment.screen();
    screen
        .out()
        .println(
            new PolicyRendering(screen.width(), screen.paint())
                .list(shelved.policies(), shelved.selection()::takes));
    return ExitCode.OK;
  }
}
