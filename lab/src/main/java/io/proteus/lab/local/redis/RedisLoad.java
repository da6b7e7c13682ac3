package io.proteus.lab.local.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.generator.ZipfianGenerator;

/**
 * Clients that ask as fast as they are answered, of a few keys most: nine reads and a write. Each
 * write that was acknowledged is noted, and read back in the end.
 */
final class RedisLoad implements AutoCloseable {
  private static final int SEED = 7;
  private static final double READS = 0.9;
  private static final int VALUE = 100;
  private static final int TIMEOUT_MS = 3000;
  private static final int ATTEMPTS = 20;
  private static final long HIGHEST_MICROS = TimeUnit.MINUTES.toMicros(1);

  private final JedisCluster client;
  private final int keys;
  private final int threads;
  private final @Nullable Double rate;
  private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();
  private final LongAdder operations = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final List<Thread> workers = new ArrayList<>();
  private final Histogram micros = new ConcurrentHistogram(HIGHEST_MICROS, 3);
  private volatile boolean working = true;
  private long asked = System.nanoTime();
  private long before;

  RedisLoad(List<String> addresses, int keys, int threads, @Nullable Double rate) {
    Set<HostAndPort> nodes = addresses.stream().map(HostAndPort::from).collect(Collectors.toSet());
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(threads);
    pool.setMaxIdle(threads);
    this.client =
        new JedisCluster(
            nodes,
            DefaultJedisClientConfig.builder()
                .socketTimeoutMillis(TIMEOUT_MS)
                .connectionTimeoutMillis(TIMEOUT_MS)
                .build(),
            ATTEMPTS,
            pool);
    this.keys = keys;
    this.threads = threads;
    this.rate = rate;
  }

  private static String key(int number) {
    return "user" + number;
  }

  private static String value(long number) {
    return String.format("%0" + VALUE + "d", number);
  }

  void fill() {
    for (int number = 0; number < keys; number++) {
      client.set(key(number), value(0));
      acknowledged.put(number, 0L);
    }
  }

  void start() {
    for (int worker = 0; worker < threads; worker++) {
      int mine = worker;
      Thread thread = new Thread(() -> work(mine), "redis-load-" + worker);
      thread.setDaemon(true);
      thread.start();
      workers.add(thread);
    }
  }

  /** Each writes keys of its own only, so that the last acknowledged value is what is read. */
  private void work(int worker) {
    Random random = new Random(SEED + worker);
    ZipfianGenerator zipfian = new ZipfianGenerator(keys / threads);
    long begin = System.nanoTime();
    long value = 0;
    for (long number = 1; working; number++) {
      int key = Math.min(keys - 1, zipfian.nextValue().intValue() * threads + worker);
      long from = System.nanoTime();
      try {
        if (random.nextDouble() < READS) {
          client.get(key(key));
        } else {
          value++;
          client.set(key(key), value(value));
          acknowledged.put(key, value);
        }
        operations.increment();
        micros.recordValue(Math.min(HIGHEST_MICROS, (System.nanoTime() - from) / 1000));
      } catch (JedisException e) {
        failures.increment();
        acknowledged.remove(key); // it may be there or not
      }
      if (rate != null) {
        long due = begin + (long) (number * threads / rate * 1e9);
        long early = due - System.nanoTime();
        if (early > 0) {
          LockSupport.parkNanos(early);
        }
      }
    }
  }

  /** Operations per second since this was asked last. */
  double sinceLastAsked() {
    long now = System.nanoTime();
    long done = operations.sum();
    double perSecond = (done - before) * 1e9 / (now - asked);
    asked = now;
    before = done;
    return perSecond;
  }

  /** The time within which 99 of 100 were answered since this was asked last, in ms. */
  double p99SinceLastAsked() {
    double p99 = micros.getValueAtPercentile(99) / 1000.0;
    micros.reset();
    return p99;
  }

  void stop() throws InterruptedException {
    working = false;
    for (Thread worker : workers) {
      worker.join(TimeUnit.SECONDS.toMillis(30));
    }
  }

  long operations() {
    return operations.sum();
  }

  long failures() {
    return failures.sum();
  }

  long acknowledged() {
    return acknowledged.size();
  }

  /** Acknowledged writes that are not there. */
  long lost() {
    return acknowledged.entrySet().stream()
        .filter(entry -> !value(entry.getValue()).equals(client.get(key(entry.getKey()))))
        .count();
  }

  @Override
  public void close() {
    working = false;
    client.close();
  }
}
