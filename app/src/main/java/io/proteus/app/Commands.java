package io.proteus.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Every subcommand, in the order in which the help lists them. */
final class Commands {
  private Commands() {}

  /** The subcommands that the providers bring, and the version. */
  static List<Subcommand> of(Environment environment, List<CommandProvider> providers) {
    List<Subcommand> commands = new ArrayList<>();
    providers.forEach(provider -> commands.addAll(provider.commands(environment)));
    commands.add(Subcommand.of(HelpCommand.class, HelpCommand::new));
    commands.add(Subcommand.of(VersionCommand.class, () -> new VersionCommand(environment)));
    return commands;
  }

  /**
   * The same as command lines, and those that are absent. A command that cannot be meant is only
   * listed.
   */
  static List<CommandLine> lines(List<Subcommand> commands, Predicate<String> meant) {
    List<CommandLine> lines = new ArrayList<>();
    for (Subcommand command : commands) {
      lines.add(meant.test(command.name()) ? command.made().get() : command.listed());
    }
    Set<String> known = commands.stream().map(Subcommand::name).collect(Collectors.toSet());
    AbsentCommand.all()
        .filter(absent -> !known.contains(absent.name()))
        .forEach(absent -> lines.add(absent.line()));
    return lines;
  }
}
