package io.proteus.lab.demo;

import io.proteus.app.Screen;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.rendering.WatchRendering;
import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.Observation;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.lab.stage.Stage;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The screen of the demo while its tenants work: on a terminal the table of {@code watch}, drawn
 * anew every few seconds, with the latest lines under it; elsewhere the lines alone.
 */
final class LiveView implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(3);
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(20);
  private static final int LINES = 10;

  /** Draws the cluster as it is now. */
  @FunctionalInterface
  interface Look {
    String draw() throws PortException;
  }

  private final Screen screen;
  private final Look look;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "live view");
            thread.setDaemon(true);
            return thread;
          });
  private final List<String> lines = new ArrayList<>();
  private String table = "";

  LiveView(Screen screen, Look look) {
    this.screen = screen;
    this.look = look;
  }

  /** Looks at the stage until it is closed; only where somebody sees it. */
  static LiveView of(Screen screen, Stage stage, Configuration configuration) {
    Monitor monitor =
        new Monitor(
            Ports.of(stage.engine(), stage.cloud()),
            stage.hostsSeenApart(),
            new MonitorSettings(INTERVAL, 2, configuration.monitor().smoothing()),
            Time.ofTheDay());
    LiveView view = new LiveView(screen, () -> table(screen, configuration, monitor));
    if (screen.interactive()) {
      view.looks.scheduleWithFixedDelay(view::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }
    return view;
  }

  /** Adds a line. */
  synchronized void say(String line) {
    if (screen.interactive()) {
      lines.add(line);
      draw();
    } else {
      screen.err().println(line);
    }
  }

  private static String table(Screen screen, Configuration configuration, Monitor monitor)
      throws PortException {
    Observation seen = monitor.observe();
    Optional<Situation> now = monitor.situation(null, StrategyMemory.INITIAL);
    return new WatchRendering(
            HBaseWords.WORDS,
            screen.width(),
            Integer.MAX_VALUE,
            ZoneId.systemDefault(),
            screen.paint())
        .render(ClusterConnection.view(configuration, seen, now), screen.height() - LINES - 2);
  }

  /** Whatever goes wrong is said: a look that throws would be the last one, and nobody knew. */
  void look() {
    try {
      String drawn = look.draw();
      synchronized (this) {
        table = drawn;
        draw();
      }
    } catch (PortException e) {
      say("the view waits: " + e.getMessage());
    } catch (RuntimeException e) {
      say("the view waits: " + e);
    }
  }

  private void draw() {
    int width = screen.width();
    StringBuilder frame = new StringBuilder(table).append('\n');
    lines.stream()
        .skip(Math.max(0, lines.size() - LINES))
        .map(line -> line.length() > width ? line.substring(0, width) : line)
        .forEach(line -> frame.append(line).append('\n'));
    screen.redraw(frame.toString());
  }

  /** Leaves every line on the screen, below the last table. */
  @Override
  public void close() throws InterruptedException {
    looks.shutdownNow();
    looks.awaitTermination(LONGEST_LOOK.toMillis(), TimeUnit.MILLISECONDS);
    synchronized (this) {
      if (screen.interactive()) {
        screen.redraw(table);
        lines.forEach(screen.err()::println);
      }
    }
  }
}
