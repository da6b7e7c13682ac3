package io.proteus.app;

import io.proteus.app.bulkload.BulkLoadCommand;
import io.proteus.app.command.AccuracyCommand;
import io.proteus.app.command.ApplyCommand;
import io.proteus.app.command.HistoryCommand;
import io.proteus.app.command.InitCommand;
import io.proteus.app.command.ParametersCommand;
import io.proteus.app.command.PlanCommand;
import io.proteus.app.command.PoliciesCommand;
import io.proteus.app.command.RunCommand;
import io.proteus.app.command.ServeCommand;
import io.proteus.app.command.SettingsCommand;
import io.proteus.app.command.SimulateCommand;
import io.proteus.app.command.TokenCommand;
import io.proteus.app.command.UndoCommand;
import io.proteus.app.command.VersionCommand;
import io.proteus.app.command.WatchCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Every subcommand, in the order in which the help lists them. */
final class Commands {
  private Commands() {}

  /** The product's own subcommands, and those that the providers bring. */
  static List<CommandLine> of(Environment environment, List<CommandProvider> providers) {
    List<CommandLine> commands = new ArrayList<>(own(environment));
    providers.forEach(provider -> commands.addAll(provider.commands(environment)));
    Set<String> known =
        commands.stream().map(CommandLine::getCommandName).collect(Collectors.toSet());
    AbsentCommand.all()
        .filter(absent -> !known.contains(absent.name()))
        .forEach(absent -> commands.add(absent.line()));
    commands.add(new CommandLine(new VersionCommand(environment)));
    return commands;
  }

  private static List<CommandLine> own(Environment environment) {
    PoliciesCommand policies = new PoliciesCommand();
    CommandLine policiesLine = new CommandLine(policies);
    policies.subcommands(environment).forEach(policiesLine::addSubcommand);
    return List.of(
        new CommandLine(new WatchCommand(environment)),
        new CommandLine(new PlanCommand(environment)),
        new CommandLine(new ApplyCommand(environment)),
        new CommandLine(new UndoCommand(environment)),
        new CommandLine(new RunCommand(environment)),
        new CommandLine(new ServeCommand(environment)),
        new CommandLine(new TokenCommand(environment)),
        new CommandLine(new HistoryCommand(environment)),
        new CommandLine(new AccuracyCommand(environment)),
        BulkLoadCommand.line(environment),
        new CommandLine(new ParametersCommand(environment)),
        policiesLine,
        new CommandLine(new InitCommand(environment)),
        new CommandLine(new SettingsCommand(environment)),
        new CommandLine(new SimulateCommand(environment)));
  }
}
