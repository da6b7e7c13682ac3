package io.proteus.engine.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.exceptions.JedisException;

/** Writes without a pause, and notes what was acknowledged. */
final class Writer implements AutoCloseable {
  private static final int KEYS = 2000;

  private final JedisCluster client;
  private final Map<Integer, Integer> acknowledged = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::write, "writer");
  private volatile boolean working = true;

  Writer(JedisCluster client) {
    this.client = client;
    thread.start();
  }

  private void write() {
    for (int number = 0; working; number++) {
      int key = number % KEYS;
      try {
        client.set("written-" + key, Integer.toString(number));
        acknowledged.put(key, number);
      } catch (JedisException e) {
        acknowledged.remove(key); // it may be there or not
      }
    }
  }

  /** Ends, and answers how many were acknowledged. */
  int end() throws InterruptedException {
    working = false;
    thread.join(TimeUnit.SECONDS.toMillis(30));
    return acknowledged.size();
  }

  long lost() {
    return acknowledged.entrySet().stream()
        .filter(
            entry -> !entry.getValue().toString().equals(client.get("written-" + entry.getKey())))
        .count();
  }

  @Override
  public void close() {
    working = false;
    client.close();
  }
}
