package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Settings of a shard with a follower, while it runs. */
@Tag("redis")
class SettingsIT {
  private static final String KEY = "maxmemory-samples";
  private static ReplicatedCluster cluster;

  @BeforeAll
  static void start() throws PortException {
    cluster =
        new ReplicatedCluster(Path.of("target/it-settings"), "/usr/bin/redis-server", Map.of());
  }

  @AfterAll
  static void stop() throws PortException {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** So a failover changes no setting; what somebody has set on a follower alone stays. */
  @Test
  void aFollowerGetsTheSettingsOfItsPrimaryThatItHadAlike() throws Exception {
    try (RedisStore store = cluster.connect()) {
      Views now = store.look();
      Member followed = SlotFaults.followed(now);
      NodeId primary = new NodeId(followed.address());
      try (Jedis node = ReplicatedCluster.jedis(now.followersOf(followed).get(0).address())) {
        Map<String, String> before = node.configGet("hz", "maxmemory-samples");
        node.configSet("hz", "17");

        new RedisOrders(store)
            .set(primary, SettingsChange.setting(Map.of("hz", "20", "maxmemory-samples", "9")));

        assertThat(store.topology().node(primary).orElseThrow().settings())
            .containsEntry("hz", "20")
            .containsEntry("maxmemory-samples", "9");
        assertThat(node.configGet("hz", "maxmemory-samples"))
            .containsEntry("hz", "17")
            .containsEntry("maxmemory-samples", "9");

        new RedisOrders(store).set(primary, SettingsChange.setting(before));

        assertThat(node.configGet("maxmemory-samples"))
            .containsEntry("maxmemory-samples", before.get("maxmemory-samples"));
        assertThat(node.configGet("hz")).containsEntry("hz", "17");
        node.configSet("hz", before.get("hz"));
      }
    }
  }

  /** As one without a file does, or on a disk that is read-only. */
  @Test
  void whoCannotWriteItsFileIsNamedOnceAllHaveTheValue() throws Exception {
    try (RedisStore store = cluster.connect()) {
      Views now = store.look();
      Member primary = SlotFaults.followed(now);
      SettingsChange change = SettingsChange.setting(Map.of(KEY, "8"));
      NodeId node = new NodeId(primary.address());
      try (Jedis first = ReplicatedCluster.jedis(primary.address());
          Jedis second = ReplicatedCluster.jedis(now.followersOf(primary).get(0).address())) {
        first.aclSetUser("default", "-config|rewrite");
        try {
          assertThatThrownBy(() -> new RedisOrders(store).set(node, change))
              .isInstanceOf(PortException.class)
              .hasMessageStartingWith("{%s=8} is set, and lasts until the restart", KEY)
              .hasMessageContaining(primary.address());
        } finally {
          first.aclSetUser("default", "+config|rewrite");
        }

        assertThat(first.configGet(KEY)).containsEntry(KEY, "8");
        assertThat(second.configGet(KEY)).containsEntry(KEY, "8");
      }
      assertThat(store.topology().node(node).orElseThrow().settings())
          .as("a plan sees that it is done")
          .containsEntry(KEY, "8");
    }
  }
}
