package io.proteus.app.command;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.exceptions.JedisException;

/** A client of a Redis Cluster that writes now and then, and notes what was acknowledged. */
final class AcknowledgedWrites implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(5);
  private static final int KEYS = 3_000;

  private final JedisCluster client;
  private final Map<Integer, Integer> acknowledged = new ConcurrentHashMap<>();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private int number;
  private volatile int failed;

  AcknowledgedWrites(JedisCluster client) {
    this.client = client;
    thread.scheduleWithFixedDelay(this::write, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void write() {
    int key = number % KEYS;
    try {
      client.set("key-" + key, Integer.toString(number));
      acknowledged.put(key, number);
    } catch (JedisException e) {
      acknowledged.remove(key); // it may be there or not
      failed++;
    }
    number++;
  }

  /** Ends them, and waits for the last. */
  AcknowledgedWrites end() throws InterruptedException {
    thread.shutdown();
    if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new AssertionError("a write takes longer than a minute");
    }
    return this;
  }

  /** Keys whose last write was acknowledged. */
  int keys() {
    return acknowledged.size();
  }

  int given() {
    return number;
  }

  int failed() {
    return failed;
  }

  /** Keys that do not hold what was acknowledged last. */
  Map<Integer, Integer> lost() {
    Map<Integer, Integer> lost = new ConcurrentHashMap<>(acknowledged);
    lost.entrySet()
        .removeIf(one -> one.getValue().toString().equals(client.get("key-" + one.getKey())));
    return lost;
  }

  @Override
  public void close() {
    thread.shutdownNow();
    client.close();
  }
}
