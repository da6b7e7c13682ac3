package io.proteus.lab.elasticity;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.controller.settings.InvalidConfiguration;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Who counts the nodes of which clusters, and where the results go. */
final class PolicyRunOptions {
  private static final String SEPARATOR = ",";

  /** Not a list: the help shows a default of its field, and a list with brackets. */
  @Option(
      names = "--policies",
      paramLabel = "NAME[,NAME...]",
      description = {
        "Who counts the nodes; mdp:REWARD for TIRAMOLA's decision making where it is played",
        "(default: ${DEFAULT-VALUE})."
      })
  private String policies;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "Of each node, little enough that the clients can fill it (default: ${DEFAULT-VALUE}).")
  private double cores;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Of the cluster; deleted afterwards (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where the report goes (default: ${DEFAULT-VALUE}).")
  private Path report;

  /** The defaults of a command. */
  PolicyRunOptions(String command, double cores, String... policies) {
    this.policies = String.join(SEPARATOR, policies);
    this.cores = cores;
    this.directory = Path.of("proteus-data", command);
    this.report = Path.of("reports", command);
  }

  double cores() {
    return cores;
  }

  Path folder(Environment environment) {
    return environment.folder().resolve(directory);
  }

  Path report(Environment environment) {
    return environment.folder().resolve(report);
  }

  /** Checked: what is mistyped must not be found out after the first run. */
  List<String> policies(ResizedStore store, StoreScript script, Environment environment)
      throws InvalidConfiguration {
    List<String> named = List.of(policies.split(SEPARATOR, -1));
    if (policies.isBlank()) {
      throw new WrongUsage("--policies: want at least one, got none.");
    }
    for (String policy : named) {
      StoreResizes.configuration(
          store, script, folder(environment), List.of("127.0.0.1:1"), policy);
    }
    return named;
  }
}
