package io.proteus.app;

import io.proteus.app.bulkload.BulkLoadCommand;
import io.proteus.app.command.AccuracyCommand;
import io.proteus.app.command.ApplyCommand;
import io.proteus.app.command.HistoryCommand;
import io.proteus.app.command.InitCommand;
import io.proteus.app.command.LocalCommand;
import io.proteus.app.command.ParametersCommand;
import io.proteus.app.command.PlanCommand;
import io.proteus.app.command.PoliciesCommand;
import io.proteus.app.command.RunCommand;
import io.proteus.app.command.ServeCommand;
import io.proteus.app.command.SimulateCommand;
import io.proteus.app.command.TokenCommand;
import io.proteus.app.command.UndoCommand;
import io.proteus.app.command.VersionCommand;
import io.proteus.app.command.WatchCommand;
import io.proteus.app.experiment.DemoCommand;
import io.proteus.app.experiment.ExperimentCommand;
import io.proteus.app.experiment.faults.FaultsCommand;
import io.proteus.app.tuning.TuneCommand;
import java.util.List;
import picocli.CommandLine;

/** Every subcommand, in the order in which the help lists them. */
final class Commands {
  private Commands() {}

  static List<CommandLine> of(Environment environment) {
    LocalCommand local = new LocalCommand(environment);
    CommandLine localLine = new CommandLine(local);
    local.subcommands().forEach(localLine::addSubcommand);
    ExperimentCommand experiment = new ExperimentCommand(environment);
    CommandLine experimentLine = new CommandLine(experiment);
    experiment.subcommands().forEach(experimentLine::addSubcommand);
    experimentLine.addSubcommand(new FaultsCommand(environment));
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
        new CommandLine(new TuneCommand(environment)),
        new CommandLine(new InitCommand(environment)),
        new CommandLine(new SimulateCommand(environment)),
        localLine,
        experimentLine,
        new CommandLine(new DemoCommand(environment)),
        new CommandLine(new VersionCommand(environment)));
  }
}
