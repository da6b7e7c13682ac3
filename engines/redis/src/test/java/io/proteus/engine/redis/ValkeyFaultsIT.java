package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.Gap;
import io.proteus.core.health.Finding;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import redis.clients.jedis.Jedis;

/** Moves of slots whose nodes fail, where Valkey is installed. */
@Tag("redis")
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

  /** What it would take over once it is back stays open until then; so nothing of it is lost. */
  @Override
  void followed(RedisStore store, SlotMoves moves, Death death) throws Exception {
    String to = death.to().value();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(findings(store))
                    .singleElement()
                    .asString()
                    .contains(to, "is dead, and once it is back"));
    assertThat(owner(store, RANGE.id())).isEqualTo(death.from());
    assertThat(store.topology().said(Gap.Kind.MOVE_CUT_OFF, RANGE.id()).orElseThrow().toString())
        .contains(to, "is dead", "CLUSTER FORGET");
    // all of the keys are there by now, and none of them is given up
    eventually(store, now -> keysAt(death.from()) == 0);

    cluster.servers.deployment.revive(death.dead(), line -> {});
    cluster.servers.deployment.awaitWell();

    eventually(
        store,
        now -> !moves.isRunning(RANGE.id()) && settledElsewhere(now, death.from(), death.to()));
    cluster.awaitFollows(to, owner(store, RANGE.id()).value());
    assertThat(findings(store)).isEmpty();
  }

  @Test
  void countingTheSlotsOfAShardWithAFollowerIsWarnedOfWhereThatEndsServers() throws PortException {
    try (RedisStore store = cluster.connect();
        Jedis node = ReplicatedCluster.jedis(followed(store.look()).address())) {
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
