package io.proteus.app;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Subcommands that the product or a module beside it brings. A provider is a service ({@link
 * ServiceLoader}): the command line finds it where its module is on the class path.
 */
public interface CommandProvider {

  /** The subcommands, each with those below it, in the order in which the help lists them. */
  List<Subcommand> commands(Environment environment);

  /** Lines that the help of all has before its other examples. */
  default List<String> examples() {
    return List.of();
  }

  /** The help lists the subcommands of a provider with a smaller rank first. */
  default int rank() {
    return 1;
  }

  /** All providers on the class path, by rank. */
  static List<CommandProvider> found() {
    return ServiceLoader.load(CommandProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparingInt(CommandProvider::rank))
        .toList();
  }
}
