package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.WrongUsage;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyFile;
import io.proteus.controller.policy.PolicyShelf;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code proteus policies check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Check a policy: its keys, its formulas, and that what it sets does not contradict itself.",
      "It is worked out on nodes of 4, 16 and 64 GB. Says all that is wrong, with file, line and"
          + " key. Without FILE all of your",
      "own are checked, and the names in policies.disabled and policies.enabled."
    })
final class PoliciesCheckCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "The policy, as YAML (docs/schema).")
  private @Nullable Path file;

  @Mixin private ConfigurationFile configuration = new ConfigurationFile();
  @Mixin private OwnPolicies own = new OwnPolicies();

  PoliciesCheckCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, PortException {
    environment.screen().out().println(file == null ? checkedAll() : checked(file));
    return ExitCode.OK;
  }

  private String checkedAll() throws InvalidConfiguration, PortException {
    OwnPolicies.Shelved shelved = own.shelved(configuration.path(environment), environment);
    Path folder =
        shelved
            .selection()
            .directory()
            .orElseThrow(
                () ->
                    new WrongUsage(
                        "check: want a FILE, or policies of your own, where policies.directory or"
                            + " --directory says."));
    shelved.selection().requireKnown(shelved.policies());
    List<String> names =
        PolicyShelf.Selection.SHIPPED.from(folder).of(List.of(), catalogue()).stream()
            .map(Policy::name)
            .toList();
    return names.isEmpty()
        ? "%s: has no .yaml file.".formatted(folder)
        : "%s: all is right: %s.".formatted(folder, String.join(", ", names));
  }

  private ParameterCatalogue catalogue() throws InvalidConfiguration {
    return own.guide(configuration.path(environment)).catalogue();
  }

  private String checked(Path named) throws InvalidConfiguration, PortException {
    try {
      Policy policy =
          PolicyFile.parse(
              named.toString(), Files.readString(environment.folder().resolve(named)), catalogue());
      return "%s: %s is right.".formatted(named, policy.name());
    } catch (NoSuchFileException e) {
      throw new PortException("%s: there is no such file.".formatted(named), e);
    } catch (IOException e) {
      throw new PortException("%s: cannot be read (%s).".formatted(named, e), e);
    }
  }
}
