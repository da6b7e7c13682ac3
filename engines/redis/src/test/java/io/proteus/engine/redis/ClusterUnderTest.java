package io.proteus.engine.redis;

import io.proteus.core.port.Facets;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.redis.LocalRedis;
import io.proteus.deployment.redis.Program;
import io.proteus.deployment.redis.RedisDeployment;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Real servers on this machine, and Proteus's own look at them. */
final class ClusterUnderTest implements AutoCloseable {
  /** As for a node of a cluster: its bus is 10,000 higher. */
  private static final int FIRST = 12_000;

  private static final int LAST = 22_000;
  private static final int BLOCK = 20;

  final RedisDeployment deployment;
  final RedisSettings settings;

  ClusterUnderTest(Path folder, String program, int nodes, Map<String, String> properties)
      throws PortException {
    this(folder, program, nodes, properties, null);
  }

  ClusterUnderTest(
      Path folder,
      String program,
      int nodes,
      Map<String, String> properties,
      @Nullable Double cores)
      throws PortException {
    deployment = RedisDeployment.in(folder);
    deployment.destroy(line -> {});
    int port = freePort();
    deployment.up(Program.of(program).capped(cores), nodes, port, properties, line -> {});
    settings = settings(port, folder.resolve("notes"), ByteSize.ofMegabytes(4));
  }

  static RedisSettings settings(int port, Path notes, ByteSize largest) {
    return settings("127.0.0.1", port, notes, largest);
  }

  static RedisSettings settings(String host, int port, Path notes, ByteSize largest) {
    return new RedisSettings(
        List.of(new Address(host, port)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Duration.ofSeconds(5),
        Optional.of(notes),
        512,
        ByteSize.ofKilobytes(64),
        largest,
        true);
  }

  private static int freePort() {
    for (int port = FIRST; port < LAST; port += BLOCK) {
      try (ServerSocket one = new ServerSocket(port);
          ServerSocket bus = new ServerSocket(port + 10_000)) {
        return Math.min(one.getLocalPort(), bus.getLocalPort());
      } catch (IOException e) {
        // taken
      }
    }
    throw new AssertionError("no port is free");
  }

  RedisStore connect() throws PortException {
    return RedisStore.connect(settings, Set.of());
  }

  Ports ports(RedisStore store) {
    RedisOrders orders = new RedisOrders(store);
    return new Ports(
        store, Facets.of(store, orders, new LocalRedis(deployment, line -> {})), store.claims());
  }

  JedisCluster client() {
    return new JedisCluster(HostAndPort.from(settings.nodes().get(0).toString()));
  }

  Jedis node(int number) throws PortException {
    return new Jedis(HostAndPort.from(deployment.servers().get(number - 1).address()));
  }

  void fill(int keys) {
    try (JedisCluster client = client()) {
      for (int key = 0; key < keys; key++) {
        client.set("key-" + key, "value-" + key);
      }
    }
  }

  /** What keys have in braces to lie in one slot of a range. */
  static String tagIn(int first, int last) {
    for (int tag = 0; ; tag++) {
      int slot = JedisClusterCRC16.getSlot("" + tag);
      if (slot >= first && slot <= last) {
        return "" + tag;
      }
    }
  }

  @Override
  public void close() throws PortException {
    deployment.destroy(line -> {});
  }
}
