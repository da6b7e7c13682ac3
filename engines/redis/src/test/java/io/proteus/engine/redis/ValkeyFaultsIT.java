package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.health.Finding;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import redis.clients.jedis.Jedis;

/** Moves of slots whose nodes fail, where Valkey is installed. */
@EnabledIf(value = "isInstalled", disabledReason = "valkey-server is not installed")
class ValkeyFaultsIT extends SlotFaults {
  private static final String PROGRAM = "valkey-server";

  static boolean isInstalled() {
    return Program.find(PROGRAM).isPresent();
  }

  @BeforeAll
  static void start() throws PortException {
    start(
        Program.find(PROGRAM).orElseThrow(),
        Path.of("target/it-valkey-faults"),
        // with it, some versions end when a follower is promoted
        Map.of(SlotStatsCheck.KEY, "no"));
  }

  @Override
  boolean formerPrimariesFollow() {
    return true;
  }

  @Test
  void countingTheSlotsOfAShardWithAFollowerIsWarnedOfWhereThatEndsServers() throws PortException {
    try (RedisStore store = cluster.connect();
        Jedis node = ReplicatedCluster.jedis(store.look().primaries().get(0).address())) {
      SlotStatsCheck check = new SlotStatsCheck(store);
      boolean ends = SlotStatsCheck.ends(ToldSettings.version(Figures.parse(node.info("server"))));
      assertThat(check.findings(store.topology())).isEmpty();

      node.configSet(SlotStatsCheck.KEY, "yes");
      List<Finding> findings = check.findings(store.topology());
      node.configSet(SlotStatsCheck.KEY, "no");

      assertThat(findings).hasSize(ends ? 1 : 0);
      assertThat(check.findings(store.topology())).isEmpty();
    }
  }
}
