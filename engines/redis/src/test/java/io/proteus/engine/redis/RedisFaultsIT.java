package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.Jedis;

/** Moves of slots whose nodes fail, on Redis. */
@Tag("redis")
class RedisFaultsIT extends SlotFaults {

  @BeforeAll
  static void start() throws PortException {
    start("/usr/bin/redis-server", Path.of("target/it-faults"), Map.of());
  }

  @Override
  void followed(RedisStore store, SlotMoves moves, Death death) throws Exception {
    NodeId to = death.to();
    eventually(
        store, now -> !moves.isRunning(RANGE.id()) && settledElsewhere(now, death.from(), to));
    nothingIsOpen(store);
    NodeId successor = owner(store, RANGE.id());
    cluster.servers.deployment.revive(death.dead(), line -> {});
    cluster.servers.deployment.awaitWell();
    eventually(store, now -> now.node(to).isPresent());
    assertThat(keysAt(to)).as("old keys of who died").isPositive();
    assertThat(findings(store)).isEmpty();
    assertThatThrownBy(() -> store.move(RANGE.id(), to))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(to.value())
        .hasMessageContaining("old keys");
    assertThat(owner(store, RANGE.id())).isEqualTo(successor);
    try (Jedis old = ReplicatedCluster.jedis(to.value())) {
      old.flushAll();
    }
    cluster.follow(to.value(), successor.value());
  }
}
