package io.proteus.workloads.run;

import io.proteus.core.units.InvalidValue;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.RowChooser;
import io.proteus.workloads.tenant.RowDistribution;
import io.proteus.workloads.tenant.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DB;
import site.ycsb.DBException;

/**
 * Runs all tenants at once and keeps them running while somebody reconfigures the cluster under
 * them; windows are measured whenever asked for.
 *
 * <pre>{@code
 * try (var runner = new WorkloadRunner(datasets, store, ledger, seed)) {
 *   runner.start();
 *   runner.warmUp(Duration.ofSeconds(30));
 *   WindowResult before = runner.measure(Duration.ofSeconds(60));
 *   ... // reconfigure
 *   WindowResult after = runner.measure(Duration.ofSeconds(60));
 * }
 * }</pre>
 *
 * <p>Every tenant's worker is a closed loop on a thread of its own. A failed operation is counted,
 * never repeated here: what a client should ride out is the store binding's to retry. May be
 * started once; a stopped runner is not started again.
 */
public final class WorkloadRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkloadRunner.class);

  /** Longer than a store binding may try one operation, see {@code HBaseClient}. */
  static final Duration MAX_STOP = Duration.ofSeconds(90);

  private static final Duration MAX_INTERRUPTED_STOP = Duration.ofSeconds(10);

  private final List<Dataset> datasets;
  private final StoreFactory store;
  private final AcknowledgedWrites ledger;
  private final RowDistribution distribution;
  private final SplittableRandom seeds;
  private final List<TenantMeter> meters;
  private final ThroughputSeries series;
  private final ExecutorService workers;
  private final ScheduledExecutorService sampler;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Set<String> left = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Throwable death;
  private volatile double pace = 1;
  private boolean started;
  private @Nullable MeasuredWindow open;

  /**
   * @param store opens one store a worker, closed by the runner
   * @param ledger where acknowledged writes are entered; made for these datasets
   * @param seed of every draw; the operations of a worker repeat with it, their timing does not
   */
  public WorkloadRunner(
      List<Dataset> datasets, StoreFactory store, AcknowledgedWrites ledger, long seed) {
    this(datasets, store, ledger, RowDistribution.UNIFORM, seed);
  }

  /**
   * The same with rows that are not asked for evenly.
   *
   * @param distribution of all tenants' requests
   */
  public WorkloadRunner(
      List<Dataset> datasets,
      StoreFactory store,
      AcknowledgedWrites ledger,
      RowDistribution distribution,
      long seed) {
    this.datasets = List.copyOf(datasets);
    this.store = store;
    this.ledger = ledger;
    this.distribution = distribution;
    this.seeds = new SplittableRandom(seed);
    this.meters = datasets.stream().map(dataset -> new TenantMeter(dataset.tenant())).toList();
    this.series = new ThroughputSeries(meters, Clock.systemUTC(), System.nanoTime());
    this.workers = Executors.newCachedThreadPool(daemon("tenant"));
    this.sampler = Executors.newSingleThreadScheduledExecutor(daemon("throughput"));
  }

  /** Opens every worker's store and starts to send. */
  public synchronized void start() {
    if (started) {
      throw new InvalidValue("runner: want to be started once. Make a new one for the next run.");
    }
    started = true;
    var loops = new ArrayList<Runnable>();
    for (int i = 0; i < datasets.size(); i++) {
      Tenant tenant = datasets.get(i).tenant();
      for (int worker = 0; worker < tenant.threads(); worker++) {
        loops.add(loop(datasets.get(i), meters.get(i), worker));
      }
    }
    loops.forEach(workers::execute);
    series.sample(System.nanoTime());
    sampler.scheduleAtFixedRate(() -> series.sample(System.nanoTime()), 1, 1, TimeUnit.SECONDS);
  }

  /** Lets the tenants run, unmeasured. */
  public void warmUp(Duration length) throws InterruptedException {
    await(length);
  }

  /** Measures a window that begins now; returns at its end. */
  public WindowResult measure(Duration length) throws InterruptedException {
    openWindow();
    try {
      await(length);
      return closeWindow();
    } finally {
      dropWindow();
    }
  }

  /** Begins a window that lasts until {@link #closeWindow}; there is one at a time. */
  public synchronized void openWindow() {
    checkAlive();
    if (open != null) {
      throw new InvalidValue("runner: want one window at a time. Close the open one first.");
    }
    open = MeasuredWindow.begin(meters);
  }

  /** Ends the open window. */
  public synchronized WindowResult closeWindow() {
    checkAlive();
    MeasuredWindow window = open;
    if (window == null) {
      throw new InvalidValue("runner: want an open window to close, got none.");
    }
    open = null;
    return window.result();
  }

  private synchronized void dropWindow() {
    open = null;
  }

  /** Throughput by the second since the start, the oldest first. */
  public List<ThroughputSample> series() {
    return series.samples();
  }

  /** The last full second; empty before there was one. */
  public Optional<ThroughputSample> live() {
    return series.latest();
  }

  /** Ends one tenant's workers, each after the operation that it is at; the others go on. */
  public void leave(String tenant) {
    if (datasets.stream().noneMatch(dataset -> dataset.tenant().name().equals(tenant))) {
      throw new InvalidValue("runner: want one of its tenants to leave, got %s.".formatted(tenant));
    }
    left.add(tenant);
  }

  /**
   * Lets tenants with a cap send a share of it from now on.
   *
   * @param share over 0
   */
  public void pace(double share) {
    if (!(share > 0)) {
      throw new InvalidValue("runner: want a share of the cap over 0, got %s.".formatted(share));
    }
    pace = share;
  }

  /** Operations that the store has answered as asked, since the start. */
  public long completed() {
    return meters.stream().mapToLong(TenantMeter::completedSoFar).sum();
  }

  /** Operations failed since the start. */
  public long failures() {
    return meters.stream().mapToLong(TenantMeter::failedSoFar).sum();
  }

  /**
   * Lets every worker end its operation, then closes their stores. Returns when all have ended;
   * after {@link #MAX_STOP} they are interrupted, and what they had under way counts as failed.
   */
  public void stop() throws InterruptedException {
    stopped.countDown();
    sampler.shutdown();
    workers.shutdown();
    if (!workers.awaitTermination(MAX_STOP.toSeconds(), TimeUnit.SECONDS)) {
      LOG.warn("tenants have not ended after {}, interrupting them", MAX_STOP);
      workers.shutdownNow();
      if (!workers.awaitTermination(MAX_INTERRUPTED_STOP.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "runner: tenants do not end even when interrupted; writes may be under way still, so"
                + " the ledger cannot be checked.");
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    stop();
  }

  private Runnable loop(Dataset dataset, TenantMeter meter, int worker) {
    Tenant tenant = dataset.tenant();
    SplittableRandom random = seeds.split();
    var rows =
        new RowChooser(
            dataset.keys(),
            tenant.partitionShares(),
            worker,
            tenant.threads(),
            distribution,
            random.split());
    DB db = store.open(dataset);
    var operations = new TenantOperations(dataset, db, ledger.table(dataset), rows, random.split());
    var throttle =
        new Throttle(tenant.cap(), worker, tenant.threads(), () -> pace, System.nanoTime());
    var loop = new TenantWorker(meter, operations, throttle, random);
    return () -> {
      try {
        loop.runUntil(() -> stopped.getCount() == 0 || left.contains(tenant.name()));
        db.cleanup();
      } catch (DBException | RuntimeException | Error e) {
        death = e;
        LOG.error("a worker of tenant {} has died", tenant.name(), e);
      }
    };
  }

  private void await(Duration length) throws InterruptedException {
    checkAlive();
    if (stopped.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException("runner: stopped while a window was open.");
    }
    checkAlive();
  }

  private void checkAlive() {
    Throwable cause = death;
    if (cause != null) {
      throw new IllegalStateException(
          "runner: a worker has died, so what is measured would be too low. See the cause.", cause);
    }
    if (stopped.getCount() == 0) {
      throw new IllegalStateException("runner: stopped, so there is nothing to measure.");
    }
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
