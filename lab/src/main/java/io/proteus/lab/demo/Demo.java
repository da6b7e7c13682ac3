package io.proteus.lab.demo;

import com.github.freva.asciitable.AsciiTable;
import io.proteus.app.Screen;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.lab.result.ArrangementResult;
import io.proteus.lab.result.DataSizeResult;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.RepeatResult;
import io.proteus.lab.result.TenantResult;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.HandMadeLayouts;
import io.proteus.lab.stage.Outcome;
import io.proteus.lab.stage.ProteusUnderLoad;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import io.proteus.lab.stage.Version;
import io.proteus.lab.stage.Windows;
import io.proteus.workloads.ledger.Verification;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.MetTenants;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One cluster before and after Proteus. */
final class Demo {
  private static final long SEED = 7;

  private static final List<String> COLUMNS =
      List.of(
          "tenant",
          "before op/s",
          "after op/s",
          "ratio",
          "p99 before",
          "p99 after",
          "failed before",
          "failed after");

  /** Without those of operations that failed. */
  private static final int ALWAYS_SHOWN = 6;

  private final Screen screen;
  private final StageSpec spec;
  private final Timing timing;
  private final int rows;
  private final Instant started = Instant.now();

  Demo(Screen screen, StageSpec spec, Timing timing, int rows) {
    this.screen = screen;
    this.spec = spec;
    this.timing = timing;
    this.rows = rows;
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
    RepeatResult before;
    RepeatResult after;
    try (WorkloadRunner runner = stage.runner(SEED)) {
      runner.start();
      try (LiveView view =
          LiveView.of(
              screen,
              stage,
              ProteusUnderLoad.configuration(stage, timing, Arrangement.PROTEUS.settings()))) {
        Consumer<String> lines = line -> view.say(timed(line));
        Duration warmUp = timing.firstWarmUp().plus(timing.warmUp());
        lines.accept("warming up for %d s".formatted(warmUp.toSeconds()));
        runner.warmUp(warmUp);
        stage.cap(spec.cores());
        lines.accept(
            "every RegionServer and its DataNode now have %s of a core".formatted(spec.cores()));
        runner.warmUp(timing.settle());
        before = measure(stage, runner, byChance, null);
        lines.accept("before: %,.0f op/s".formatted(before.totalPerSecond()));
        view.say(headlined("Proteus looks on, decides and acts"));
        ProteusUnderLoad proteus =
            new ProteusUnderLoad(stage, timing, Arrangement.PROTEUS.settings(), lines);
        Reconfiguration done = proteus.reconfigure(runner);
        view.say(headlined("After it"));
        runner.warmUp(timing.settle());
        after =
            measure(
                stage,
                runner,
                proteus.layout(),
                Reconfiguration.of(done.events(), runner.series()));
        lines.accept("after: %,.0f op/s".formatted(after.totalPerSecond()));
      }
    }
    stage.cap(null);
    Verification verification = stage.verify();
    say(
        "%,d acknowledged writes read back, %d lost"
            .formatted(verification.checked(), verification.lost()));
    screen.out().println(table(before, after));
    Path page = write(stage, report, before, after, verification);
    screen.out().println("Report: " + page);
    headline("Cleaning up");
    return verification.isComplete() ? 0 : 1;
  }

  private RepeatResult measure(
      Stage stage,
      WorkloadRunner runner,
      @Nullable Layout layout,
      @Nullable Reconfiguration reconfiguration)
      throws PortException, InterruptedException {
    Windows.Measured measured = new Windows(stage).measure(runner, timing.window(), layout);
    return RepeatResult.of(1, measured.tenants(), measured.servers(), reconfiguration);
  }

  private Path write(
      Stage stage, Path report, RepeatResult before, RepeatResult after, Verification verification)
      throws IOException {
    DataSizeResult size =
        new DataSizeResult(
            rows,
            stage.datasets().get(0).loadedBytes(),
            List.of(result(Arrangement.RANDOM, before), result(Arrangement.PROTEUS, after)),
            List.of(IntegrityCheck.of("demo", verification)));
    return new Outcome("demo", started, spec, timing, SEED, Version.current(), MetTenants.all())
        .write(report, Arrangement.RANDOM, List.of(size));
  }

  private static ArrangementResult result(Arrangement arrangement, RepeatResult repeat) {
    return new ArrangementResult(
        arrangement.id(), arrangement.title(), arrangement.description(), List.of(repeat));
  }

  /** What each tenant got; operations that failed have columns where there were any. */
  static String table(RepeatResult before, RepeatResult after) {
    List<List<String>> lines = new ArrayList<>();
    double product = 1;
    int uncapped = 0;
    for (TenantResult was : before.tenants()) {
      TenantResult is = after.tenant(was.tenant());
      double ratio = is.operationsPerSecond() / was.operationsPerSecond();
      boolean capped = was.latencyFromDue() != null;
      if (!capped) {
        product *= ratio;
        uncapped++;
      }
      lines.add(
          line(
              was.tenant() + (capped ? " (capped)" : ""),
              was.operationsPerSecond(),
              is.operationsPerSecond(),
              p99(was),
              p99(is),
              was.failures(),
              is.failures()));
    }
    long failedBefore = failures(before);
    long failedAfter = failures(after);
    lines.add(
        line(
            "all",
            before.totalPerSecond(),
            after.totalPerSecond(),
            "",
            "",
            failedBefore,
            failedAfter));
    int columns = failedBefore + failedAfter == 0 ? ALWAYS_SHOWN : COLUMNS.size();
    String table =
        AsciiTable.getTable(
            COLUMNS.subList(0, columns).toArray(String[]::new),
            lines.stream()
                .map(line -> line.subList(0, columns).toArray(String[]::new))
                .toArray(String[][]::new));
    return table
        + System.lineSeparator()
        + "Geometric mean of the uncapped tenants' ratios: %.2f"
            .formatted(Math.pow(product, 1.0 / Math.max(1, uncapped)));
  }

  private static long failures(RepeatResult result) {
    return result.tenants().stream().mapToLong(TenantResult::failures).sum();
  }

  private static List<String> line(
      String name,
      double before,
      double after,
      String p99Before,
      String p99After,
      long failedBefore,
      long failedAfter) {
    return List.of(
        name,
        String.format(Locale.ROOT, "%,.0f", before),
        String.format(Locale.ROOT, "%,.0f", after),
        before > 0 ? String.format(Locale.ROOT, "%.2f", after / before) : "-",
        p99Before,
        p99After,
        String.format(Locale.ROOT, "%,d", failedBefore),
        String.format(Locale.ROOT, "%,d", failedAfter));
  }

  private static String p99(TenantResult tenant) {
    return tenant.latencyAll() == null
        ? "-"
        : String.format(Locale.ROOT, "%.0f ms", tenant.latencyAll().p99Micros() / 1e3);
  }

  private void headline(String text) {
    screen.err().println(headlined(text));
  }

  private String headlined(String text) {
    return screen.paint().bold("== " + text);
  }

  private void say(String line) {
    screen.err().println(timed(line));
  }

  private String timed(String line) {
    return "%4d s  %s".formatted(Duration.between(started, Instant.now()).toSeconds(), line);
  }
}
