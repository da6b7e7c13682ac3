package io.proteus.lab.convergence;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.Attempts;
import io.proteus.lab.stage.HandMadeLayouts;
import io.proteus.lab.stage.Interleaving;
import io.proteus.lab.stage.ProteusUnderLoad;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.Timing;
import io.proteus.lab.stage.Windows;
import io.proteus.lab.stage.Windows.Measured;
import io.proteus.workloads.ledger.Verification;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private final List<Measurement<Placed, Measured>> measured = new ArrayList<>();
  private final List<DataSize> sizes = new ArrayList<>();
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
    void keep() throws IOException;
  }

  /** Arrangements that could not be measured, a sentence each. */
  List<String> failures() {
    return attempts.failures();
  }

  /** What was measured so far. */
  ConvergenceFigures figures(Arrangement baseline) {
    return new ConvergenceFigures(
        tenants, arrangements, baseline, sizes, new Measurements<>(measured));
  }

  /**
   * Loads the tenants and measures every arrangement {@code repeats} times. One that fails is left
   * out of that repeat.
   */
  void run(int rows, int repeats, Keeper keeper)
      throws PortException, IOException, InterruptedException {
    load(rows);
    long bytes = stage.datasets().get(0).loadedBytes();
    List<IntegrityCheck> checks = new ArrayList<>();
    sizes.add(new DataSize(rows, bytes, checks));
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (Arrangement arrangement : Interleaving.order(arrangements, repeat)) {
        progress.accept(
            "repeat %d, (%s) %s".formatted(repeat, arrangement.id(), arrangement.title()));
        int number = repeat;
        Optional<Measured> result =
            attempts.attempt(
                "%,d rows, repeat %d, (%s)".formatted(rows, repeat, arrangement.id()),
                () -> measure(arrangement, number));
        if (result.isPresent()) {
          measured.add(new Measurement<>(new Placed(arrangement, rows), repeat, result.get()));
          keeper.keep();
        }
      }
      Verification verification = stage.verify();
      progress.accept(
          "%,d acknowledged writes read back, %d lost"
              .formatted(verification.checked(), verification.lost()));
      checks.add(IntegrityCheck.of("%,d rows, repeat %d".formatted(rows, repeat), verification));
      sizes.set(sizes.size() - 1, new DataSize(rows, bytes, checks));
    }
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

  private Measured measure(Arrangement arrangement, int repeat)
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
        reconfiguration = new Reconfiguration(done.events(), runner.series());
        // what it came to is measured as every other arrangement is
        stage.cap(null);
        runner.warmUp(arranged);
        stage.cap(stage.spec().cores());
        runner.warmUp(timing.settle());
      }
      return finish(runner, inEffect, reconfiguration);
    } finally {
      stage.cap(null);
      if (arrangement.isMadeByProteus()) {
        stage.arranger().reopenAll();
      }
    }
  }

  private Measured finish(
      WorkloadRunner runner, @Nullable Layout layout, @Nullable Reconfiguration reconfiguration)
      throws PortException, InterruptedException {
    Measured window = new Windows(stage).measure(runner, timing.window(), layout);
    List<NodeId> dead = stage.engine().topology().deadNodes();
    if (!dead.isEmpty()) {
      throw new PortException("%s died meanwhile".formatted(Few.of(dead)));
    }
    progress.accept(
        "  %,.0f op/s in all: %s"
            .formatted(
                window.clients().total().value(),
                window.clients().tenants().stream()
                    .map(t -> "%s %,.0f".formatted(t.tenant(), t.throughput().value()))
                    .toList()));
    return window.after(reconfiguration);
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
