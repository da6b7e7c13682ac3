package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.UnitValue;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Past;
import io.proteus.app.rendering.WatchRendering;
import io.proteus.app.view.ClusterView;
import io.proteus.app.view.Figures;
import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.SavedObservation;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.Observation;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus watch}. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = {
      "Show what every node and partition does, what it is used for, and what is out of place.",
      "Reads only: nothing is changed, and nothing has to be installed."
    },
    footer = {
      "",
      "What is not known is shown as -. Partitions are listed by load, the busiest first; a"
          + " misplaced one",
      "with the server that it should be on. While the cluster does not answer it is waited for.",
      "Ctrl-C ends.",
      "",
      "Examples:",
      "  proteus watch --config orders.yaml",
      "  proteus watch --once --json             one observation, for a program",
      "  proteus watch --once --save now.json    for `proteus plan --from now.json`, or a bug"
          + " report"
    })
public final class WatchCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      converter = UnitValue.Time.class,
      description = "From one look to the next, such as 10s (default: monitor.period).")
  private @Nullable Duration interval;

  @Option(
      names = "--top",
      paramLabel = "N",
      converter = NotNegative.class,
      defaultValue = "30",
      description = "How many partitions are listed (default: ${DEFAULT-VALUE}).")
  private int top = 30;

  @Option(
      names = "--once",
      description = "Look twice, an interval apart so that there are rates, print, and end.")
  private boolean once;

  @Option(
      names = "--json",
      description = "Print observations as JSON (docs/schema): one, or with --once indented.")
  private boolean json;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "Keep the newest observation in a file, for `proteus plan --from`.")
  private @Nullable Path save;

  public WatchCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    Configuration configuration = cluster.configuration(environment);
    Duration period = Sampling.period(interval, configuration.monitor());
    try (ClusterConnection connection = Opening.of(configuration, environment)) {
      connection.remarks(period).forEach(environment.screen().err()::println);
      environment
          .screen()
          .err()
          .println(
              (once
                      ? "Looking twice, %s apart. Nothing is changed."
                      : "Looking every %s; rates follow with the second look. Nothing is changed.")
                  .formatted(Figures.duration(period)));
      watch(connection, period, cluster.isWithoutFile() ? Past.NONE : Past.of(connection));
    }
    return ExitCode.OK;
  }

  private void watch(ClusterConnection connection, Duration period, Past past)
      throws PortException, JournalException, InterruptedException {
    MonitorSettings configured = connection.configuration().monitor();
    Monitor monitor =
        connection.monitor(
            new MonitorSettings(period, once ? 1 : configured.samples(), configured.smoothing()),
            environment.at(connection.configuration()).time());
    Time steady = environment.at(connection.configuration()).time().steady();
    Observation first = monitor.observe();
    Instant lastLook = steady.now();
    if (environment.screen().interactive() && !once && !json) {
      show(connection, first, Optional.empty());
    }
    do {
      environment.at(connection.configuration()).time().sleep(period);
      Optional<Observation> observed = observe(monitor, Duration.between(lastLook, steady.now()));
      if (observed.isEmpty()) {
        continue;
      }
      lastLook = steady.now();
      Observation seen = observed.get();
      Situation now = monitor.situation(past.lastAction(), past.memory()).orElseThrow();
      if (save != null) {
        save(now, environment.folder().resolve(save));
      }
      if (json) {
        SavedObservation document = SavedObservation.of(now);
        environment
            .screen()
            .out()
            .println(
                once
                    ? CoreJson.prettyText(document, connection.words())
                    : CoreJson.text(document, connection.words()));
      } else {
        show(connection, seen, Optional.of(now));
        sayWhatRuns(connection);
      }
    } while (!once && !environment.screen().out().checkError());
  }

  /** Figures of the middle of a plan look odd to whoever does not know that one runs. */
  private void sayWhatRuns(ClusterConnection connection) throws PortException, JournalException {
    if (!cluster.isWithoutFile()) {
      for (String plan : Past.running(connection)) {
        environment.screen().out().println(plan + " is being carried out.");
      }
    }
  }

  /**
   * Empty where the cluster does not answer: who watches it wants to see it come back.
   *
   * @param age of what is shown
   */
  private Optional<Observation> observe(Monitor monitor, Duration age) throws PortException {
    try {
      return Optional.of(monitor.observe());
    } catch (PortException e) {
      if (once || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      environment
          .screen()
          .err()
          .println(
              "waiting for the cluster, what is shown is %s old: %s"
                  .formatted(Figures.duration(age), e.getMessage()));
      return Optional.empty();
    }
  }

  private void show(ClusterConnection connection, Observation seen, Optional<Situation> now) {
    Screen screen = environment.screen();
    ClusterView view = ClusterConnection.view(connection.configuration(), seen, now);
    boolean live = screen.interactive() && !once;
    int height = live ? screen.height() : Integer.MAX_VALUE;
    String text =
        new WatchRendering(
                connection.words(), screen.width(), top, ZoneId.systemDefault(), screen.paint())
            .render(view, height);
    if (live) {
      screen.redraw(text);
    } else {
      screen.out().println(text);
    }
  }

  private static void save(Situation now, Path file) throws PortException {
    try {
      SavedObservation.write(now, file);
    } catch (IOException e) {
      throw new PortException("--save: %s cannot be written (%s).".formatted(file, e), e);
    }
  }
}
