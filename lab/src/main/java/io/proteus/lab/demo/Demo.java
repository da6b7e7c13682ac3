package io.proteus.lab.demo;

import io.proteus.app.Screen;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.lab.convergence.ConvergenceFigures;
import io.proteus.lab.convergence.DataSize;
import io.proteus.lab.convergence.Placed;
import io.proteus.lab.report.Publication;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.Section;
import io.proteus.lab.runner.Elapsed;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.HandMadeLayouts;
import io.proteus.lab.stage.ProteusUnderLoad;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import io.proteus.lab.stage.Windows;
import io.proteus.lab.stage.Windows.Measured;
import io.proteus.workloads.ledger.Verification;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.run.WindowResult;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.MetTenants;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One cluster before and after Proteus. */
final class Demo {
  private static final long SEED = 7;

  private final Screen screen;
  private final StageSpec spec;
  private final Timing timing;
  private final int rows;
  private final Elapsed progress;

  Demo(Screen screen, StageSpec spec, Timing timing, int rows) {
    this.screen = screen;
    this.spec = spec;
    this.timing = timing;
    this.rows = rows;
    this.progress = Elapsed.on(screen);
  }

  /** Runs the demo; returns the exit code, which is 1 when an acknowledged write was lost. */
  int run(Path report) throws PortException, IOException, InterruptedException {
    headline(
        "Starting ZooKeeper, HDFS and HBase with %d RegionServers".formatted(spec.regionServers()));
    try (StageHold hold = StageHold.open(spec, this::say)) {
      Stage stage = hold.stage();
      headline("Placing the regions of six tenants by chance, all servers with one configuration");
      stage.createTables(rows);
      Layout byChance = new HandMadeLayouts(stage.engine().topology(), stage.known()).random(SEED);
      stage.arranger().arrange(byChance);
      say("placed");
      load(stage);
      stage.arranger().flushAll();
      return compare(stage, byChance, report);
    }
  }

  private void load(Stage stage) throws PortException, IOException, InterruptedException {
    headline("Loading them with %,d rows of 1 KB each (D: a tenth)".formatted(rows));
    AtomicLong loaded = new AtomicLong();
    stage.load(SEED, more -> screen.progress("  %,d rows".formatted(loaded.addAndGet(more))));
    screen.progress("");
    say("%,d rows loaded".formatted(loaded.get()));
  }

  private int compare(Stage stage, Layout byChance, Path report)
      throws PortException, IOException, InterruptedException {
    headline("Six tenants at work");
    Measured before;
    Measured after;
    try (WorkloadRunner runner = stage.runner(SEED)) {
      runner.start();
      try (LiveView view =
          LiveView.of(
              screen,
              stage,
              ProteusUnderLoad.configuration(
                  stage, timing, Arrangement.PROTEUS.settings(spec.regionServers())))) {
        Consumer<String> lines = line -> view.say(progress.timed(line));
        Duration warmUp = timing.firstWarmUp().plus(timing.warmUp());
        lines.accept("warming up for %d s".formatted(warmUp.toSeconds()));
        runner.warmUp(warmUp);
        stage.cap(spec.cores());
        lines.accept(
            "every RegionServer and its DataNode now have %s of a core".formatted(spec.cores()));
        runner.warmUp(timing.settle());
        before = measure(stage, runner, byChance);
        lines.accept("before: %,.0f op/s".formatted(before.clients().total().value()));
        view.say(headlined("Proteus looks on, decides and acts"));
        ProteusUnderLoad proteus =
            new ProteusUnderLoad(
                stage, timing, Arrangement.PROTEUS.settings(spec.regionServers()), lines);
        Reconfiguration done = proteus.reconfigure(runner, 1);
        view.say(headlined("After it"));
        runner.warmUp(timing.settle());
        after =
            measure(stage, runner, proteus.layout())
                .after(new Reconfiguration(done.events(), runner.series()));
        lines.accept("after: %,.0f op/s".formatted(after.clients().total().value()));
      }
    }
    stage.cap(null);
    Verification verification = stage.verify();
    say(
        "%,d acknowledged writes read back, %d lost"
            .formatted(verification.checked(), verification.lost()));
    List<Section> sections = new ArrayList<>(List.of(comparison(before, after)));
    ConvergenceFigures figures = figures(stage, before, after, verification);
    sections.addAll(figures.sections());
    Path page =
        new Publication(screen, report)
            .write(
                new Result(
                    Result.SCHEMA,
                    "demo",
                    progress.started(),
                    Instant.now(),
                    "One cluster before and after Proteus; servers that have just started are still"
                        + " warming up before.",
                    spec.environment(),
                    List.of(
                        Fact.of("warm-up", timing.firstWarmUp()),
                        Fact.of("window", timing.window()),
                        Fact.of("seed", SEED)),
                    sections,
                    figures.criteria(),
                    List.of()));
    screen.out().println(ResultText.of(sections.get(0)));
    screen.out().println("Report: " + page);
    headline("Cleaning up");
    return verification.isComplete() ? 0 : 1;
  }

  private Measured measure(Stage stage, WorkloadRunner runner, @Nullable Layout layout)
      throws PortException, InterruptedException {
    return new Windows(stage).measure(runner, timing.window(), layout);
  }

  private ConvergenceFigures figures(
      Stage stage, Measured before, Measured after, Verification verification) {
    return new ConvergenceFigures(
        MetTenants.all(),
        List.of(Arrangement.RANDOM, Arrangement.PROTEUS),
        Arrangement.RANDOM,
        List.of(
            new DataSize(
                rows,
                stage.datasets().get(0).loadedBytes(),
                List.of(IntegrityCheck.of("demo", verification)))),
        new Measurements<>(
            List.of(
                new Measurement<>(new Placed(Arrangement.RANDOM, rows), 1, before),
                new Measurement<>(new Placed(Arrangement.PROTEUS, rows), 1, after))));
  }

  /** What one tenant, or all, had before and after. */
  private record Change(
      String name,
      double before,
      double after,
      @Nullable Double p99Before,
      @Nullable Double p99After,
      long failedBefore,
      long failedAfter) {
    @Nullable Double ratio() {
      return before > 0 ? Double.valueOf(after / before) : null;
    }
  }

  /** What each tenant got; operations that failed have columns where there were any. */
  static Section comparison(Measured before, Measured after) {
    List<Change> changes = new ArrayList<>();
    double product = 1;
    int uncapped = 0;
    for (TenantWindow was : before.clients().tenants()) {
      TenantWindow is = after.clients().tenant(was.tenant());
      boolean capped = was.latencyFromDue().isPresent();
      if (!capped) {
        product *= is.throughput().value() / was.throughput().value();
        uncapped++;
      }
      changes.add(
          new Change(
              was.tenant() + (capped ? " (capped)" : ""),
              was.throughput().value(),
              is.throughput().value(),
              p99(was),
              p99(is),
              was.failures(),
              is.failures()));
    }
    WindowResult first = before.clients();
    WindowResult second = after.clients();
    changes.add(
        new Change(
            "all",
            first.total().value(),
            second.total().value(),
            null,
            null,
            first.failures(),
            second.failures()));
    Columns<Change> columns =
        new Columns<Change>()
            .text("tenant", Change::name)
            .figure("before op/s", Kind.RATE, Change::before)
            .figure("after op/s", Kind.RATE, Change::after)
            .figure("ratio", Kind.RATIO, Change::ratio)
            .count("p99 before, ms", Change::p99Before)
            .count("p99 after, ms", Change::p99After);
    if (first.failures() + second.failures() > 0) {
      columns.count("failed before", Change::failedBefore);
      columns.count("failed after", Change::failedAfter);
    }
    return Section.of(
        "Before and after",
        "Geometric mean of the uncapped tenants' ratios: %.2f"
            .formatted(Math.pow(product, 1.0 / Math.max(1, uncapped))),
        columns.of(changes));
  }

  private static @Nullable Double p99(TenantWindow tenant) {
    return tenant.latencyAll().map(latency -> latency.p99Micros() / 1e3).orElse(null);
  }

  private void headline(String text) {
    screen.err().println(headlined(text));
  }

  private String headlined(String text) {
    return screen.paint().bold("== " + text);
  }

  private void say(String line) {
    progress.accept(line);
  }
}
