package io.proteus.lab.elasticity;

import io.proteus.controller.execution.StopSignal;
import io.proteus.core.port.PortException;
import io.proteus.lab.result.ElasticityRun.Point;
import io.proteus.lab.result.NodeCurve;
import io.proteus.workloads.run.WindowResult;
import io.proteus.workloads.run.WorkloadRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The experiment's clock while somebody else acts on the cluster: lets tenants leave, reads the
 * meters and counts the servers, and asks for the end when the time is over.
 */
final class ElasticityPlay implements AutoCloseable {
  private static final Duration COUNTING = Duration.ofSeconds(2);
  private static final int SPANS_A_LINE = 6;

  private final WorkloadRunner runner;
  private final Schedule schedule;
  private final ServerCount servers;
  private final StopSignal stop;
  private final Consumer<String> progress;
  private final ScheduledExecutorService timers =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "elasticity");
            thread.setDaemon(true);
            return thread;
          });
  private final List<WindowResult> windows = new ArrayList<>();
  private final List<Point> points = new ArrayList<>();
  private final NodeCurve nodes = new NodeCurve();
  private final long begun = System.nanoTime();
  private final long completedBefore;
  private final long failedBefore;
  private long completed;
  private @Nullable Double cpu;
  private @Nullable RuntimeException failure;

  /** How many servers run. */
  interface ServerCount {
    int now() throws PortException;
  }

  /**
   * What happens when.
   *
   * @param length of all
   * @param leaves which tenants go, and when
   * @param span of a window of the clients
   * @param pace share of their caps that tenants ask for, by the seconds since the beginning
   */
  record Schedule(
      Duration length,
      List<ElasticityScript.Leave> leaves,
      Duration span,
      DoubleUnaryOperator pace) {
    Schedule {
      leaves = List.copyOf(leaves);
    }

    /** With tenants that ask for their caps. */
    Schedule(Duration length, List<ElasticityScript.Leave> leaves, Duration span) {
      this(length, leaves, span, seconds -> 1);
    }
  }

  private ElasticityPlay(
      WorkloadRunner runner,
      Schedule schedule,
      ServerCount servers,
      StopSignal stop,
      Consumer<String> progress) {
    this.runner = runner;
    this.schedule = schedule;
    this.servers = servers;
    this.stop = stop;
    this.progress = progress;
    this.completedBefore = runner.completed();
    this.failedBefore = runner.failures();
  }

  /** Begins; the tenants must be at work. */
  static ElasticityPlay begin(
      WorkloadRunner runner,
      Schedule schedule,
      ServerCount servers,
      StopSignal stop,
      Consumer<String> progress) {
    ElasticityPlay play = new ElasticityPlay(runner, schedule, servers, stop, progress);
    runner.openWindow();
    play.every(COUNTING, Duration.ZERO, play::count);
    play.every(schedule.span(), schedule.span(), play::span);
    for (ElasticityScript.Leave leave : schedule.leaves()) {
      play.once(leave.at(), () -> play.leaves(leave.tenant()));
    }
    play.once(schedule.length(), play::over);
    return play;
  }

  private void every(Duration period, Duration first, Runnable task) {
    timers.scheduleAtFixedRate(
        guarded(task), first.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Has something done later; where it breaks down, the experiment ends. */
  void once(Duration after, Runnable task) {
    timers.schedule(guarded(task), after.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** What breaks down ends the experiment rather than making its figures wrong. */
  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        failed(e);
        stop.request();
      }
    };
  }

  private synchronized void failed(RuntimeException e) {
    if (failure == null) {
      failure = e;
    }
  }

  private double seconds() {
    return (System.nanoTime() - begun) / 1e9;
  }

  private void count() {
    runner.pace(schedule.pace().applyAsDouble(seconds()));
    try {
      nodes.at(seconds(), servers.now());
    } catch (PortException e) {
      progress.accept("the servers could not be counted: " + e.getMessage());
    }
  }

  private synchronized void span() {
    WindowResult window = runner.closeWindow();
    runner.openWindow();
    windows.add(window);
    double now = seconds();
    Point point =
        new Point(
            now,
            window.total().value(),
            Sides.meanLatencyMillis(List.of(window)),
            nodes.nodesAt(now),
            cpu);
    points.add(point);
    if (points.size() % SPANS_A_LINE == 0) {
      progress.accept(
          "  %,.0f op/s on %d servers".formatted(point.operationsPerSecond(), point.nodes()));
    }
  }

  private void leaves(String tenant) {
    progress.accept("tenant %s leaves".formatted(tenant));
    runner.leave(tenant);
  }

  private synchronized void over() {
    completed = runner.completed() - completedBefore;
    progress.accept("the time is over");
    stop.request();
  }

  /** The CPU that the servers were last seen to use, for the curve. */
  synchronized void seen(@Nullable Double meanCpu) {
    cpu = meanCpu;
  }

  /** All windows so far. */
  synchronized List<WindowResult> windows() {
    return List.copyOf(windows);
  }

  synchronized List<Point> points() {
    return List.copyOf(points);
  }

  NodeCurve nodes() {
    return nodes;
  }

  /** Operations until the time was over; throws what broke down before. */
  synchronized long operations() {
    if (failure != null) {
      throw new IllegalStateException("elasticity: ended early: " + failure.getMessage(), failure);
    }
    return completed;
  }

  /** Operations that failed since the beginning, those after the time was over included. */
  long failures() {
    return runner.failures() - failedBefore;
  }

  @Override
  public void close() throws InterruptedException {
    timers.shutdownNow();
    timers.awaitTermination(schedule.span().toSeconds(), TimeUnit.SECONDS);
  }
}
