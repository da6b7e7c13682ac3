package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.rendering.CycleRendering;
import io.proteus.app.server.Daemon;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.InvalidConfiguration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.PortException;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code proteus serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "The loop as a daemon: watch and decide, act as approval.mode lets it, and answer over HTTP.",
      "REST under /api/v1, events, metrics for Prometheus, health. On loopback unless told"
          + " otherwise."
    },
    footer = {
      "",
      "Ctrl-C or SIGTERM lets the step in flight finish, puts the store's own balancer back and"
          + " ends",
      "with exit code 0.",
      "",
      "Examples:",
      "  proteus serve",
      "  proteus token add anna --role operator      then she may approve plans",
      "  curl localhost:8480/api/v1/clusters"
    })
public final class ServeCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private Sampling sampling = new Sampling();

  public ServeCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    cluster.requireFile("serve");
    Configuration configuration = cluster.configuration(environment);
    MonitorSettings settings = sampling.over(configuration.monitor());
    Screen screen = environment.screen();
    try (ClusterConnection connection = environment.connector().connect(configuration);
        Signals signals = Signals.handled(screen);
        Daemon daemon =
            Daemon.start(
                connection,
                Operator.here().named("proteus serve"),
                settings,
                environment.time(),
                Progress.UNSEEN,
                signals.stop())) {
      signals.acts();
      connection.objectionTo(settings.period()).ifPresent(screen.err()::println);
      screen
          .out()
          .println(
              "Serving %s at %s, mode %s"
                  .formatted(
                      configuration.clusterName(),
                      daemon.url(),
                      configuration.approval().mode().word()));
      CycleRendering rendering =
          new CycleRendering(connection.words(), ZoneId.systemDefault(), screen.paint());
      daemon.run(cycle -> screen.out().println(rendering.render(cycle)));
    } catch (InterruptedException asked) {
      return ExitCode.OK;
    }
    return ExitCode.OK;
  }
}
