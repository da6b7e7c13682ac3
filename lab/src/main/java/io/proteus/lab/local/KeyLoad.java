package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import site.ycsb.generator.ZipfianGenerator;

/**
 * Clients that ask as fast as they are answered, of a few keys most: nine reads and a write. Each
 * write that was acknowledged is noted, and read back in the end.
 */
public final class KeyLoad {
  private static final int SEED = 7;

  /** How many ask at a time. */
  public static final int THREADS = 8;

  private static final double READS = 0.9;
  private static final int VALUE = 100;

  /** Keys and values of a store, over as many connections as it likes; threads share it. */
  public interface Keys {
    /**
     * Null where there is none.
     *
     * @throws RuntimeException where it was not answered
     */
    @Nullable String get(String key);

    /**
     * Returns once it is acknowledged.
     *
     * @throws RuntimeException where it was not, though it may be there
     */
    void set(String key, String value);
  }

  private final Keys client;
  private final int keys;
  private volatile @Nullable Double rate;
  private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();
  private final RequestMeter meter = new RequestMeter();
  private final LongAdder lost = new LongAdder();
  private final List<Thread> workers = new ArrayList<>();
  private volatile boolean working = true;
  private long asked = System.nanoTime();
  private long before;

  /**
   * @param keys that are written first
   * @param rate of requests per second at most; null is as fast as they are answered
   */
  public KeyLoad(Keys client, int keys, @Nullable Double rate) {
    this.client = client;
    this.keys = keys;
    this.rate = rate;
  }

  /**
   * Works until it is interrupted or the time is over, reads everything back and tells.
   *
   * @param length null is until it is interrupted
   */
  public int run(Environment environment, @Nullable Duration length)
      throws PortException, InterruptedException {
    Screen screen = environment.screen();
    try (Signals signals = Signals.handled(screen)) {
      try {
        fill();
        screen.err().printf(Locale.ROOT, "%,d keys; at work, Ctrl-C ends it%n", keys);
        start();
        await(screen, signals, length);
      } catch (InterruptedException e) {
        if (!signals.received()) {
          throw e;
        }
      } finally {
        stop();
      }
      screen.progress("");
      end();
    }
    screen
        .out()
        .printf(
            Locale.ROOT,
            "%,d operations, %,d failed; %,d acknowledged writes read back, %,d lost.%n",
            meter.operations(),
            meter.failures(),
            acknowledged.size(),
            lost.sum());
    return lost.sum() == 0 ? ExitCode.OK : ExitCode.ERROR;
  }

  /** Writes all keys once. */
  public void fill() throws PortException, InterruptedException {
    together(this::fill);
  }

  /** How many requests a second there are at most from now on; null is as fast as answered. */
  public void pace(@Nullable Double perSecond) {
    rate = perSecond;
  }

  /** Measures clients that are at work. */
  public RequestMeter.Window measure(long seconds) throws InterruptedException {
    return meter.measure(seconds);
  }

  /**
   * What was read back in the end.
   *
   * @param checked acknowledged writes
   * @param lost those of them that are not there
   * @param failed requests that were not answered
   */
  public record Ending(long checked, long lost, long failed) {}

  /** Ends the clients, and reads every acknowledged write back. */
  public Ending end() throws PortException, InterruptedException {
    stop();
    together(this::readBack);
    return new Ending(acknowledged.size(), lost.sum(), meter.failures());
  }

  private void await(Screen screen, Signals signals, @Nullable Duration length)
      throws InterruptedException {
    long begin = System.nanoTime();
    while (!signals.received()
        && (length == null || System.nanoTime() - begin < length.toNanos())) {
      TimeUnit.SECONDS.sleep(1);
      screen.progress("  %,.0f op/s".formatted(sinceLastAsked()));
    }
  }

  /** Has each worker do its part, and says why one could not. */
  private static void together(IntConsumer part) throws PortException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> parts = new ArrayList<>();
      for (int worker = 0; worker < THREADS; worker++) {
        int mine = worker;
        parts.add(pool.submit(() -> part.accept(mine)));
      }
      for (Future<?> one : parts) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new PortException("the local cluster: " + Causes.of(e), e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static String key(int number) {
    return "user" + number;
  }

  private static String value(long number) {
    return String.format("%0" + VALUE + "d", number);
  }

  private void fill(int worker) {
    for (int number = worker; number < keys; number += THREADS) {
      client.set(key(number), value(0));
      acknowledged.put(number, 0L);
    }
  }

  /** Has the clients begin; {@link #end} or {@link #stop} ends them. */
  public void start() {
    for (int worker = 0; worker < THREADS; worker++) {
      int mine = worker;
      Thread thread = new Thread(() -> work(mine), "load-" + worker);
      thread.setDaemon(true);
      thread.start();
      workers.add(thread);
    }
  }

  /** Each writes keys of its own only, so that the last acknowledged value is what is read. */
  private void work(int worker) {
    Random random = new Random(SEED + worker);
    ZipfianGenerator zipfian = new ZipfianGenerator(keys / THREADS);
    long due = System.nanoTime();
    long value = 0;
    while (working) {
      int key = Math.min(keys - 1, zipfian.nextValue().intValue() * THREADS + worker);
      ask(key, random.nextDouble() < READS ? null : ++value);
      Double most = rate;
      due = most == null ? System.nanoTime() : due + (long) (THREADS / most * 1e9);
      long early = due - System.nanoTime();
      if (early > 0) {
        LockSupport.parkNanos(early);
      }
    }
  }

  /**
   * Reads a key, or writes it.
   *
   * @param value null is to read
   */
  private void ask(int key, @Nullable Long value) {
    long from = System.nanoTime();
    try {
      if (value == null) {
        client.get(key(key));
      } else {
        client.set(key(key), value(value));
        acknowledged.put(key, value);
      }
      meter.took(from, 1);
      meter.answered();
    } catch (RuntimeException e) {
      meter.failed();
      if (value != null) {
        acknowledged.remove(key); // it may be there or not
      }
    }
  }

  /** Operations per second since this was asked last. */
  private double sinceLastAsked() {
    long now = System.nanoTime();
    long done = meter.operations();
    double perSecond = (done - before) * 1e9 / (now - asked);
    asked = now;
    before = done;
    return perSecond;
  }

  /** Ends the clients. */
  public void stop() throws InterruptedException {
    working = false;
    for (Thread worker : workers) {
      worker.join(TimeUnit.SECONDS.toMillis(30));
    }
  }

  private void readBack(int worker) {
    for (int number = worker; number < keys; number += THREADS) {
      Long value = acknowledged.get(number);
      if (value != null && !value(value).equals(client.get(key(number)))) {
        lost.increment();
      }
    }
  }
}
