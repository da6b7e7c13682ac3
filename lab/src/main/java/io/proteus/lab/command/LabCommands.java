package io.proteus.lab.command;

import io.proteus.app.CommandProvider;
import io.proteus.app.Environment;
import io.proteus.lab.demo.DemoCommand;
import io.proteus.lab.local.LocalCommand;
import io.proteus.lab.tuning.TuneCommand;
import java.util.List;
import picocli.CommandLine;

/** The laboratory's subcommands. */
public final class LabCommands implements CommandProvider {

  @Override
  public List<CommandLine> commands(Environment environment) {
    LocalCommand local = new LocalCommand(environment);
    CommandLine localLine = new CommandLine(local);
    local.subcommands().forEach(localLine::addSubcommand);
    ExperimentCommand experiment = new ExperimentCommand(environment);
    CommandLine experimentLine = new CommandLine(experiment);
    experiment.subcommands().forEach(experimentLine::addSubcommand);
    return List.of(
        new CommandLine(new TuneCommand(environment)),
        localLine,
        experimentLine,
        new CommandLine(new DemoCommand(environment)));
  }
}
