package io.proteus.engine.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/**
 * Writes growing numbers to keys without a pause. A write counts once a follower has it too ({@code
 * WAIT}), as the store itself loses others when a primary dies.
 */
final class ReplicatedWriter implements AutoCloseable {
  private static final int WAIT_MS = 200;
  private static final int REDIRECTIONS = 5;

  private final List<String> keys;
  private final List<String> nodes;
  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
  private final Map<String, Jedis> connections = new HashMap<>();
  private final Thread thread = new Thread(this::write, "replicated-writer");
  private volatile boolean working = true;

  ReplicatedWriter(List<String> keys, List<String> nodes) {
    this.keys = keys;
    this.nodes = nodes;
    thread.start();
  }

  private void write() {
    for (int number = 0; working; number++) {
      String key = keys.get(number % keys.size());
      String value = Integer.toString(number);
      try {
        Jedis there = ask(nodes.get(number % nodes.size()), key, node -> node.set(key, value)).by();
        if (there.waitReplicas(1, WAIT_MS) >= 1) {
          acknowledged.put(key, number);
        }
      } catch (JedisException e) {
        // not acknowledged: a later read may find it or not
      }
    }
  }

  private interface Order<T> {
    T at(Jedis node);
  }

  private record Answer<T>(T value, Jedis by) {}

  private <T> Answer<T> ask(String first, String key, Order<T> order) {
    String address = first;
    boolean asking = false;
    for (int hop = 0; hop < REDIRECTIONS; hop++) {
      Jedis node = connections.computeIfAbsent(address, ReplicatedCluster::jedis);
      try {
        if (asking) {
          node.asking();
        }
        return new Answer<>(order.at(node), node);
      } catch (JedisAskDataException e) {
        address = e.getTargetNode().toString();
        asking = true;
      } catch (JedisMovedDataException e) {
        address = e.getTargetNode().toString();
        asking = false;
      } catch (JedisException e) {
        if (node.isBroken()) {
          connections.remove(address);
          node.close();
        }
        throw e;
      }
    }
    throw new JedisException(key + " is redirected without end");
  }

  /** How many writes have been acknowledged so far, of the latest of each key. */
  int count() {
    return acknowledged.size();
  }

  /** Ends, and answers the keys whose acknowledged write is gone, and who has what instead. */
  List<String> lost() {
    end();
    List<String> lost = new ArrayList<>();
    acknowledged.forEach(
        (key, number) -> {
          Answer<@Nullable String> found = ask(nodes.get(0), key, node -> node.get(key));
          if (found.value() == null || Integer.parseInt(found.value()) < number) {
            lost.add(
                "%s: %d was acknowledged, %s has %s"
                    .formatted(key, number, found.by(), found.value()));
          }
        });
    return lost;
  }

  private void end() {
    working = false;
    try {
      thread.join(TimeUnit.SECONDS.toMillis(30));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end();
    connections.values().forEach(Jedis::close);
  }
}
