package io.proteus.app;

import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * Subcommands that a module beside the product brings. A provider is a service ({@link
 * ServiceLoader}): the command line finds it where its module is on the class path.
 */
public interface CommandProvider {

  /** The subcommands, each with those below it, in the order in which the help lists them. */
  List<CommandLine> commands(Environment environment);

  /** All providers on the class path. */
  static List<CommandProvider> found() {
    return ServiceLoader.load(CommandProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
