package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.rendering.PolicyRendering;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code proteus policies drafts}. */
@Command(
    name = "drafts",
    mixinStandardHelpOptions = true,
    description = {
      "Show the policies that Proteus proposes from what came of their plans.",
      "None of them counts before it is accepted. Why each is proposed is in its file, and in"
          + " `proteus history`."
    })
final class PoliciesDraftsCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ConfigurationFile configuration = new ConfigurationFile();
  @Mixin private OwnPolicies own = new OwnPolicies();

  PoliciesDraftsCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, PortException {
    var file = configuration.path(environment);
    List<Policy> drafts = own.drafts("drafts", file, environment).all(own.guide(file).catalogue());
    Screen screen = environment.screen();
    screen
        .out()
        .println(
            drafts.isEmpty()
                ? "there are no drafts."
                : new PolicyRendering(screen.width(), screen.paint())
                    .list(drafts, Policy::enabled));
    return ExitCode.OK;
  }
}
