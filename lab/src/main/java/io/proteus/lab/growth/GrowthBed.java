package io.proteus.lab.growth;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.deployment.hbase.Joining;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.ServerResult;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.Windows;
import io.proteus.workloads.hbase.TenantTables;
import io.proteus.workloads.run.LatencySummary;
import io.proteus.workloads.run.WindowResult;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A real cluster that grows when a point asks for more servers than it has. */
final class GrowthBed implements Bed<GrowthPoint, GrowthAnswer> {
  private final StageHold hold;
  private final Stage stage;
  private final Setup setup;
  private final List<Grown> growths;
  private final List<IntegrityCheck> checks;
  private final Consumer<String> progress;

  /** Of servers whose growth is not over, which is gone on with where it failed. */
  private final List<Joining> joinings = new ArrayList<>();

  private int servers;
  private boolean isDataThere = true;

  /**
   * How it is measured.
   *
   * @param partitions that all sizes can share evenly
   * @param firstWarmUp once after the load, and again after each growth: unmeasured, uncapped
   */
  record Setup(
      int rows,
      int partitions,
      int threads,
      List<GrowthLoad> loads,
      Duration firstWarmUp,
      Duration warmUp,
      Duration window,
      long seed) {
    Setup {
      loads = List.copyOf(loads);
    }
  }

  private GrowthBed(
      StageHold hold,
      Setup setup,
      List<Grown> growths,
      List<IntegrityCheck> checks,
      Consumer<String> progress) {
    this.hold = hold;
    this.stage = hold.stage();
    this.setup = setup;
    this.growths = growths;
    this.checks = checks;
    this.progress = progress;
    this.servers = stage.spec().regionServers();
  }

  /**
   * Loads the table and warms its servers up.
   *
   * @param growths takes the record of each growth
   * @param checks takes what became of acknowledged writes
   */
  static GrowthBed open(
      StageHold hold,
      Setup setup,
      List<Grown> growths,
      List<IntegrityCheck> checks,
      Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    GrowthBed bed = new GrowthBed(hold, setup, growths, checks, progress);
    try {
      Stage stage = bed.stage;
      stage.engine().switchBalancer(false);
      progress.accept("loading %,d rows".formatted(setup.rows()));
      stage.createTables(
          List.of(bed.clients(setup.loads().get(0), null)),
          setup.rows(),
          TenantTables.Attributes.DEFAULT);
      stage.load(setup.seed(), rows -> {});
      stage.arranger().spread();
      stage.arranger().compactAll();
      bed.warmUp(setup.firstWarmUp());
      return bed;
    } catch (PortException | IOException | InterruptedException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private Tenant clients(GrowthLoad load, @Nullable Double rate) {
    return load.tenant(
        setup.partitions(),
        setup.threads(),
        Optional.ofNullable(rate).map(OperationsPerSecond::new));
  }

  /** Under each load in turn, without caps: a cold JVM takes several times the CPU. */
  private void warmUp(Duration length) throws PortException, InterruptedException {
    progress.accept("warming up for %d s".formatted(length.toSeconds()));
    stage.cap(null);
    for (GrowthLoad load : setup.loads()) {
      stage.ask(List.of(clients(load, null)));
      try (WorkloadRunner runner = stage.runner(load.distribution(), setup.seed())) {
        runner.start();
        runner.warmUp(length.dividedBy(setup.loads().size()));
      }
    }
    stage.cap(stage.spec().cores());
  }

  @Override
  public GrowthAnswer measure(Turn<GrowthPoint> turn)
      throws PortException, IOException, InterruptedException {
    GrowthPoint point = turn.of();
    if (point.servers() > servers) {
      grow(point.servers());
    }
    if (point.isDataThere() && !isDataThere) {
      rebalanceData();
    }
    stage.ask(List.of(clients(point.load(), point.rate())));
    try (WorkloadRunner runner = stage.runner(point.load().distribution(), setup.seed())) {
      runner.start();
      runner.warmUp(setup.warmUp());
      Windows.Measured measured = new Windows(stage).measure(runner, setup.window(), null);
      GrowthAnswer answer = answer(measured);
      progress.accept(
          "%s servers, %s: %,.0f of %,.0f op/s"
              .formatted(point.place(), point.load().id(), answer.perSecond(), point.rate()));
      return answer;
    }
  }

  private GrowthAnswer answer(Windows.Measured measured) {
    WindowResult clients = measured.clients();
    OptionalDouble cores =
        measured.servers().stream()
            .map(ServerResult::cores)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .average();
    Double allowed = stage.spec().cores();
    return new GrowthAnswer(
        clients.total().value(),
        latency(clients, summary -> summary.meanMicros() / 1e3),
        latency(clients, summary -> summary.p99Micros() / 1e3),
        cores.isPresent() && allowed != null ? Double.valueOf(cores.getAsDouble() / allowed) : null,
        clients.failures());
  }

  private static @Nullable Double latency(
      WindowResult clients, Function<LatencySummary, Double> figure) {
    return clients.tenants().get(0).latencyAll().map(figure).orElse(null);
  }

  /** New servers come up without their caps, and get their share of the partitions. */
  private void grow(int to) throws PortException, IOException, InterruptedException {
    int from = servers;
    progress.accept("from %d servers to %d".formatted(from, to));
    stage.arranger().compactAll(); // what was updated is not to lie in many files
    Machines machines = (Machines) stage.elasticCloud();
    for (int total = from + 1; total <= to; total++) {
      machines.launch(total, Map.of());
    }
    joinings.addAll(stage.takeJoinings());
    Map<PartitionId, NodeId> before = places();
    long begun = System.nanoTime();
    stage.arranger().spread();
    double seconds = (System.nanoTime() - begun) / 1e9;
    Map<PartitionId, NodeId> after = places();
    int moves =
        (int)
            after.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(before.get(entry.getKey())))
                .count();
    growths.add(
        new Grown(
            from,
            to,
            mean(joinings, Joining::configuration),
            mean(joinings, Joining::process),
            mean(joinings, Joining::registration),
            moves,
            seconds,
            null,
            null));
    joinings.clear();
    servers = to;
    isDataThere = false;
    warmUp(setup.firstWarmUp());
  }

  private Map<PartitionId, NodeId> places() throws PortException {
    Map<PartitionId, NodeId> places = new HashMap<>();
    for (Partition partition : stage.engine().topology().partitions()) {
      NodeId node = partition.node();
      if (node != null) {
        places.put(partition.id(), node);
      }
    }
    return places;
  }

  private static double mean(List<Joining> joinings, Function<Joining, Duration> part) {
    return joinings.stream()
        .mapToDouble(one -> part.apply(one).toMillis() / 1e3)
        .average()
        .orElse(0);
  }

  /** Under reads as fast as they are answered, and under the cap. */
  private void rebalanceData() throws PortException, IOException, InterruptedException {
    progress.accept("bringing the data to %d servers".formatted(servers));
    stage.ask(List.of(clients(GrowthLoad.READ, null)));
    try (WorkloadRunner runner = stage.runner(GrowthLoad.READ.distribution(), setup.seed())) {
      runner.start();
      runner.warmUp(setup.warmUp());
      runner.openWindow();
      long begun = System.nanoTime();
      stage.arranger().compactAll();
      double seconds = (System.nanoTime() - begun) / 1e9;
      WindowResult meanwhile = runner.closeWindow();
      int last = growths.size() - 1;
      growths.set(last, growths.get(last).withData(seconds, meanwhile.total().value()));
    }
    isDataThere = true;
  }

  @Override
  public void endRound(Turn<GrowthPoint> last) throws IOException, InterruptedException {
    checks.add(IntegrityCheck.of("all sizes", stage.verify()));
  }

  @Override
  public boolean isEnding() {
    return hold.interruption().hasBegun();
  }

  @Override
  public void close() throws PortException, IOException {
    hold.close();
  }
}
