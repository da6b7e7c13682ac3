package io.proteus.deployment.redis;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;

/** What is asked of servers while a cluster is made. */
final class ServerCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_MS = 50;
  private static final int TIMEOUT_MS = 2000;

  private ServerCalls() {}

  /** Something that is to become true. */
  private interface Look {
    boolean holds();
  }

  static boolean answers(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  static void awaitAnswer(String host, int port) throws PortException {
    await("%s:%d does not serve".formatted(host, port), () -> isServing(host, port));
  }

  /** One that asks for a password answers, too. */
  private static boolean isServing(String host, int port) {
    try (Jedis server = new Jedis(host, port, TIMEOUT_MS)) {
      server.ping();
      return true;
    } catch (JedisException e) {
      return String.valueOf(e.getMessage()).startsWith("NOAUTH");
    }
  }

  /** Makes one cluster of servers, each with as many slots. */
  static void create(List<String> addresses) throws PortException {
    int count = addresses.size();
    for (int index = 0; index < count; index++) {
      try (Jedis server = server(addresses.get(index))) {
        int first = RedisDeployment.SLOTS * index / count;
        int last = RedisDeployment.SLOTS * (index + 1) / count - 1;
        int[] slots = IntStream.rangeClosed(first, last).toArray();
        server.clusterAddSlots(slots);
        server.sendCommand(
            Protocol.Command.CLUSTER, "SET-CONFIG-EPOCH", Integer.toString(index + 1));
      } catch (JedisException e) {
        throw new PortException("%s: %s".formatted(addresses.get(index), e.getMessage()), e);
      }
    }
    for (String other : addresses.subList(1, count)) {
      try (Jedis server = server(addresses.get(0))) {
        server.clusterMeet("127.0.0.1", Integer.parseInt(other.split(":")[1]));
      }
    }
    awaitWell(addresses);
  }

  /** Waits until all say that the cluster serves, and know each other. */
  static void awaitWell(List<String> addresses) throws PortException {
    await(
        "not all of %s say that the cluster serves".formatted(addresses),
        () -> addresses.stream().allMatch(address -> isWell(address, addresses.size())));
  }

  private static boolean isWell(String address, int nodes) {
    try (Jedis server = server(address)) {
      String told = server.clusterInfo();
      return told.contains("cluster_state:ok")
          && server.clusterNodes().lines().filter(line -> !line.contains("handshake")).count()
              >= nodes;
    } catch (JedisException e) {
      return false;
    }
  }

  private static Jedis server(String address) {
    return new Jedis("127.0.0.1", Integer.parseInt(address.split(":")[1]), TIMEOUT_MS);
  }

  private static void await(String otherwise, Look look) throws PortException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!look.holds()) {
      if (System.nanoTime() > end) {
        throw new PortException(
            "%s after %d s. Its log is in the folder logs."
                .formatted(otherwise, PATIENCE.toSeconds()));
      }
      try {
        Thread.sleep(PAUSE_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PortException("interrupted while servers started", e);
      }
    }
  }
}
