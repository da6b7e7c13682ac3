package io.proteus.lab.command;

import io.proteus.app.CommandProvider;
import io.proteus.app.Environment;
import io.proteus.app.Subcommand;
import io.proteus.lab.demo.DemoCommand;
import io.proteus.lab.local.LocalCommand;
import io.proteus.lab.tuning.TuneCommand;
import java.util.List;
import picocli.CommandLine;

/** The laboratory's subcommands. */
public final class LabCommands implements CommandProvider {

  @Override
  public List<Subcommand> commands(Environment environment) {
    return List.of(
        Subcommand.of(TuneCommand.class, () -> new TuneCommand(environment)),
        new Subcommand(LocalCommand.class, () -> local(environment)),
        new Subcommand(ExperimentCommand.class, () -> experiment(environment)),
        Subcommand.of(DemoCommand.class, () -> new DemoCommand(environment)));
  }

  private static CommandLine local(Environment environment) {
    LocalCommand local = new LocalCommand(environment);
    CommandLine line = new CommandLine(local);
    local.subcommands().forEach(line::addSubcommand);
    return line;
  }

  private static CommandLine experiment(Environment environment) {
    ExperimentCommand experiment = new ExperimentCommand(environment);
    CommandLine line = new CommandLine(experiment);
    experiment.subcommands().forEach(line::addSubcommand);
    return line;
  }
}
