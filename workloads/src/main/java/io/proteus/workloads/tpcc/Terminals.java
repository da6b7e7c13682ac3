package io.proteus.workloads.tpcc;

import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Terminals at work, each a closed loop on a thread of its own: keying, a transaction, thinking. A
 * transaction that fails is counted and not repeated. May be started once.
 */
public final class Terminals implements AutoCloseable {
  /** Longer than a store may try one transaction's calls. */
  private static final Duration MAX_STOP = Duration.ofSeconds(90);

  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(30);

  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Map<TransactionType, Meter> meters = new EnumMap<>(TransactionType.class);
  private final double pace;
  private long began = System.nanoTime();

  private static final class Meter {
    private final Recorder micros = new Recorder(LONGEST_MICROS, 2);
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder failed = new LongAdder();

    TpccWindow.Figures take() {
      Histogram done = micros.getIntervalHistogram();
      return new TpccWindow.Figures(
          done.getTotalCount(),
          rolledBack.sumThenReset(),
          failed.sumThenReset(),
          done.getTotalCount() == 0 ? 0 : done.getMean() / 1e3,
          done.getValueAtPercentile(90) / 1e3);
    }
  }

  /**
   * @param count divided among the warehouses and their districts
   * @param pace of keying and think times: 1 as the standard has them, 0 none
   * @param run a name that no earlier run on these tables had
   * @param seed of every draw
   */
  public Terminals(Rows rows, Scale scale, int count, double pace, String run, long seed) {
    if (count < 1 || pace < 0) {
      throw new InvalidValue(
          "terminals: want 1 or more and a pace of 0 or more, got %d and %s."
              .formatted(count, pace));
    }
    this.pace = pace;
    for (TransactionType type : TransactionType.values()) {
      meters.put(type, new Meter());
    }
    for (int i = 0; i < count; i++) {
      Draws draws = new Draws(seed * 31 + i);
      Transactions transactions =
          new Transactions(
              rows,
              scale,
              draws,
              i % scale.warehouses() + 1,
              i / scale.warehouses() % scale.districts() + 1,
              run + "-" + i);
      Thread thread = new Thread(() -> loop(transactions, draws), "terminal-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  public void start() {
    threads.forEach(Thread::start);
  }

  /** Lets them work. */
  public void warmUp(Duration length) throws InterruptedException {
    if (stopped.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException("the terminals were stopped");
    }
  }

  /** Measures from now on. */
  public TpccWindow measure(Duration length) throws InterruptedException {
    begin();
    warmUp(length);
    return end();
  }

  /** Begins a window; what was done before is forgotten. */
  public void begin() {
    meters.values().forEach(Meter::take);
    began = System.nanoTime();
  }

  /** Ends it. */
  public TpccWindow end() {
    Map<TransactionType, TpccWindow.Figures> figures = new EnumMap<>(TransactionType.class);
    meters.forEach((type, meter) -> figures.put(type, meter.take()));
    return new TpccWindow(Duration.ofNanos(System.nanoTime() - began), figures);
  }

  private void loop(Transactions transactions, Draws draws) {
    try {
      while (stopped.getCount() > 0) {
        TransactionType type = TransactionType.drawn(draws);
        if (isStoppedAfter(type.keyingSeconds())) {
          return;
        }
        run(transactions, type);
        if (isStoppedAfter(draws.waiting(type.thinkSeconds()))) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isStoppedAfter(double seconds) throws InterruptedException {
    return pace > 0 && stopped.await(Math.round(seconds * pace * 1e9), TimeUnit.NANOSECONDS);
  }

  private void run(Transactions transactions, TransactionType type) {
    Meter meter = meters.get(type);
    if (meter == null) {
      throw new IllegalStateException("no meter of " + type);
    }
    long began = System.nanoTime();
    try {
      if (transactions.run(type)) {
        meter.micros.recordValue(
            Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began)));
      } else {
        meter.rolledBack.increment();
      }
    } catch (IOException | RuntimeException e) {
      meter.failed.increment();
    }
  }

  /** Ends them, each after its transaction. */
  @Override
  public void close() {
    stopped.countDown();
    long deadline = System.nanoTime() + MAX_STOP.toNanos();
    try {
      for (Thread thread : threads) {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
    }
  }
}
