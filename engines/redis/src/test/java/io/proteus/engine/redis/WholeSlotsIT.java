package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.port.PortException;
import io.proteus.deployment.redis.RedisDeployment.Server;
import io.proteus.engine.file.Notes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.Protocol;

/** Servers that move slots as a whole: Valkey 9. */
@Tag("redis")
class WholeSlotsIT {
  private static final SlotRange RANGE = new SlotRange(1024, 1535);
  private static final int KEYS = 3000;
  private static @Nullable ClusterUnderTest started;

  private ClusterUnderTest cluster;
  private NodeId from;
  private NodeId to;

  @BeforeAll
  static void start() throws PortException {
    Optional<String> program = Valkey9.program();
    assumeTrue(program.isPresent(), Valkey9.MISSING);
    started =
        new ClusterUnderTest(
            Path.of("target/it-valkey-9"),
            program.orElseThrow(),
            3,
            Map.of("enable-debug-command", "local", "appendfsync", "always", "hz", "20"));
    started.fill(KEYS);
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
    try (RedisStore store = cluster.connect()) {
      from = node(store.topology(), RANGE.id());
      to =
          store.topology().nodes().stream()
              .map(node -> node.id())
              .filter(id -> !id.equals(from))
              .findFirst()
              .orElseThrow();
    }
  }

  @AfterEach
  void holdNothing() {
    Valkey9.hold(from, false);
  }

  private static NodeId node(Topology now, PartitionId id) {
    return now.partition(id).map(Partition::node).orElseThrow();
  }

  private static Jedis jedis(NodeId node) {
    return new Jedis(HostAndPort.from(node.value()));
  }

  private static String idOf(NodeId node) {
    try (Jedis jedis = jedis(node)) {
      return jedis.clusterMyId();
    }
  }

  private String nameOf(NodeId node) throws PortException {
    return cluster.deployment.servers().stream()
        .filter(server -> server.address().equals(node.value()))
        .map(Server::name)
        .findFirst()
        .orElseThrow();
  }

  private UnfinishedMoves notes() throws PortException {
    return new UnfinishedMoves(new Notes(cluster.settings.folder(), cluster.settings.cluster()));
  }

  private void order(SlotRange range) {
    try (Jedis source = jedis(from)) {
      source.sendCommand(
          Protocol.Command.CLUSTER,
          "MIGRATESLOTS",
          "SLOTSRANGE",
          "" + range.first(),
          "" + range.last(),
          "NODE",
          idOf(to));
    }
  }

  /** Of the range at the node, the newest first. */
  private List<SlotMigration> exports(NodeId node) throws PortException {
    try (Connections own = new Connections(cluster.settings)) {
      return SlotMigration.of(own, node.value()).stream()
          .filter(SlotMigration::isExport)
          .filter(migration -> migration.has(List.of(RANGE.first())))
          .toList();
    }
  }

  private void settles(RedisStore store) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(
            () -> {
              Topology now = store.topology();
              assertThat(node(now, RANGE.id())).isEqualTo(to);
              assertThat(now.inTransition()).isEmpty();
              assertThat(OpenSlots.of(store.look())).isEmpty();
              assertThat(notes().all()).isEmpty();
            });
  }

  private void allIsThere() {
    try (JedisCluster client = cluster.client()) {
      for (int key = 0; key < KEYS; key++) {
        assertThat(client.get("key-" + key)).isEqualTo("value-" + key);
      }
    }
  }

  @Test
  void aRangeWithALargeKeyMovesUnderWritesOfWhichNoneIsLost() throws Exception {
    String large = "large{%s}".formatted(ClusterUnderTest.tagIn(RANGE.first(), RANGE.last()));
    char[] value = new char[Math.toIntExact(cluster.settings.largestKey().bytes()) + 1];
    Arrays.fill(value, 'x');
    int before = exports(from).size();
    try (RedisStore store = cluster.connect();
        JedisCluster client = cluster.client();
        Writer writer = new Writer(cluster.client())) {
      client.set(large, new String(value));

      store.move(RANGE.id(), to);
      settles(store);

      assertThat(exports(from)).hasSize(before + 1);
      assertThat(exports(from).get(0).isDone()).isTrue();
      assertThat(client.strlen(large)).isEqualTo(value.length);
      assertThat(writer.end()).isPositive();
      assertThat(writer.lost()).isZero();
      client.del(large);
    }
    allIsThere();
  }

  @Test
  void whatACrashLeavesOnItsWayIsAwaitedAndNotOrderedAgain() throws Exception {
    int before = exports(from).size();
    notes().began(RANGE.id(), new Shard(idOf(to), List.of()));
    Valkey9.hold(from, true);
    order(RANGE);

    try (RedisStore store = cluster.connect()) {
      assertThat(store.leftMoves()).containsExactly(RANGE.id());
      assertThat(store.topology().said(Gap.Kind.MOVE_LEFT_OPEN, RANGE.id())).isEmpty();
      assertThat(findings(store)).singleElement().asString().contains("cut off", to.value());
      store.move(RANGE.id(), to);
      assertThat(node(store.topology(), RANGE.id())).isEqualTo(from);
      Valkey9.hold(from, false);
      settles(store);
    }
    assertThat(exports(from)).hasSize(before + 1);
    allIsThere();
  }

  private static List<String> findings(RedisStore store) throws PortException {
    List<String> findings = new ArrayList<>();
    for (Finding finding : new OpenSlotsCheck(store).findings(store.topology())) {
      findings.add(finding.what().toString());
    }
    return findings;
  }

  @Test
  void whatOthersMoveIsToldAndLeftAlone() throws Exception {
    Valkey9.hold(from, true);
    order(new SlotRange(1100, 1101));
    try (RedisStore store = cluster.connect()) {
      String why =
          "slot 1100 is being moved whole from %s to %s, and Proteus did not begin that: await its end, or end all that %s moves with CLUSTER CANCELSLOTMIGRATIONS"
              .formatted(from, to, from);
      Topology now = store.topology();
      assertThat(now.inTransition()).containsExactly(RANGE.id());
      assertThat(now.said(Gap.Kind.MOVE_LEFT_OPEN, RANGE.id()).orElseThrow()).hasToString(why);
      assertThat(findings(store)).hasSize(2);
      assertThatThrownBy(() -> store.move(RANGE.id(), to))
          .isInstanceOf(PortException.class)
          .hasMessage(why + ".");
      try (Jedis source = jedis(from)) {
        source.sendCommand(Protocol.Command.CLUSTER, "CANCELSLOTMIGRATIONS");
      }
      Valkey9.hold(from, false);
      await().atMost(Duration.ofSeconds(30)).until(() -> store.topology().inTransition().isEmpty());
      store.move(RANGE.id(), to);
      settles(store);
    }
    allIsThere();
  }

  @Test
  void whereServersFailInItKeysAreHandedOver() throws Exception {
    try (Jedis source = jedis(from);
        RedisStore store = cluster.connect()) {
      // a target without a password refuses whoever names one
      source.configSet("primaryauth", "wrong");
      store.move(RANGE.id(), to);
      settles(store);
      assertThat(exports(from).stream().limit(2))
          .allSatisfy(migration -> assertThat(migration.message()).contains("AUTH"))
          .noneMatch(SlotMigration::isDone);
      source.configSet("primaryauth", "");
    }
    allIsThere();
  }

  @Test
  void aTargetThatDiesMeanwhileGetsThemWhenItIsBack() throws Exception {
    diesMeanwhile(to);
  }

  @Test
  void aSourceThatDiesMeanwhileGivesThemWhenItIsBack() throws Exception {
    diesMeanwhile(from);
  }

  private void diesMeanwhile(NodeId dead) throws Exception {
    String name = nameOf(dead);
    Valkey9.hold(from, true);
    try (RedisStore store = cluster.connect();
        Writer writer = new Writer(cluster.client())) {
      store.move(RANGE.id(), to);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> exports(from).stream().anyMatch(SlotMigration::isUnderWay));

      cluster.deployment.kill(name);
      cluster.deployment.revive(name, line -> {});
      Valkey9.hold(from, false);

      settles(store);
      writer.end();
      assertThat(writer.lost()).isZero();
    }
    allIsThere();
  }
}
