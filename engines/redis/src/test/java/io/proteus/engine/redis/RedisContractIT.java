package io.proteus.engine.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.deployment.redis.LocalRedis;
import io.proteus.engine.file.Notes;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.CloudContractTest;
import io.proteus.testkit.EngineContractTest;
import io.proteus.testkit.HostMetricsContractTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.Jedis;

/** A real cluster, and the processes that it runs in, keep what every store and cloud has to. */
@Tag("redis")
class RedisContractIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int UNREADABLE = 3;

  private static ClusterUnderTest cluster;
  private static RedisStore store;
  private static Ports ports;

  @BeforeAll
  static void start() throws PortException {
    cluster =
        new ClusterUnderTest(
            Path.of("target/it-contract"),
            "/usr/bin/redis-server",
            3,
            Map.of("maxmemory", "104857600"),
            0.8);
    cluster.fill(2000);
    store = cluster.connect();
    ports = cluster.ports(store);
  }

  @AfterAll
  static void stop() throws PortException {
    if (store != null) {
      store.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static void mayInform(String right) throws PortException {
    try (Jedis node = cluster.node(UNREADABLE)) {
      node.aclSetUser("default", right);
    }
  }

  @Nested
  class AsAnEngine extends EngineContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected NodeId anUnreadableNode() throws PortException {
      mayInform("-info");
      return new NodeId(cluster.deployment.servers().get(UNREADABLE - 1).address());
    }

    @AfterEach
    void allCanBeRead() throws PortException {
      mayInform("+info");
    }

    @Override
    protected String anotherValue(String key, String value) {
      return key.equals("maxmemory") ? "209715200" : value;
    }
  }

  @Nested
  class ToBeClaimed extends ClaimContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void loseClaim() throws Exception {
      new Notes(cluster.settings.folder(), cluster.settings.cluster())
          .change(
              all -> {
                all.remove("claim.token");
                return all;
              });
    }
  }

  @Nested
  class InItsProcesses extends CloudContractTest {
    @Override
    protected Ports ports() {
      return ports;
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected Map.Entry<String, String> aSetting() {
      return Map.entry("hz", "23");
    }
  }

  /** By the main threads, and by the processes where these have a cap. */
  abstract static class Hosts extends HostMetricsContractTest {
    @Override
    protected List<NodeId> nodes() throws PortException {
      return cluster.deployment.servers().stream()
          .limit(2)
          .map(server -> new NodeId(server.address()))
          .toList();
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void passTime() throws PortException {
      store.sample();
    }
  }

  @Nested
  class HostsByTheirMainThreads extends Hosts {
    private final HostMetrics hosts = new RedisOrders(store);

    @Override
    protected HostMetrics hosts() {
      return hosts;
    }
  }

  @Nested
  class HostsByTheirCaps extends Hosts {
    private final HostMetrics hosts = new LocalRedis(cluster.deployment, line -> {});

    @BeforeEach
    void onAMachineThatHoldsCaps() throws PortException {
      assumeTrue(cluster.deployment.isCapped());
    }

    @Override
    protected HostMetrics hosts() {
      return hosts;
    }
  }
}
