package io.proteus.lab.local;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Counts what clients are answered, and how long it takes. Clients share it. */
public final class RequestMeter {
  private static final long HIGHEST_MICROS = TimeUnit.MINUTES.toMicros(1);

  private final LongAdder operations = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final Histogram micros = new ConcurrentHistogram(HIGHEST_MICROS, 3);

  /** What was answered in a window, and within which time 99 of 100 were. */
  public record Window(double operationsPerSecond, double p99Ms, long failed) {}

  public void answered() {
    operations.increment();
  }

  public void failed() {
    failures.increment();
  }

  /** So many requests were answered together, the first of which was sent at that time. */
  public void took(long sinceNanos, int requests) {
    micros.recordValueWithCount(
        Math.min(HIGHEST_MICROS, (System.nanoTime() - sinceNanos) / 1000), requests);
  }

  public long operations() {
    return operations.sum();
  }

  public long failures() {
    return failures.sum();
  }

  /** Measures from now on for so long. */
  public Window measure(long seconds) throws InterruptedException {
    micros.reset();
    long done = operations.sum();
    long failed = failures.sum();
    long from = System.nanoTime();
    TimeUnit.SECONDS.sleep(seconds);
    double took = (System.nanoTime() - from) / 1e9;
    return new Window(
        (operations.sum() - done) / took,
        micros.getValueAtPercentile(99) / 1000.0,
        failures.sum() - failed);
  }
}
