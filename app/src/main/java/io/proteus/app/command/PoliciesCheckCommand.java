package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.cluster.StoreConnector;
import io.proteus.controller.configuration.InvalidConfiguration;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyFile;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code proteus policies check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Check a policy: its keys, its formulas, and on nodes of 4, 16 and 64 GB whether what it sets",
      "contradicts itself. Says all that is wrong, with file, line and key."
    })
final class PoliciesCheckCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(index = "0", paramLabel = "FILE", description = "The policy, as YAML (docs/schema).")
  private Path file = Path.of("");

  PoliciesCheckCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, PortException {
    try {
      Policy policy =
          PolicyFile.parse(
              file.toString(),
              Files.readString(environment.folder().resolve(file)),
              StoreConnector.catalogue());
      environment.screen().out().println("%s: %s is right.".formatted(file, policy.name()));
      return ExitCode.OK;
    } catch (NoSuchFileException e) {
      throw new PortException("%s: there is no such file.".formatted(file), e);
    } catch (IOException e) {
      throw new PortException("%s: cannot be read (%s).".formatted(file, e), e);
    }
  }
}
