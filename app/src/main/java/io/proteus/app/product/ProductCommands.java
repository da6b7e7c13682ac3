package io.proteus.app.product;

import io.proteus.app.CommandProvider;
import io.proteus.app.Environment;
import io.proteus.app.Subcommand;
import io.proteus.app.bulkload.BulkLoadCommand;
import io.proteus.app.command.AccuracyCommand;
import io.proteus.app.command.ApplyCommand;
import io.proteus.app.command.ClusterOptions;
import io.proteus.app.command.DoctorCommand;
import io.proteus.app.command.DrainCommand;
import io.proteus.app.command.HistoryCommand;
import io.proteus.app.command.InitCommand;
import io.proteus.app.command.NodesCommand;
import io.proteus.app.command.ParametersCommand;
import io.proteus.app.command.PlanCommand;
import io.proteus.app.command.PoliciesCommand;
import io.proteus.app.command.RunCommand;
import io.proteus.app.command.ServeCommand;
import io.proteus.app.command.SettingsCommand;
import io.proteus.app.command.SimulateCommand;
import io.proteus.app.command.TokenCommand;
import io.proteus.app.command.UndoCommand;
import io.proteus.app.command.UndrainCommand;
import io.proteus.app.command.WatchCommand;
import io.proteus.app.trust.AuditCommand;
import io.proteus.app.trust.CheckCommand;
import io.proteus.app.trust.ReportCommand;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The product's own subcommands. The help lists them before those of other modules. */
public final class ProductCommands implements CommandProvider {

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public List<String> examples() {
    return ClusterOptions.examples();
  }

  @Override
  public List<Subcommand> commands(Environment environment) {
    return Stream.of(
            Subcommand.of(WatchCommand.class, () -> new WatchCommand(environment)),
            Subcommand.of(DoctorCommand.class, () -> new DoctorCommand(environment)),
            Subcommand.of(PlanCommand.class, () -> new PlanCommand(environment)),
            Subcommand.of(ApplyCommand.class, () -> new ApplyCommand(environment)),
            Subcommand.of(UndoCommand.class, () -> new UndoCommand(environment)),
            Subcommand.of(DrainCommand.class, () -> new DrainCommand(environment)),
            Subcommand.of(UndrainCommand.class, () -> new UndrainCommand(environment)),
            new Subcommand(NodesCommand.class, () -> NodesCommand.line(environment)),
            Subcommand.of(RunCommand.class, () -> new RunCommand(environment)),
            Subcommand.of(ServeCommand.class, () -> new ServeCommand(environment)),
            Subcommand.of(TokenCommand.class, () -> new TokenCommand(environment)),
            Subcommand.of(HistoryCommand.class, () -> new HistoryCommand(environment)),
            Subcommand.of(AccuracyCommand.class, () -> new AccuracyCommand(environment)),
            new Subcommand(AuditCommand.class, () -> audit(environment)),
            Subcommand.of(CheckCommand.class, () -> new CheckCommand(environment)),
            Subcommand.of(ReportCommand.class, () -> new ReportCommand(environment)),
            new Subcommand(BulkLoadCommand.class, () -> BulkLoadCommand.line(environment)),
            Subcommand.of(ParametersCommand.class, () -> new ParametersCommand(environment)),
            new Subcommand(PoliciesCommand.class, () -> policies(environment)),
            Subcommand.of(InitCommand.class, () -> new InitCommand(environment)),
            Subcommand.of(SettingsCommand.class, () -> new SettingsCommand(environment)),
            Subcommand.of(SimulateCommand.class, () -> new SimulateCommand(environment)))
        .map(ProductCommands::withConnectionOptions)
        .toList();
  }

  private static Subcommand withConnectionOptions(Subcommand command) {
    return new Subcommand(
        command.type(),
        () -> {
          CommandLine line = command.made().get();
          ClusterOptions.offer(line);
          return line;
        });
  }

  private static CommandLine policies(Environment environment) {
    PoliciesCommand policies = new PoliciesCommand();
    CommandLine line = new CommandLine(policies);
    policies.subcommands(environment).forEach(line::addSubcommand);
    return line;
  }

  private static CommandLine audit(Environment environment) {
    AuditCommand audit = new AuditCommand();
    CommandLine line = new CommandLine(audit);
    audit.subcommands(environment).forEach(line::addSubcommand);
    return line;
  }
}
