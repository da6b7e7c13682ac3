package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.StoreConnector;
import io.proteus.controller.configuration.InvalidConfiguration;
import io.proteus.controller.configuration.NearestWord;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus policies}: what is set for which workload. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Show what is set for which workload: the shipped policies and your own.",
      "Your own replace shipped ones of the same name. Only explain looks at a cluster, and none",
      "changes one."
    },
    footer = {
      "",
      "Examples:",
      "  proteus policies list",
      "  proteus policies show pcm-wo --memory 16GB     worked out for nodes of this size",
      "  proteus policies check my-policy.yaml          what is wrong with it, by line and key",
      "  proteus policies explain --cluster             what they make of a cluster, and why"
    })
public final class PoliciesCommand {

  /** The commands below it. */
  public List<Object> subcommands(Environment environment) {
    return List.of(
        new PoliciesListCommand(environment),
        new PoliciesShowCommand(environment),
        new PoliciesCheckCommand(environment),
        new PoliciesExplainCommand(environment));
  }

  /** Where one's own policies are. */
  static final class Folder {
    private static final String DEFAULT = "policies";

    @Option(
        names = "--directory",
        paramLabel = "DIR",
        defaultValue = DEFAULT,
        description = "Holds your own policies, one a .yaml file (default: ${DEFAULT-VALUE}).")
    private Path path = Path.of(DEFAULT);

    /**
     * One of them.
     *
     * @param asked what the command line calls the name
     */
    Policy named(String name, String asked, Environment environment)
        throws InvalidConfiguration, PortException {
      List<Policy> policies = all(environment);
      List<String> names = policies.stream().map(Policy::name).toList();
      return policies.stream()
          .filter(one -> one.name().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new WrongUsage(
                      "%s: there is no policy '%s'%s. There are: %s."
                          .formatted(
                              asked,
                              name,
                              NearestWord.to(name, names)
                                  .map(near -> ", maybe '%s'".formatted(near))
                                  .orElse(""),
                              String.join(", ", names))));
    }

    /** The shipped ones with one's own; only the usual folder need not be there. */
    List<Policy> all(Environment environment) throws InvalidConfiguration, PortException {
      Path folder = environment.folder().resolve(path);
      List<Policy> shipped = StoreConnector.policies();
      if (!Files.isDirectory(folder)) {
        if (path.equals(Path.of(DEFAULT))) {
          return PolicyLibrary.with(shipped, List.of());
        }
        throw new PortException("--directory: %s: there is no such folder.".formatted(folder));
      }
      try {
        return PolicyLibrary.with(shipped, PolicyLibrary.of(folder, StoreConnector.catalogue()));
      } catch (IOException e) {
        throw new PortException("--directory: %s: cannot be read (%s).".formatted(folder, e), e);
      }
    }
  }
}
