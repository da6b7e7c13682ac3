package io.proteus.lab.convergence;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import io.proteus.lab.result.ArrangementResult;
import io.proteus.lab.result.DataSizeResult;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.RepeatResult;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.Attempts;
import io.proteus.lab.stage.HandMadeLayouts;
import io.proteus.lab.stage.Interleaving;
import io.proteus.lab.stage.ProteusUnderLoad;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.Timing;
import io.proteus.lab.stage.Windows;
import io.proteus.workloads.ledger.Verification;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * MeT's convergence experiment (MET-16): six tenants on one cluster under several arrangements,
 * repeated and interleaved, every second repeat in the reverse order, so that what drifts on the
 * machine hits all of them.
 *
 * <p>Arrangements are made with the tenants silent and the caps lifted, every file is written anew
 * where it is served, and the servers are warmed up without a cap before they are clamped. Only
 * Proteus works as it would anywhere: under load and under the cap.
 */
final class MetConvergence {
  /** After the first size only caches are cold: a fraction of the first warm-up does. */
  private static final int WARM_ALREADY = 6;

  /** How long the time line of a reconfiguration goes on after its end, under the cap. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(60);

  private final Stage stage;
  private final Timing timing;
  private final List<Tenant> tenants;
  private final List<Arrangement> arrangements;
  private final long seed;
  private final Consumer<String> progress;
  private final Attempts attempts;
  private boolean isWarm;

  MetConvergence(
      Stage stage,
      Timing timing,
      List<Tenant> tenants,
      List<Arrangement> arrangements,
      long seed,
      Consumer<String> progress) {
    if (arrangements.isEmpty()) {
      throw new InvalidValue("--arrangements: want at least one, got none.");
    }
    this.stage = stage;
    this.timing = timing;
    this.tenants = List.copyOf(tenants);
    this.arrangements = List.copyOf(arrangements);
    this.seed = seed;
    this.progress = progress;
    this.attempts = new Attempts(progress);
  }

  /** What takes all that is measured so far, to keep it. */
  interface Keeper {
    void keep(DataSizeResult soFar) throws IOException;
  }

  /** Arrangements that could not be measured, a sentence each. */
  List<String> failures() {
    return attempts.failures();
  }

  /**
   * Loads the tenants and measures every arrangement {@code repeats} times. One that fails is left
   * out of that repeat.
   */
  DataSizeResult run(int rows, int repeats, Keeper keeper)
      throws PortException, IOException, InterruptedException {
    load(rows);
    Map<Arrangement, List<RepeatResult>> measured = new EnumMap<>(Arrangement.class);
    List<IntegrityCheck> integrity = new ArrayList<>();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (Arrangement arrangement : Interleaving.order(arrangements, repeat)) {
        progress.accept(
            "repeat %d, (%s) %s".formatted(repeat, arrangement.id(), arrangement.title()));
        int number = repeat;
        Optional<RepeatResult> result =
            attempts.attempt(
                "%,d rows, repeat %d, (%s)".formatted(rows, repeat, arrangement.id()),
                () -> measure(arrangement, number));
        if (result.isPresent()) {
          measured.computeIfAbsent(arrangement, a -> new ArrayList<>()).add(result.get());
          keeper.keep(result(rows, measured, integrity));
        }
      }
      Verification verification = stage.verify();
      progress.accept(
          "%,d acknowledged writes read back, %d lost"
              .formatted(verification.checked(), verification.lost()));
      integrity.add(IntegrityCheck.of("repeat " + repeat, verification));
    }
    return result(rows, measured, integrity);
  }

  private DataSizeResult result(
      int rows, Map<Arrangement, List<RepeatResult>> measured, List<IntegrityCheck> integrity) {
    long bytes = stage.datasets().get(0).loadedBytes();
    return new DataSizeResult(
        rows,
        bytes,
        measured.entrySet().stream()
            .map(entry -> result(entry.getKey(), entry.getValue()))
            .toList(),
        integrity);
  }

  private static ArrangementResult result(Arrangement arrangement, List<RepeatResult> repeats) {
    return new ArrangementResult(
        arrangement.id(), arrangement.title(), arrangement.description(), repeats);
  }

  private void load(int rows) throws PortException, IOException, InterruptedException {
    stage.cap(null);
    progress.accept("loading %,d rows a tenant".formatted(rows));
    stage.createTables(tenants, rows);
    stage.load(seed, loaded -> {});
    Duration length = isWarm ? timing.firstWarmUp().dividedBy(WARM_ALREADY) : timing.firstWarmUp();
    progress.accept("loaded; warming up for %d s".formatted(length.toSeconds()));
    warmUp(length);
    isWarm = true;
  }

  private void warmUp(Duration length) throws PortException, IOException, InterruptedException {
    try (WorkloadRunner runner = stage.runner(seed)) {
      runner.start();
      runner.warmUp(length);
      progress.accept(
          "  %,.0f op/s uncapped in the last second"
              .formatted(
                  runner.live().stream()
                      .flatMap(s -> s.operationsPerSecond().values().stream())
                      .mapToDouble(Double::doubleValue)
                      .sum()));
    }
  }

  private RepeatResult measure(Arrangement arrangement, int repeat)
      throws PortException, IOException, InterruptedException {
    stage.cap(null);
    if (stage.startDeadServers()) {
      warmUp(timing.firstWarmUp());
    }
    Layout layout = layout(arrangement, repeat);
    stage.arranger().arrange(layout);
    if (arrangement == Arrangement.HBASE_BALANCER) {
      letHBaseArrange(repeat);
    }
    stage.arranger().compactAll();
    Duration arranged = timing.warmUp();
    try (WorkloadRunner runner = stage.runner(seed + repeat)) {
      runner.start();
      runner.warmUp(arranged);
      stage.cap(stage.spec().cores());
      runner.warmUp(timing.settle());
      Reconfiguration reconfiguration = null;
      Layout inEffect = arrangement == Arrangement.HBASE_BALANCER ? null : layout;
      if (arrangement.isMadeByProteus()) {
        ProteusUnderLoad proteus =
            new ProteusUnderLoad(stage, timing, arrangement.settings(), progress);
        Reconfiguration done = proteus.reconfigure(runner);
        inEffect = proteus.layout();
        runner.warmUp(AFTERWARDS);
        reconfiguration = Reconfiguration.of(done.events(), runner.series());
        // what it came to is measured as every other arrangement is
        stage.cap(null);
        runner.warmUp(arranged);
        stage.cap(stage.spec().cores());
        runner.warmUp(timing.settle());
      }
      return finish(runner, repeat, inEffect, reconfiguration);
    } finally {
      stage.cap(null);
      if (arrangement.isMadeByProteus()) {
        stage.arranger().reopenAll();
      }
    }
  }

  private RepeatResult finish(
      WorkloadRunner runner,
      int repeat,
      @Nullable Layout layout,
      @Nullable Reconfiguration reconfiguration)
      throws PortException, InterruptedException {
    Windows.Measured window = new Windows(stage).measure(runner, timing.window(), layout);
    List<NodeId> dead = stage.engine().topology().deadNodes();
    if (!dead.isEmpty()) {
      throw new PortException("%s died meanwhile".formatted(Few.of(dead)));
    }
    progress.accept(
        "  %,.0f op/s in all: %s"
            .formatted(
                window.tenants().total().value(),
                window.tenants().tenants().stream()
                    .map(t -> "%s %,.0f".formatted(t.tenant(), t.throughput().value()))
                    .toList()));
    return RepeatResult.of(repeat, window.tenants(), window.servers(), reconfiguration);
  }

  private Layout layout(Arrangement arrangement, int repeat) throws PortException, IOException {
    Topology topology = stage.engine().topology();
    HandMadeLayouts layouts = new HandMadeLayouts(topology, stage.known());
    return switch (arrangement) {
      case RANDOM, HBASE_BALANCER, PROTEUS, PROTEUS_COLD, PROTEUS_AS_AUTHORS ->
          layouts.random(seed + repeat);
      case BALANCED -> layouts.balanced(HandMadeLayouts.ONE_CONFIGURATION);
      case BALANCED_SHIPPED -> layouts.balanced(HandMadeLayouts.SHIPPED);
      case HETEROGENEOUS -> layouts.heterogeneous();
    };
  }

  /** Under load, since HBase's balancer and heap tuner go by what they see. */
  private void letHBaseArrange(int repeat) throws PortException, IOException, InterruptedException {
    stage.releaseMemorySplits();
    try (WorkloadRunner runner = stage.runner(seed + repeat)) {
      runner.start();
      runner.warmUp(timing.warmUp());
      int moved = stage.arranger().balanceByHBase(3);
      progress.accept("  HBase's balancer has moved %d regions".formatted(moved));
    }
  }
}
