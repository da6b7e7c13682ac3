package io.proteus.lab.bench;

import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Few;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.stage.HeapDivision;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageSpec;
import io.proteus.workloads.hbase.TenantTables;
import io.proteus.workloads.run.LatencySummary;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.run.WindowResult;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.RowDistribution;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A real cluster on this machine that tries one setting after the other. A trial begins from the
 * same state whatever came before it: tables that are written are made and loaded anew, tables that
 * are only read are loaded once and their files written anew where a setting changes them. Closing
 * it ends the cluster.
 */
public final class SettingsBench implements AutoCloseable {
  /** PCM-8: four regions of a table for each server. */
  private static final int REGIONS_PER_SERVER = 4;

  /** A window in which more operations fail says nothing of a rate. */
  private static final double MOST_FAILED = 0.01;

  /** Attributes that files are written with. */
  private static final Set<String> OF_FILES =
      Set.of("BLOCKSIZE", "BLOOMFILTER", "COMPRESSION", "DATA_BLOCK_ENCODING");

  private final StageHold hold;
  private final Bench bench;
  private final ParameterCatalogue catalogue;
  private final Time time;
  private final Map<String, String> restarted;
  private @Nullable BenchWorkload loaded;

  /** What the files were written with; null when that is not known. */
  private @Nullable Map<String, String> inFiles;

  /**
   * What came of a trial.
   *
   * @param perSecond operations answered
   * @param p99Micros of all of them, of the slowest table
   * @param failed operations
   */
  public record Figures(double perSecond, long p99Micros, long failed) {}

  private SettingsBench(
      StageHold hold,
      Bench bench,
      ParameterCatalogue catalogue,
      Map<String, String> restarted,
      Time time) {
    this.hold = hold;
    this.bench = bench;
    this.catalogue = catalogue;
    this.restarted = restarted;
    this.time = time;
  }

  /**
   * Brings the cluster up.
   *
   * @param restarted settings of servers that trials will change, at their defaults, in the store's
   *     own keys; where there are any, servers are restarted before each trial, so that all are
   *     equally cold
   */
  public static SettingsBench open(
      StageSpec spec,
      Bench bench,
      ParameterCatalogue catalogue,
      Map<String, String> restarted,
      Time time,
      Consumer<String> progress)
      throws PortException, IOException {
    StageHold hold = StageHold.open(spec, Stage.CLEANING, progress);
    try {
      hold.stage().engine().switchBalancer(false);
      return new SettingsBench(hold, bench, catalogue, restarted, time);
    } catch (PortException | RuntimeException e) {
      hold.close();
      throw e;
    }
  }

  /** Whether the process was asked to end: what fails from now on says nothing. */
  public boolean isEnding() {
    return hold.interruption().hasBegun();
  }

  /**
   * Runs a workload unmeasured: a server whose code is not compiled yet takes several times the
   * CPU.
   */
  public void warmUp(BenchWorkload workload, RowDistribution distribution, Duration length)
      throws PortException, IOException, InterruptedException {
    if (!length.isZero() && restarted.isEmpty()) {
      prepare(workload, TrialSettings.of(Map.of(), catalogue));
      try (WorkloadRunner runner = hold.stage().runner(distribution, bench.seed())) {
        runner.start();
        runner.warmUp(length);
      }
    }
    hold.stage().cap(hold.stage().spec().cores());
  }

  /**
   * Tries a setting.
   *
   * @param values by parameter's name; what is not in it is at the store's default
   * @throws PortException or IOException when it cannot be measured
   */
  public Figures measure(
      BenchWorkload workload, RowDistribution distribution, Map<String, String> values)
      throws PortException, IOException, InterruptedException {
    prepare(workload, TrialSettings.of(values, catalogue));
    WindowResult window;
    try (WorkloadRunner runner = hold.stage().runner(distribution, bench.seed())) {
      runner.start();
      runner.warmUp(bench.warmUp());
      window = runner.measure(bench.window());
    } catch (IllegalStateException died) {
      throw new PortException("the clients: " + died.getMessage(), died);
    }
    List<NodeId> dead = hold.stage().engine().topology().deadNodes();
    if (!dead.isEmpty()) {
      throw new PortException("%s died meanwhile".formatted(Few.of(dead)));
    }
    requireAnswers(window);
    long p99 =
        window.tenants().stream()
            .flatMap(tenant -> tenant.latencyAll().stream())
            .mapToLong(LatencySummary::p99Micros)
            .max()
            .orElse(0);
    return new Figures(window.total().value(), p99, window.failures());
  }

  /**
   * Refuses a window in which too many operations failed.
   *
   * @throws PortException that says how many
   */
  public static void requireAnswers(WindowResult window) throws PortException {
    long completed = window.tenants().stream().mapToLong(TenantWindow::completed).sum();
    if (completed == 0 || window.failures() > MOST_FAILED * completed) {
      throw new PortException(
          "%,d operations failed and %,d did not".formatted(window.failures(), completed));
    }
  }

  private void prepare(BenchWorkload workload, TrialSettings settings)
      throws PortException, IOException, InterruptedException {
    Stage stage = hold.stage();
    boolean revived = restarted.isEmpty() ? stage.startDeadServers() : stage.lacksServers();
    if (!restarted.isEmpty()) {
      Map<String, String> all = new TreeMap<>(restarted);
      all.putAll(settings.node());
      stage.restartServers(all);
    }
    new HeapDivision(stage.engine(), stage.engine(), time).divide(settings.memory());
    TenantTables.Attributes attributes =
        new TenantTables.Attributes(settings.table(), settings.family());
    Map<String, String> forFiles = new TreeMap<>(settings.family());
    forFiles.keySet().retainAll(OF_FILES);
    boolean keeps = !workload.isWriting() && workload == loaded && !revived;
    if (keeps) {
      stage.alterTables(attributes);
    } else {
      loaded = null;
      stage.dropTables();
      int regions = REGIONS_PER_SERVER * stage.spec().regionServers();
      stage.createTables(
          workload.tenants(bench.threads(), regions), bench.rows() / workload.tables(), attributes);
      stage.load(bench.seed(), rows -> {});
      if (!workload.isReading()) {
        stage.arranger().flushAll(); // updates find files, and empty write buffers
      }
      loaded = workload;
    }
    if (workload.isReading() && (!keeps || !forFiles.equals(inFiles))) {
      inFiles = null;
      stage.arranger().compactAll();
      inFiles = forFiles;
    }
    if (!restarted.isEmpty()) {
      stage.arranger().spread();
    }
  }

  @Override
  public void close() throws PortException, IOException {
    hold.close();
  }
}
