package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.app.cluster.Past;
import io.proteus.app.rendering.CycleRendering;
import io.proteus.app.view.Figures;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.approval.BoundedConsent;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.port.PortException;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus run}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Watch, decide and act, again and again, within the guards; a line a cycle.",
      "What an earlier run left is finished first. With --dry-run nothing is changed."
    },
    footer = {
      "",
      "Ctrl-C, SIGTERM or a terminal that hangs up lets the step in flight finish, puts the store's"
          + " own",
      "balancer back and ends with exit code 0. Under nohup it goes on when the terminal is gone.",
      "",
      "Examples:",
      "  proteus run --dry-run",
      "  proteus run --config clusters/orders.yaml --interval 10s"
    })
@Exits(also = {ExitCode.CLAIMED})
public final class RunCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private Sampling sampling = new Sampling();

  @Option(
      names = "--dry-run",
      description = "Decide and say what would be done, but change nothing and claim nothing.")
  private boolean dryRun;

  public RunCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    if (!dryRun) {
      cluster.requireFile("run");
    }
    Configuration configuration = cluster.configuration(environment);
    MonitorSettings settings = sampling.over(configuration.monitor());
    try (ClusterConnection connection = Opening.of(configuration, environment);
        Signals signals = Signals.handled(environment.screen())) {
      connection.remarks(settings.period()).forEach(environment.screen().err()::println);
      environment
          .screen()
          .err()
          .println(
              "Looking every %s, deciding from %s; %s."
                  .formatted(
                      Figures.duration(settings.period()),
                      Figures.count(settings.samples(), "sample", "samples"),
                      dryRun ? "nothing is changed" : "acting within the guards"));
      if (dryRun) {
        watch(connection, settings, signals);
      } else {
        act(connection, settings, signals);
      }
    } catch (InterruptedException asked) {
      return ExitCode.OK;
    }
    return ExitCode.OK;
  }

  private void act(ClusterConnection connection, MonitorSettings settings, Signals signals)
      throws PortException, JournalException, InterruptedException {
    DecisionMaker decisions = connection.configuration().decisionMaker();
    Screen screen = environment.screen();
    try (StepProgress progress = new StepProgress(screen, connection.words());
        Controls controls =
            Controls.take(
                connection,
                Operator.here().named("proteus run"),
                settings,
                environment.at(connection.configuration()).time(),
                signals.stop(),
                journal ->
                    new Controls.Oversight(
                        new BoundedConsent(
                            connection.configuration().approval().bounds(),
                            environment.at(connection.configuration()).time()),
                        progress))) {
      signals.acts();
      run(
          controls
              .loop(decisions, environment.at(connection.configuration()).time(), settings)
              .refining(connection.configuration().policies().tuning()),
          connection,
          signals);
    }
  }

  private void watch(ClusterConnection connection, MonitorSettings settings, Signals signals)
      throws PortException, JournalException, InterruptedException {
    Past past = cluster.isWithoutFile() ? Past.NONE : Past.of(connection);
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      past.into(journal, environment.at(connection.configuration()).time().now());
      run(
          ControlLoop.watching(
              connection.monitor(settings, environment.at(connection.configuration()).time()),
              connection.configuration().decisionMaker(),
              journal,
              environment.at(connection.configuration()).time(),
              settings.period()),
          connection,
          signals);
    }
  }

  private void run(ControlLoop loop, ClusterConnection connection, Signals signals)
      throws InterruptedException {
    Screen screen = environment.screen();
    CycleRendering rendering =
        new CycleRendering(connection.words(), ZoneId.systemDefault(), screen.paint());
    loop.in(connection.words())
        .run(signals.stop(), cycle -> screen.out().println(rendering.render(cycle)));
  }
}
