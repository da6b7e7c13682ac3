package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Machines;
import io.proteus.core.port.NeedsCure;
import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A cluster of Valkey 9 with several databases. */
@Tag("redis")
class DatabasesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Map<String, String> PROPERTIES = Map.of("cluster-databases", "16");
  private static final SlotRange RANGE = new SlotRange(64, 127);
  private static final String KEY =
      "key{%s}".formatted(ClusterUnderTest.tagIn(RANGE.first(), RANGE.last()));
  private static @Nullable ClusterUnderTest started;

  private ClusterUnderTest cluster;
  private NodeId from;
  private NodeId to;

  @BeforeAll
  static void start() throws PortException {
    Optional<String> program = Valkey9.program();
    assumeTrue(program.isPresent(), Valkey9.MISSING);
    started =
        new ClusterUnderTest(Path.of("target/it-databases"), program.orElseThrow(), 3, PROPERTIES);
  }

  @AfterAll
  static void stop() throws PortException {
    if (started != null) {
      started.close();
    }
  }

  @BeforeEach
  void chooseWhereItGoes() throws PortException {
    cluster = started;
    try (RedisStore store = connect(false)) {
      from = owner(store);
      to =
          store.topology().nodes().stream()
              .map(node -> node.id())
              .filter(id -> !id.equals(from))
              .findFirst()
              .orElseThrow();
    }
  }

  private RedisStore connect(boolean atomicMoves) throws PortException {
    return RedisStore.connect(settings(atomicMoves), Set.of());
  }

  private RedisSettings settings(boolean atomicMoves) {
    return ReplicatedCluster.settings(
        cluster.settings.nodes().get(0), cluster.settings.folder(), atomicMoves);
  }

  private UnfinishedMoves notes() throws PortException {
    RedisSettings settings = settings(false);
    return new UnfinishedMoves(new Notes(settings.folder(), settings.cluster()));
  }

  private static NodeId owner(RedisStore store) throws PortException {
    return store.topology().partition(RANGE.id()).map(Partition::node).orElseThrow();
  }

  private static Jedis jedis(NodeId node, int database) {
    Jedis jedis = ReplicatedCluster.jedis(node.value());
    jedis.select(database);
    return jedis;
  }

  private void settles(RedisStore store) {
    await()
        .atMost(PATIENCE)
        .until(() -> store.topology().inTransition().isEmpty() && owner(store).equals(to));
  }

  @Test
  void aRangeWithKeysInAnotherDatabaseIsMovedAsAWholeAndNotKeyByKey() throws Exception {
    try (Jedis second = jedis(from, 1)) {
      second.set(KEY, "value");
    }
    try (RedisStore store = connect(false)) {
      assertThatThrownBy(() -> store.move(RANGE.id(), to))
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith("%s has 1 keys in database 1", from)
          .hasMessageContaining("engine.atomicMoves");

      assertThat(notes().all()).isEmpty();
      assertThat(owner(store)).isEqualTo(from);
      try (Jedis second = jedis(from, 1)) {
        assertThat(second.get(KEY)).isEqualTo("value");
      }
    }
    try (RedisStore store = connect(true)) {
      store.move(RANGE.id(), to);
      settles(store);
    }
    try (Jedis second = jedis(to, 1)) {
      assertThat(second.get(KEY)).isEqualTo("value");
      second.del(KEY);
    }
  }

  @Test
  void aTargetWithOldKeysInAnotherDatabaseIsRefused() throws Exception {
    int slot = JedisClusterCRC16.getSlot(KEY);
    try (RedisStore store = connect(false);
        Jedis source = jedis(from, 0);
        Jedis second = jedis(to, 1)) {
      second.clusterSetSlotImporting(slot, source.clusterMyId());
      second.sendCommand(Protocol.Command.ASKING);
      second.set(KEY, "old");
      second.clusterSetSlotStable(slot);

      assertThatThrownBy(() -> store.move(RANGE.id(), to))
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith("%s has 1 old keys of slot %d", to, slot);

      second.flushDB();
      store.move(RANGE.id(), to);
      settles(store);
    }
  }

  @Test
  void aNewNodeWithKeysInAnotherDatabaseNeedsACureAndKeepsThem() throws Exception {
    try (RedisStore store = connect(false)) {
      Machines machines = cluster.ports(store).need(Machines.class);
      Set<NodeId> before = machines.machines().keySet();
      machines.launch(before.size() + 1, PROPERTIES);
      NodeId newcomer =
          machines.machines().keySet().stream()
              .filter(node -> !before.contains(node))
              .findFirst()
              .orElseThrow();
      int slot = JedisClusterCRC16.getSlot(KEY);
      try (Jedis second = jedis(newcomer, 1)) {
        second.configSet("cluster-require-full-coverage", "no");
        second.clusterAddSlots(slot);
        await()
            .atMost(PATIENCE)
            .ignoreExceptions()
            .until(() -> "OK".equals(second.set(KEY, "old")));
        second.clusterDelSlots(slot);

        assertThatThrownBy(() -> cluster.ports(store).need(Admission.class).admit(newcomer))
            .isInstanceOf(NeedsCure.class)
            .hasMessageStartingWith("%s holds old keys (1), and is not taken in", newcomer);
        assertThat(second.dbSize()).isEqualTo(1);
      } finally {
        machines.terminate(newcomer);
      }
    }
  }
}
