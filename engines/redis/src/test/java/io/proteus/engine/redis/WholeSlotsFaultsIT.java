package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Slots that servers move as a whole while the nodes of shards with followers fail. */
@Tag("redis")
class WholeSlotsFaultsIT {
  private static final SlotRange RANGE = new SlotRange(0, 63);
  private static final List<String> KEYS =
      IntStream.range(0, 200)
          .mapToObj(key -> "%d{%s}".formatted(key, ClusterUnderTest.tagIn(0, 63)))
          .toList();
  private static @Nullable ReplicatedCluster started;

  private ReplicatedCluster cluster;
  private RedisSettings settings;
  private NodeId from;
  private NodeId to;

  @BeforeAll
  static void start() throws PortException {
    Optional<String> program = Valkey9.program();
    assumeTrue(program.isPresent(), Valkey9.MISSING);
    started =
        new ReplicatedCluster(
            Path.of("target/it-valkey-9-faults"),
            program.orElseThrow(),
            Map.of("enable-debug-command", "local", "appendfsync", "always"));
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
    settings =
        ReplicatedCluster.settings(
            cluster.servers.settings.nodes().get(0), cluster.servers.settings.folder(), true);
    try (RedisStore store = connect()) {
      Topology now = store.topology();
      from = now.partition(RANGE.id()).map(Partition::node).orElseThrow();
      to =
          now.nodes().stream()
              .map(node -> node.id())
              .filter(id -> !id.equals(from) && now.served(id) > 0)
              .findFirst()
              .orElseThrow();
    }
  }

  private RedisStore connect() throws PortException {
    return RedisStore.connect(settings, Set.of());
  }

  private void begin(RedisStore store) throws PortException {
    Valkey9.hold(from, true);
    store.move(RANGE.id(), to);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                SlotMigration.of(store.connections(), from.value()).stream()
                    .anyMatch(SlotMigration::isUnderWay));
  }

  private void settlesOn(RedisStore store, NodeId node) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(
            () -> {
              Topology now = store.topology();
              assertThat(now.partition(RANGE.id()).map(Partition::node)).contains(node);
              assertThat(now.inTransition()).isEmpty();
              assertThat(store.leftMoves()).isEmpty();
              assertThat(OpenSlots.of(store.look())).isEmpty();
            });
  }

  private ReplicatedWriter writer() throws PortException {
    return new ReplicatedWriter(KEYS, cluster.servers.deployment.addresses());
  }

  @Test
  void whereSourceAndTargetFailOverTheirSuccessorsMoveIt() throws Exception {
    try (ReplicatedWriter writer = writer();
        RedisStore store = connect()) {
      begin(store);

      cluster.failOver(from.value());
      NodeId successor = new NodeId(cluster.failOver(to.value()));
      Valkey9.hold(from, false);

      settlesOn(store, successor);
      assertThat(writer.lost()).isEmpty();
      await().atMost(Duration.ofSeconds(30)).until(() -> writer.count() == KEYS.size());
    }
  }

  /** One that was told to import them slot by slot would, see {@link FormerPrimaries}. */
  @Test
  void aTargetThatDiedTakesNothingFromItsSuccessorWhenItIsBack() throws Exception {
    String name = cluster.name(to.value());
    try (ReplicatedWriter writer = writer();
        RedisStore store = connect()) {
      begin(store);

      cluster.servers.deployment.kill(name);
      await().atMost(Duration.ofSeconds(30)).until(() -> store.topology().deadNodes().contains(to));
      Valkey9.hold(from, false);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> !store.isMoving(RANGE.id()) && store.leftMoves().isEmpty());
      NodeId successor = store.topology().partition(RANGE.id()).map(Partition::node).orElseThrow();
      assertThat(successor).isNotEqualTo(from).isNotEqualTo(to);
      assertThat(writer.count()).isPositive();

      cluster.servers.deployment.revive(name, line -> {});
      cluster.awaitFollows(to.value(), successor.value());

      settlesOn(store, successor);
      assertThat(writer.lost()).isEmpty();
    }
  }
}
