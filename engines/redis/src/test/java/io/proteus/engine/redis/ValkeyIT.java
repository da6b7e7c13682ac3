package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.history.RateMeter;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Where Valkey 8 is installed: it measures its slots, and a hot one is found and moved. */
@Tag("redis")
class ValkeyIT {
  private static final int HOT = 3000;
  private static final String KEY = "key-7";

  @Test
  void aHotRangeIsMeasuredAndMoves() throws PortException {
    Optional<String> program = Program.find("valkey-server");
    assumeTrue(program.isPresent(), "valkey-server is not installed");
    try (ClusterUnderTest cluster =
            new ClusterUnderTest(Path.of("target/it-valkey"), program.orElseThrow(), 3, Map.of());
        RedisStore store = cluster.connect();
        JedisCluster client = cluster.client()) {
      cluster.fill(1000);
      Sample before = store.sample();
      for (int request = 0; request < HOT; request++) {
        client.get(KEY);
      }
      client.set(KEY, "other");
      Sample after = store.sample();

      assertThat(after.basis()).isEqualTo(LoadBasis.MEASURED);
      PartitionId hottest =
          after.partitions().entrySet().stream()
              .max(Comparator.comparing(entry -> served(before, entry)))
              .orElseThrow()
              .getKey();
      int slot = JedisClusterCRC16.getSlot(KEY);
      SlotRange range = SlotRange.of(hottest).orElseThrow();
      assertThat(slot).isBetween(range.first(), range.last());
      assertThat(
              after.partitions().entrySet().stream()
                  .mapToLong(entry -> served(before, entry))
                  .sum())
          .isBetween(HOT * 9 / 10L, HOT * 11 / 10L);
      assertThat(RateMeter.observe(1, before, after, Map.of(), Set.of()).basis().isMeasured())
          .isTrue();

      NodeId from = after.topology().partition(hottest).orElseThrow().node();
      NodeId to =
          after.topology().nodes().stream()
              .map(node -> node.id())
              .filter(id -> !id.equals(from))
              .findFirst()
              .orElseThrow();
      store.move(hottest, to);
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  to.equals(store.topology().partition(hottest).orElseThrow().node())
                      && store.topology().inTransition().isEmpty());
      assertThat(client.get(KEY)).isEqualTo("other");
      assertThat(store.sample().basis()).isEqualTo(LoadBasis.MEASURED);
    }
  }

  private static long served(Sample before, Map.Entry<PartitionId, RequestCounters> now) {
    RequestCounters then = before.partitions().get(now.getKey());
    return now.getValue().total() - (then == null ? 0 : then.total());
  }
}
