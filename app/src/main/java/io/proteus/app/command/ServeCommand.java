package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.rendering.CycleRendering;
import io.proteus.app.server.Daemon;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.words.Words;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code proteus serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "The loop as a daemon: watch and decide, act as approval.mode lets it, and answer over HTTP.",
      "Several daemons on one cluster: one leads, the others stand by and take over within 15 s.",
      "One daemon for several clusters: --config once for each.",
      "REST under /api/v1, events, metrics for Prometheus, health. On loopback unless told"
          + " otherwise."
    },
    footer = {
      "",
      "Ctrl-C, SIGTERM or a terminal that hangs up lets the step in flight finish, puts the store's"
          + " own",
      "balancer back and ends with exit code 0. Under nohup it goes on when the terminal is gone.",
      "",
      "Examples:",
      "  proteus serve",
      "  proteus serve --config orders.yaml --config users.yaml",
      "  proteus token add anna --role operator      then she may approve plans",
      "  curl localhost:8480/api/v1/clusters"
    })
public final class ServeCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterFiles files = new ClusterFiles();
  @Mixin private Sampling sampling = new Sampling();

  public ServeCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration, JournalException {
    List<Configuration> clusters = files.configurations(environment);
    try (Signals signals = Signals.handled(environment.screen())) {
      serve(clusters, signals);
    } catch (InterruptedException asked) {
      return ExitCode.OK;
    }
    return ExitCode.OK;
  }

  private void serve(List<Configuration> clusters, Signals signals)
      throws JournalException, InterruptedException {
    try (Daemon daemon =
        Daemon.start(
            clusters,
            environment.connector(),
            Operator.here().named("proteus serve"),
            sampling::over,
            environment.time(),
            lines(clusters),
            signals.stop())) {
      signals.acts();
      clusters.forEach(cluster -> say(cluster, daemon));
      daemon.run(new OnScreen(environment.screen(), words(clusters)));
    }
  }

  private Map<String, Progress> lines(List<Configuration> clusters) {
    return clusters.stream()
        .collect(
            Collectors.toMap(
                Configuration::clusterName,
                cluster ->
                    new ServeLines(
                        environment.screen(),
                        new CycleRendering(
                            EngineWords.of(cluster.engine().type()),
                            ZoneId.systemDefault(),
                            environment.screen().paint()),
                        environment.at(cluster).time(),
                        clusters.size() > 1 ? cluster.clusterName() + "  " : "")));
  }

  private static Map<String, Words> words(List<Configuration> clusters) {
    return clusters.stream()
        .collect(
            Collectors.toMap(
                Configuration::clusterName, cluster -> EngineWords.of(cluster.engine().type())));
  }

  private void say(Configuration cluster, Daemon daemon) {
    environment
        .screen()
        .out()
        .println(
            "Serving %s at %s, mode %s"
                .formatted(cluster.clusterName(), daemon.url(), cluster.approval().mode().word()));
  }

  /**
   * Shows a line a cycle, and on standard error what there is to know besides. Where there are
   * several clusters, each line begins with the name of its own.
   *
   * @param words of each cluster
   */
  private record OnScreen(Screen screen, Map<String, Words> words) implements Daemon.Watcher {
    @Override
    public void saw(String cluster, Cycle cycle) {
      saw(cluster, cycle, Optional.empty());
    }

    @Override
    public void saw(String cluster, Cycle cycle, Optional<String> waits) {
      String line =
          new CycleRendering(
                  words.getOrDefault(cluster, Words.NEUTRAL),
                  ZoneId.systemDefault(),
                  screen.paint())
              .render(cycle, waits);
      screen.out().println(words.size() > 1 ? cluster + "  " + line : line);
    }

    @Override
    public void remark(String sentence) {
      screen.err().println(sentence);
    }
  }
}
