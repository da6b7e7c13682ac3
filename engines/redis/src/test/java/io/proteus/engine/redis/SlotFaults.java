package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Address;
import io.proteus.engine.file.Notes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Whatever dies or fails over in the middle of a slot's move, no acknowledged write is lost. A
 * class for each kind of server starts its cluster.
 */
abstract class SlotFaults {
  /** A range of which half a batch is in each slot or more. */
  static final SlotRange RANGE = new SlotRange(64, 127);

  private static final int KEYS = 400;
  private static final int BYTES = 1000;

  static ReplicatedCluster cluster;
  private static List<String> keys;

  /**
   * Starts the cluster of all tests of a class.
   *
   * @param program of its servers
   * @param settings of its servers
   */
  static void start(String program, Path folder, Map<String, String> settings)
      throws PortException {
    Map<String, String> all = new TreeMap<>(settings);
    // else one that is killed loses what it had acknowledged while its log was being forced
    all.put("appendfsync", "always");
    cluster = new ReplicatedCluster(folder, program, all);
    keys = new ArrayList<>();
    for (int slot = RANGE.first(); slot <= RANGE.last(); slot++) {
      String tag = ClusterUnderTest.tagIn(slot, slot);
      for (int key = 0; key < KEYS / 64; key++) {
        keys.add("%d{%s}".formatted(key, tag));
      }
    }
    // ballast, so that a move takes several batches
    try (var client = cluster.servers.client()) {
      for (String key : keys) {
        client.set("ballast-" + key, "x".repeat(BYTES));
      }
    }
  }

  @AfterAll
  static void stop() throws PortException {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static ReplicatedWriter writer() throws PortException {
    return new ReplicatedWriter(keys, cluster.servers.deployment.addresses());
  }

  private static UnfinishedMoves notes() throws PortException {
    return new UnfinishedMoves(new Notes(cluster.settings.folder(), cluster.settings.cluster()));
  }

  private static SlotMoves moves(StoppingClaim claim) throws PortException {
    List<String> some = cluster.settings.nodes().stream().map(Address::toString).toList();
    List<String> all = new ArrayList<>(some);
    all.addAll(cluster.servers.deployment.addresses());
    return new SlotMoves(cluster.settings, notes(), () -> claim, () -> all, new SlotSizes());
  }

  static NodeId owner(RedisStore store, PartitionId id) throws PortException {
    return store.topology().partition(id).map(Partition::node).orElseThrow();
  }

  private static NodeId other(RedisStore store, NodeId not) throws PortException {
    Topology now = store.topology();
    return now.nodes().stream()
        .map(node -> node.id())
        .filter(id -> !id.equals(not) && now.served(id) > 0)
        .findFirst()
        .orElseThrow();
  }

  static void eventually(RedisStore store, Predicate<Topology> shows) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(
            () -> {
              Topology now = store.topology();
              assertThat(shows.test(now))
                  .as(
                      "nodes %s, dead %s, in transition %s, %s on %s, noted %s, %d slots open",
                      now.nodes().stream().map(node -> node.id()).toList(),
                      now.deadNodes(),
                      now.inTransition(),
                      RANGE.id(),
                      nodeOf(now, RANGE.id()),
                      notes().all(),
                      OpenSlots.of(store.look()).size())
                  .isTrue();
            });
  }

  private static boolean isSettledOn(Topology now, NodeId node) {
    return now.inTransition().isEmpty()
        && now.partition(RANGE.id()).map(Partition::node).filter(node::equals).isPresent();
  }

  static List<String> findings(RedisStore store) throws PortException {
    return new OpenSlotsCheck(store)
        .findings(store.topology()).stream().map(Finding::what).map(Object::toString).toList();
  }

  static void nothingIsOpen(RedisStore store) throws PortException {
    assertThat(OpenSlots.of(store.look())).isEmpty();
    assertThat(notes().all()).isEmpty();
    assertThat(findings(store)).isEmpty();
  }

  /** Where a move is cut off, and who has failed over before the next Proteus comes. */
  private enum Failover {
    NONE,
    SOURCE,
    TARGET,
    BOTH;

    boolean ofSource() {
      return this == SOURCE || this == BOTH;
    }

    boolean ofTarget() {
      return this == TARGET || this == BOTH;
    }
  }

  @Test
  void aMoveThatIsCutOffBeforeAnyOrderIsFinishedThoughItsShardsHaveFailedOver() throws Exception {
    int orders;
    try (ReplicatedWriter writer = writer()) {
      orders = 0;
      boolean isCut = true;
      for (int order = 1; isCut; order++) {
        Failover failover = Failover.values()[order % Failover.values().length];
        isCut = cutAndResume(order, failover);
        orders = order;
      }
      assertThat(writer.lost()).isEmpty();
      assertThat(writer.count()).isEqualTo(keys.size());
    }
    assertThat(orders).as("orders of a move, three batches or more among them").isGreaterThan(7);
  }

  private static boolean cutAndResume(int order, Failover failover) throws Exception {
    NodeId from;
    NodeId to;
    StoppingClaim claim = StoppingClaim.cutBefore(order);
    try (RedisStore store = cluster.connect()) {
      from = owner(store, RANGE.id());
      to = other(store, from);
      try (SlotMoves moves = moves(claim)) {
        moves.begin(RANGE, RedisStore.primary(store.look(), to));
        await().atMost(Duration.ofSeconds(30)).until(() -> !moves.isRunning(RANGE.id()));
      }
    }
    if (failover.ofSource()) {
      cluster.failOver(from.value());
    }
    NodeId successor = failover.ofTarget() ? new NodeId(cluster.failOver(to.value())) : to;
    boolean isCut = claim.asked() >= order;
    try (RedisStore store = cluster.connect()) {
      if (isCut) {
        eventually(store, now -> now.inTransition().isEmpty() && now.node(successor).isPresent());
        assertThat(findings(store))
            .as("before order %d, %s", order, failover)
            .singleElement()
            .asString()
            .contains("cut off", RANGE.id().value(), successor.value());
        store.move(RANGE.id(), successor);
      }
      eventually(store, now -> isSettledOn(now, successor));
      nothingIsOpen(store);
      followersKnow(store);
    }
    return isCut;
  }

  /** One that does not would take the range back, without its keys, once its primary dies. */
  private static void followersKnow(RedisStore store) throws PortException {
    Views now = store.look();
    try (Connections own = new Connections(cluster.settings)) {
      assertThat(now.ofFollowers(own))
          .isNotEmpty()
          .allSatisfy(
              view ->
                  assertThat(Views.owner(view, RANGE.first()))
                      .isEqualTo(now.owners()[RANGE.first()])
                      .isEqualTo(Views.owner(view, RANGE.last())));
    }
  }

  @Test
  void aMoveOnItsWayFollowsItsSourceAndItsTarget() throws Exception {
    StoppingClaim claim = StoppingClaim.holdBefore(5);
    try (ReplicatedWriter writer = writer();
        RedisStore store = cluster.connect();
        SlotMoves moves = moves(claim)) {
      NodeId from = owner(store, RANGE.id());
      NodeId to = other(store, from);
      moves.begin(RANGE, RedisStore.primary(store.look(), to));
      claim.awaitReached();
      cluster.failOver(from.value());
      NodeId successor = new NodeId(cluster.failOver(to.value()));
      claim.release();

      eventually(store, now -> !moves.isRunning(RANGE.id()) && isSettledOn(now, successor));
      nothingIsOpen(store);
      assertThat(writer.lost()).isEmpty();
    }
  }

  /** As its source may get it whose successor does not know that the slot is on its way. */
  @Test
  void aKeyThatComesBeforeItsTargetTakesTheSlotOverFollows() throws Exception {
    SlotRange empty = new SlotRange(192, 255);
    String key = "late{%s}".formatted(ClusterUnderTest.tagIn(empty.first(), empty.last()));
    // after the slots are opened on both nodes
    StoppingClaim claim = StoppingClaim.holdBefore(3);
    try (RedisStore store = cluster.connect();
        SlotMoves moves = moves(claim)) {
      NodeId from = owner(store, empty.id());
      NodeId to = other(store, from);
      moves.begin(empty, RedisStore.primary(store.look(), to));
      claim.awaitReached();
      int slot = JedisClusterCRC16.getSlot(key);
      try (Jedis source = ReplicatedCluster.jedis(from.value())) {
        source.clusterSetSlotStable(slot);
        source.set(key, "value");
      }
      claim.release();

      eventually(store, now -> !moves.isRunning(empty.id()) && to.equals(nodeOf(now, empty.id())));
      nothingIsOpen(store);
      try (Jedis target = ReplicatedCluster.jedis(to.value())) {
        assertThat(target.get(key)).isEqualTo("value");
      }
    }
  }

  @Test
  void aTargetThatDiesIsFollowed() throws Exception {
    StoppingClaim claim = StoppingClaim.holdBefore(5);
    try (ReplicatedWriter writer = writer();
        RedisStore store = cluster.connect();
        SlotMoves moves = moves(claim)) {
      NodeId from = owner(store, RANGE.id());
      NodeId to = other(store, from);
      moves.begin(RANGE, RedisStore.primary(store.look(), to));
      claim.awaitReached();
      String dead = cluster.name(to.value());
      cluster.servers.deployment.kill(dead);
      claim.release();

      followed(store, moves, new Death(dead, from, to));

      nothingIsOpen(store);
      assertThat(writer.lost()).isEmpty();
    }
  }

  /**
   * A target that died in the middle of a move.
   *
   * @param dead its name
   * @param from who serves the range
   * @param to the target
   */
  record Death(String dead, NodeId from, NodeId to) {}

  /** Returns once the move has ended, and its former target follows another. */
  abstract void followed(RedisStore store, SlotMoves moves, Death death) throws Exception;

  static boolean settledElsewhere(Topology now, NodeId from, NodeId dead) {
    return now.partition(RANGE.id())
        .map(Partition::node)
        .filter(node -> !node.equals(from) && !node.equals(dead) && isSettledOn(now, node))
        .isPresent();
  }

  static int keysAt(NodeId node) {
    try (Jedis jedis = ReplicatedCluster.jedis(node.value())) {
      return IntStream.rangeClosed(RANGE.first(), RANGE.last())
          .map(slot -> (int) jedis.clusterCountKeysInSlot(slot))
          .sum();
    }
  }

  @Test
  void whatIsOnItsWayToADeadNodeIsToldAndStaysUntilTheNodeIsBack() throws Exception {
    StoppingClaim claim = StoppingClaim.holdBefore(5);
    try (ReplicatedWriter writer = writer();
        RedisStore store = cluster.connect()) {
      NodeId from = owner(store, RANGE.id());
      NodeId alone = new NodeId(cluster.join(store));
      String name = cluster.name(alone.value());
      try (SlotMoves moves = moves(claim)) {
        moves.begin(RANGE, RedisStore.primary(store.look(), alone));
        claim.awaitReached();
        cluster.servers.deployment.kill(name);
      }
      eventually(store, now -> now.deadNodes().contains(alone));

      assertThat(store.topology().inTransition()).isEmpty();
      assertThat(findings(store)).singleElement().asString().contains(alone.value(), "is dead");
      assertThat(store.topology().said(Gap.Kind.MOVE_CUT_OFF, RANGE.id()).orElseThrow())
          .asString()
          .contains(alone.value(), "is dead", "CLUSTER FORGET");
      NodeId third = other(store, from);
      assertThatThrownBy(() -> store.move(RANGE.id(), third))
          .hasMessageContaining(alone.value())
          .hasMessageContaining("is dead");
      assertThatThrownBy(() -> new RedisOrders(store).forget(alone))
          .hasMessageContaining(RANGE.id().value());
      PartitionId next = new SlotRange(128, 191).id();
      NodeId before = owner(store, next);
      NodeId to = other(store, before);
      store.move(next, to);
      eventually(store, now -> now.inTransition().isEmpty() && to.equals(nodeOf(now, next)));

      cluster.servers.deployment.revive(name, line -> {});
      eventually(store, now -> now.node(alone).isPresent());
      assertThat(store.topology().said(Gap.Kind.MOVE_CUT_OFF, RANGE.id())).isEmpty();
      store.move(RANGE.id(), third);
      eventually(store, now -> isSettledOn(now, third));
      nothingIsOpen(store);
      assertThat(writer.lost()).isEmpty();
    }
  }

  /** It would be back, and empty, before its follower takes over, which would be empty then too. */
  @Test
  void aPrimaryThatKeepsNothingOnItsDiskIsEmptiedBeforeItStartsAnew() throws Exception {
    try (RedisStore store = cluster.connect()) {
      String primary = followed(store.look()).address();
      Emptying usual = unfollowed(store).isEmpty() ? Emptying.NOT_NEEDED : Emptying.BY_MOVES;
      EmptyRestartsCheck check = new EmptyRestartsCheck(store);
      assertThat(store.topology().placing().restarting()).isEqualTo(usual);
      try (Jedis node = ReplicatedCluster.jedis(primary)) {
        node.configSet("appendonly", "no");
        assertThat(store.topology().placing().restarting()).isEqualTo(Emptying.BY_MOVES);
        assertThat(check.findings(store.topology()))
            .singleElement()
            .satisfies(
                found -> {
                  assertThat(found.subjects()).containsExactly(primary);
                  assertThat(found.what().toString()).endsWith("on disk by " + primary);
                });
        node.configSet("save", "3600 1");
        assertThat(check.findings(store.topology())).as("an older dump").isEmpty();
        assertThat(store.topology().placing().restarting()).isEqualTo(Emptying.BY_MOVES);
        node.configSet("save", "");
        node.configSet("appendonly", "yes");
      }
      assertThat(store.topology().placing().restarting()).isEqualTo(usual);
    }
  }

  /** Others may be named too, as a former primary of Redis that got no slots follows nobody. */
  @Test
  void aShardWhoseFollowerDiedIsNamed() throws Exception {
    try (RedisStore store = cluster.connect()) {
      Views before = store.look();
      Member primary = followed(before);
      String follower = before.followersOf(primary).get(0).address();
      assertThat(unfollowed(store)).doesNotContain(primary.address());
      String name = cluster.name(follower);

      cluster.servers.deployment.kill(name);
      await()
          .atMost(ReplicatedCluster.PATIENCE)
          .untilAsserted(() -> assertThat(unfollowed(store)).contains(primary.address()));
      cluster.servers.deployment.revive(name, line -> {});
      cluster.awaitFollows(follower, primary.address());

      assertThat(unfollowed(store)).doesNotContain(primary.address());
    }
  }

  /** Other tests leave a shard without a follower. */
  static Member followed(Views now) {
    return now.primaries().stream()
        .filter(primary -> now.isFollowed(primary) && !primary.slots().isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private static List<String> unfollowed(RedisStore store) throws PortException {
    return new UnfollowedCheck(store)
        .findings(store.topology()).stream()
            .peek(found -> assertThat(found.what().toString()).contains(found.subjects()))
            .flatMap(found -> found.subjects().stream())
            .toList();
  }

  private static NodeId nodeOf(Topology now, PartitionId id) {
    return now.partition(id).map(Partition::node).orElse(null);
  }

  @Test
  void aKilledProteusLeavesWhatTheNextOneFinishes() throws Exception {
    try (ReplicatedWriter writer = writer();
        RedisStore store = cluster.connect()) {
      NodeId from = owner(store, RANGE.id());
      NodeId to = other(store, from);
      Process proteus = mover(to);
      try {
        await()
            .atMost(Duration.ofSeconds(30))
            .pollInterval(Duration.ofMillis(5))
            .until(() -> !OpenSlots.of(store.look()).isEmpty());
      } finally {
        proteus.destroyForcibly().waitFor();
      }
      NodeId next = other(store, to);
      store.move(RANGE.id(), next);
      eventually(store, now -> isSettledOn(now, next));
      nothingIsOpen(store);
      assertThat(writer.lost()).isEmpty();
    }
  }

  /** Another process, which moves the range and is slow at it. */
  private static Process mover(NodeId to) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Mover.class.getName(),
            Integer.toString(cluster.settings.nodes().get(0).port()),
            cluster.settings.folder().toString(),
            to.value())
        .inheritIO()
        .start();
  }

  /** The main class of that process: it stands still before a batch, with the slots open. */
  static final class Mover {
    private Mover() {}

    public static void main(String[] arguments) throws Exception {
      RedisSettings settings =
          ReplicatedCluster.settings(
              new Address("127.0.0.1", Integer.parseInt(arguments[0])), Path.of(arguments[1]));
      StoppingClaim claim = StoppingClaim.holdBefore(5);
      try (Connections own = new Connections(settings)) {
        List<String> addresses = List.of("127.0.0.1:" + arguments[0]);
        SlotMoves moves =
            new SlotMoves(
                settings,
                new UnfinishedMoves(new Notes(settings.folder(), settings.cluster())),
                () -> claim,
                () -> addresses,
                new SlotSizes());
        Views now = Views.look(own, addresses);
        moves.begin(RANGE, RedisStore.primary(now, new NodeId(arguments[2])));
        Thread.currentThread().join();
      }
    }
  }
}
