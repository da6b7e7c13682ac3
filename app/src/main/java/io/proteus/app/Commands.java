package io.proteus.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Every subcommand, in the order in which the help lists them. */
final class Commands {
  private Commands() {}

  /** The subcommands that the providers bring, and the version. */
  static List<CommandLine> of(Environment environment, List<CommandProvider> providers) {
    List<CommandLine> commands = new ArrayList<>();
    providers.forEach(provider -> commands.addAll(provider.commands(environment)));
    Set<String> known =
        commands.stream().map(CommandLine::getCommandName).collect(Collectors.toSet());
    AbsentCommand.all()
        .filter(absent -> !known.contains(absent.name()))
        .forEach(absent -> commands.add(absent.line()));
    commands.add(new CommandLine(new HelpCommand()));
    commands.add(new CommandLine(new VersionCommand(environment)));
    return commands;
  }
}
