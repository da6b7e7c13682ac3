package io.proteus.app.product;

import io.proteus.app.CommandProvider;
import io.proteus.app.Environment;
import io.proteus.app.bulkload.BulkLoadCommand;
import io.proteus.app.command.AccuracyCommand;
import io.proteus.app.command.ApplyCommand;
import io.proteus.app.command.ClusterOptions;
import io.proteus.app.command.DoctorCommand;
import io.proteus.app.command.DrainCommand;
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
import io.proteus.app.command.UndrainCommand;
import io.proteus.app.command.WatchCommand;
import io.proteus.app.trust.AuditCommand;
import io.proteus.app.trust.CheckCommand;
import io.proteus.app.trust.ReportCommand;
import java.util.List;
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
  public List<CommandLine> commands(Environment environment) {
    PoliciesCommand policies = new PoliciesCommand();
    CommandLine policiesLine = new CommandLine(policies);
    policies.subcommands(environment).forEach(policiesLine::addSubcommand);
    AuditCommand audit = new AuditCommand();
    CommandLine auditLine = new CommandLine(audit);
    audit.subcommands(environment).forEach(auditLine::addSubcommand);
    List<CommandLine> lines =
        List.of(
            new CommandLine(new WatchCommand(environment)),
            new CommandLine(new DoctorCommand(environment)),
            new CommandLine(new PlanCommand(environment)),
            new CommandLine(new ApplyCommand(environment)),
            new CommandLine(new UndoCommand(environment)),
            new CommandLine(new DrainCommand(environment)),
            new CommandLine(new UndrainCommand(environment)),
            new CommandLine(new RunCommand(environment)),
            new CommandLine(new ServeCommand(environment)),
            new CommandLine(new TokenCommand(environment)),
            new CommandLine(new HistoryCommand(environment)),
            new CommandLine(new AccuracyCommand(environment)),
            auditLine,
            new CommandLine(new CheckCommand(environment)),
            new CommandLine(new ReportCommand(environment)),
            BulkLoadCommand.line(environment),
            new CommandLine(new ParametersCommand(environment)),
            policiesLine,
            new CommandLine(new InitCommand(environment)),
            new CommandLine(new SettingsCommand(environment)),
            new CommandLine(new SimulateCommand(environment)));
    lines.forEach(ClusterOptions::offer);
    return lines;
  }
}
