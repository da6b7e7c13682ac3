package io.proteus.lab.rebalance;

import io.proteus.lab.local.RequestMeter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/**
 * Clients that send batches, nine reads for each write, to one shard after the other, and wait for
 * all answers: as few clients as shards leave most shards idle, and several times as many keep them
 * busy. So little of their own time goes into a request that shards are full, not they. Each writes
 * a key of its own in each slot; the last acknowledged write of it is what has to be read back.
 */
final class PipelinedLoad implements AutoCloseable {
  private static final int BATCH = 64;
  private static final double READS = 0.9;
  private static final int VALUE = 100;
  private static final int TIMEOUT_MS = 10_000;
  private static final int ATTEMPTS = 30;

  private final HotSlots slots;
  private final long seed;
  private final int count;
  private final JedisCluster cluster;
  private final AtomicReferenceArray<HostAndPort> owners =
      new AtomicReferenceArray<>(HotSlots.COUNT);
  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final RequestMeter meter = new RequestMeter();
  private final List<Thread> clients = new ArrayList<>();
  private volatile boolean working = true;
  private volatile long pauseMs;

  /**
   * @param entry one of the servers
   * @param count of clients
   */
  PipelinedLoad(HotSlots slots, HostAndPort entry, long seed, int count) {
    this.slots = slots;
    this.seed = seed;
    this.count = count;
    this.cluster =
        new JedisCluster(
            Set.of(entry),
            DefaultJedisClientConfig.builder()
                .socketTimeoutMillis(TIMEOUT_MS)
                .connectionTimeoutMillis(TIMEOUT_MS)
                .build(),
            ATTEMPTS);
    try (Jedis any = new Jedis(entry)) {
      SlotOwners.of(any).forEach(owners::set);
    }
  }

  /** A request of a batch, and its answer. */
  private record Request(int slot, String key, long value, Response<String> answer) {}

  /** The connections of one client, by shard. */
  private static final class Shards implements AutoCloseable {
    private final Map<HostAndPort, Jedis> open = new HashMap<>();

    Jedis at(HostAndPort address) {
      return open.computeIfAbsent(address, node -> new Jedis(node, config()));
    }

    private static DefaultJedisClientConfig config() {
      return DefaultJedisClientConfig.builder().socketTimeoutMillis(TIMEOUT_MS).build();
    }

    @Override
    public void close() {
      open.values().forEach(Jedis::close);
    }
  }

  /** Writes all keys once, a batch for each shard. */
  void fill() {
    try (Shards shards = new Shards()) {
      Map<HostAndPort, Pipeline> batches = new HashMap<>();
      for (int slot = 0; slot < HotSlots.COUNT; slot++) {
        Pipeline batch =
            batches.computeIfAbsent(owners.get(slot), node -> shards.at(node).pipelined());
        for (int client = 0; client < count; client++) {
          batch.set(slots.key(slot, client), value(0));
        }
        if (slot % BATCH == 0) {
          batches.values().forEach(Pipeline::sync);
        }
      }
      batches.values().forEach(Pipeline::sync);
    }
  }

  private static String value(long number) {
    return String.format("%0" + VALUE + "d", number);
  }

  void start() {
    for (int client = 0; client < count; client++) {
      int mine = client;
      Thread thread = new Thread(() -> work(mine), "pipelined-load-" + client);
      thread.setDaemon(true);
      thread.start();
      clients.add(thread);
    }
  }

  private void work(int client) {
    Random random = new Random(seed + client);
    try (Shards shards = new Shards()) {
      for (long value = 1; working; value++) {
        Map<HostAndPort, Pipeline> batches = new HashMap<>();
        Map<HostAndPort, List<Request>> requests = new HashMap<>();
        for (int request = 0; request < BATCH; request++) {
          int slot = slots.draw(random);
          HostAndPort owner = owners.get(slot);
          Pipeline batch = batches.computeIfAbsent(owner, node -> shards.at(node).pipelined());
          String key = slots.key(slot, client);
          boolean reads = random.nextDouble() < READS;
          requests
              .computeIfAbsent(owner, node -> new ArrayList<>())
              .add(
                  new Request(
                      slot,
                      key,
                      reads ? 0 : value,
                      reads ? batch.get(key) : batch.set(key, value(value))));
        }
        batches.forEach((owner, batch) -> finish(batch, requests.getOrDefault(owner, List.of())));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMs));
      }
    }
  }

  private void finish(Pipeline batch, List<Request> requests) {
    long from = System.nanoTime();
    batch.sync();
    requests.forEach(this::finish);
    meter.took(from, requests.size());
  }

  private void finish(Request request) {
    try {
      try {
        request.answer().get();
      } catch (JedisMovedDataException moved) {
        owners.set(request.slot(), moved.getTargetNode());
        again(request);
      } catch (JedisException elsewhere) {
        again(request); // its key is on its way
      }
      if (request.value() > 0) {
        acknowledged.put(request.key(), request.value());
      }
      meter.answered();
    } catch (JedisException failed) {
      meter.failed();
      acknowledged.remove(request.key()); // it may be there or not
    }
  }

  private void again(Request request) {
    if (request.value() > 0) {
      cluster.set(request.key(), value(request.value()));
    } else {
      cluster.get(request.key());
    }
  }

  /** How long each client waits from batch to batch; 0 is as fast as it is answered. */
  void pause(long milliseconds) {
    pauseMs = milliseconds;
  }

  RequestMeter.Window measure(long seconds) throws InterruptedException {
    return meter.measure(seconds);
  }

  /** Ends the clients, and tells how many acknowledged writes are not there. */
  long endAndCountLost() throws InterruptedException {
    working = false;
    for (Thread client : clients) {
      client.join(TIMEOUT_MS * 2L);
    }
    return acknowledged.entrySet().stream()
        .filter(entry -> !value(entry.getValue()).equals(cluster.get(entry.getKey())))
        .count();
  }

  @Override
  public void close() {
    working = false;
    cluster.close();
  }
}
