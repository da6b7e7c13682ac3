package io.proteus.lab.convergence;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.Few;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.HandMadeLayouts;
import io.proteus.lab.stage.ProteusUnderLoad;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * MeT's convergence experiment (MET-16) as it is measured on one cluster.
 *
 * <p>Arrangements are made with the tenants silent and the caps lifted, every file is written anew
 * where it is served, and the servers are warmed up without a cap before they are clamped. Only
 * Proteus works as it would anywhere: under load and under the cap.
 */
final class ArrangedTenants implements Bed<Placed, Measured> {
  /** After the first size only caches are cold: a fraction of the first warm-up does. */
  private static final int WARM_ALREADY = 6;

  /** How long the time line of a reconfiguration goes on after its end, under the cap. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(60);

  private final StageHold hold;
  private final Stage stage;
  private final Timing timing;
  private final List<Tenant> tenants;
  private final long seed;
  private final List<DataSize> sizes;
  private final Consumer<String> progress;
  private int loaded;

  /**
   * @param sizes takes the sizes that are loaded, and what became of acknowledged writes
   */
  ArrangedTenants(
      StageHold hold,
      Timing timing,
      List<Tenant> tenants,
      long seed,
      List<DataSize> sizes,
      Consumer<String> progress) {
    this.hold = hold;
    this.stage = hold.stage();
    this.timing = timing;
    this.tenants = List.copyOf(tenants);
    this.seed = seed;
    this.sizes = sizes;
    this.progress = progress;
  }

  @Override
  public Measured measure(Turn<Placed> turn)
      throws PortException, IOException, InterruptedException {
    if (loaded != turn.of().rows()) {
      load(turn.of().rows());
    }
    Arrangement arrangement = turn.of().arrangement();
    progress.accept(
        "repeat %d, (%s) %s".formatted(turn.repeat(), arrangement.id(), arrangement.title()));
    return measure(arrangement, turn.repeat());
  }

  @Override
  public void endRound(Turn<Placed> last) throws PortException, IOException, InterruptedException {
    Verification verification = stage.verify();
    progress.accept(
        "%,d acknowledged writes read back, %d lost"
            .formatted(verification.checked(), verification.lost()));
    DataSize size = sizes.get(sizes.size() - 1);
    List<IntegrityCheck> checks = new ArrayList<>(size.checks());
    checks.add(
        IntegrityCheck.of(
            "%,d rows, repeat %d".formatted(size.rows(), last.repeat()), verification));
    sizes.set(sizes.size() - 1, new DataSize(size.rows(), size.bytes(), checks));
  }

  @Override
  public boolean isEnding() {
    return hold.interruption().hasBegun();
  }

  @Override
  public void close() throws PortException, IOException {
    hold.close();
  }

  private void load(int rows) throws PortException, IOException, InterruptedException {
    stage.cap(null);
    progress.accept("loading %,d rows a tenant".formatted(rows));
    stage.createTables(tenants, rows);
    stage.load(seed, more -> {});
    Duration length =
        sizes.isEmpty() ? timing.firstWarmUp() : timing.firstWarmUp().dividedBy(WARM_ALREADY);
    progress.accept("loaded; warming up for %d s".formatted(length.toSeconds()));
    warmUp(length);
    loaded = rows;
    sizes.add(new DataSize(rows, stage.datasets().get(0).loadedBytes(), List.of()));
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
            new ProteusUnderLoad(
                stage, timing, arrangement.settings(stage.spec().regionServers()), progress);
        Reconfiguration done = proteus.reconfigure(runner, arrangement.mostPlans());
        inEffect = proteus.layout() == null ? layout : proteus.layout();
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
      case RANDOM, HBASE_BALANCER, PROTEUS, PROTEUS_COLD, PROTEUS_AS_AUTHORS, PROTEUS_AUTO ->
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
