package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.port.Admission;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimNotes;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Holder;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Membership;
import io.proteus.core.port.NeedsCure;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.redis.LocalRedis;
import io.proteus.engine.file.Notes;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Slots of a real cluster move under clients, whatever happens meanwhile. */
@Tag("redis")
class RedisIT {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int KEYS = 4000;
  private static final PartitionId FIRST = new SlotRange(0, 511).id();

  private static ClusterUnderTest cluster;

  @TempDir static Path folder;

  @BeforeAll
  static void start() throws PortException {
    cluster =
        new ClusterUnderTest(
            Path.of("target/it-redis"), "/usr/bin/redis-server", 3, Map.of("hz", "20"));
    cluster.fill(KEYS);
  }

  @AfterAll
  static void stop() throws PortException {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static void eventually(RedisStore store, Predicate<Topology> shows) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> shows.test(store.topology()));
  }

  private static NodeId owner(RedisStore store, PartitionId id) throws PortException {
    return store.topology().partition(id).map(Partition::node).orElseThrow();
  }

  private static NodeId other(RedisStore store, NodeId not) throws PortException {
    return store.topology().nodes().stream()
        .map(node -> node.id())
        .filter(id -> !id.equals(not))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isSettledOn(Topology now, PartitionId id, NodeId node) {
    return now.inTransition().isEmpty()
        && now.partition(id).map(Partition::node).filter(node::equals).isPresent();
  }

  private static void allIsThere() {
    try (JedisCluster client = cluster.client()) {
      for (int key = 0; key < KEYS; key++) {
        assertThat(client.get("key-" + key)).isEqualTo("value-" + key);
      }
    }
  }

  @Test
  void growsAndShrinksUnderWritesOfWhichNoneIsLost() throws Exception {
    try (RedisStore store = cluster.connect();
        Writer writer = new Writer(cluster.client())) {
      Ports ports = cluster.ports(store);
      int before = store.topology().nodes().size();
      Set<NodeId> first = ports.need(Machines.class).machines().keySet();
      for (int total = before + 1; total <= before + 2; total++) {
        ports.need(Machines.class).launch(total, Map.of());
        int wanted = total;
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  for (NodeId machine : ports.need(Machines.class).machines().keySet()) {
                    ports.need(Admission.class).admit(machine);
                  }
                  return store.topology().nodes().size() == wanted;
                });
      }
      List<NodeId> added = new ArrayList<>(ports.need(Machines.class).machines().keySet());
      added.removeAll(first);
      NodeId from = owner(store, FIRST);
      for (NodeId to : List.of(added.get(0), added.get(1), from)) {
        store.move(FIRST, to);
        eventually(store, now -> isSettledOn(now, FIRST, to));
      }
      for (NodeId gone : added) {
        assertThat(store.topology().served(gone)).isZero();
        ports.need(Machines.class).terminate(gone);
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  ports.need(Membership.class).forget(gone);
                  return !store.topology().knows(gone);
                });
      }
      assertThat(store.topology().nodes()).hasSize(before);
      assertThat(writer.end()).as("acknowledged writes").isPositive();
      assertThat(writer.lost()).isZero();
    }
    allIsThere();
  }

  @Test
  void whatIsCutOffInMidSlotIsFinishedByTheNextAndStrangersAreNot() throws Exception {
    PartitionId id;
    NodeId from;
    NodeId to;
    try (RedisStore store = cluster.connect()) {
      id = new SlotRange(1024, 1535).id();
      from = owner(store, id);
      to = other(store, from);
    }
    String target = idOf(to);
    // as a process leaves it that dies between two batches
    new UnfinishedMoves(new Notes(cluster.settings.folder(), cluster.settings.cluster()))
        .began(id, new Shard(target, List.of()));
    open(1100, from, to);

    try (RedisStore store = cluster.connect()) {
      assertThat(owner(store, id)).isEqualTo(from);
      assertThatThrownBy(() -> new RedisOrders(store).letGo(to))
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith("%s has some of the keys of %s, which was on its way", to, id);
      eventually(store, now -> isSettledOn(now, id, to));
      assertThat(store.leftMoves()).isEmpty();
    }
    try (RedisStore store = cluster.connect()) {
      store.move(id, from);
      eventually(store, now -> isSettledOn(now, id, from));
    }
    new UnfinishedMoves(new Notes(cluster.settings.folder(), cluster.settings.cluster()))
        .began(id, new Shard(target, List.of()));
    open(1100, from, to);
    try (RedisStore store = cluster.connect()) {
      assertThat(store.leftMoves()).containsExactly(id);
      store.move(id, to);
      assertThat(store.leftMoves()).isEmpty();
      eventually(store, now -> isSettledOn(now, id, to));
      assertThat(
              new UnfinishedMoves(new Notes(cluster.settings.folder(), cluster.settings.cluster()))
                  .all())
          .isEmpty();

      open(1100, to, from);
      assertThatThrownBy(() -> store.move(id, from))
          .isInstanceOf(PortException.class)
          .hasMessage(
              "slot 1100 is open on its way from %s to %s, and Proteus did not begin that: finish it, or undo it with CLUSTER SETSLOT 1100 STABLE on both nodes.",
              to, from);
      assertThat(store.topology().inTransition()).containsExactly(id);
      assertThat(store.topology().said(Gap.Kind.MOVE_LEFT_OPEN, id).orElseThrow())
          .asString()
          .startsWith("slot 1100 is open on its way from %s to %s".formatted(to, from))
          .endsWith("CLUSTER SETSLOT 1100 STABLE on both nodes");
      stable(1100, from);
      stable(1100, to);
      store.move(id, from);
      eventually(store, now -> isSettledOn(now, id, from));
    }
    allIsThere();
  }

  /** Notes beside a claim are remembered for a second. */
  @Test
  void aSlotThatAProteusElsewhereHasJustOpenedIsNoStrangers() throws Exception {
    try (RedisStore store = cluster.connect()) {
      PartitionId id = new SlotRange(1024, 1535).id();
      NodeId from = owner(store, id);
      NodeId to = other(store, from);
      Map<String, String> noted =
          Map.of("move." + id.value(), new Shard(idOf(to), List.of()).toString());
      store.claims().grantedBy(Claims.withNotes(Map.of(), noted));
      open(1100, from, to);
      try {
        assertThat(store.topology().said(Gap.Kind.MOVE_LEFT_OPEN, id)).isEmpty();
      } finally {
        stable(1100, from);
        stable(1100, to);
      }
    }
  }

  /** Claims of an authority that grants none, and keeps notes. */
  private record Claims(ClaimNotes kept) implements Claiming {
    /**
     * @param remembered by who reads them
     * @param noted by now
     */
    static Claims withNotes(Map<String, String> remembered, Map<String, String> noted) {
      return new Claims(
          new ClaimNotes() {
            @Override
            public Map<String, String> read() {
              return remembered;
            }

            @Override
            public Map<String, String> change(UnaryOperator<Map<String, String>> change) {
              return change.apply(new HashMap<>(noted));
            }
          });
    }

    @Override
    public Claim claim(String who) throws PortException {
      throw new AlreadyClaimed("it is another's.");
    }

    @Override
    public Optional<Holder> holder() {
      return Optional.empty();
    }

    @Override
    public Optional<ClaimNotes> notes() {
      return Optional.of(kept);
    }
  }

  /** A dump that lies in the folder of a spare host is loaded when its server starts. */
  @Test
  void aNewNodeThatHoldsKeysNeedsACureAndKeepsThem() throws Exception {
    withANewNode(
        (newcomer, alone) -> {
          String key = "old{%s}".formatted(ClusterUnderTest.tagIn(0, 511));
          int slot = JedisClusterCRC16.getSlot(key);
          alone.configSet("cluster-require-full-coverage", "no");
          alone.clusterAddSlots(slot);
          await().atMost(PATIENCE).ignoreExceptions().until(() -> "OK".equals(alone.set(key, "x")));
          alone.clusterDelSlots(slot);

          isRefused(newcomer, alone, "holds old keys (1)");

          assertThat(alone.dbSize()).isEqualTo(1);
        });
  }

  /** The file of its former cluster lies there, but none of its data. */
  @Test
  void aNewNodeThatOwnsSlotsNeedsACureAndKeepsThem() throws Exception {
    withANewNode(
        (newcomer, alone) -> {
          alone.clusterAddSlots(7, 8);

          isRefused(newcomer, alone, "has slots of its own (2)");

          assertThat(alone.clusterSlots()).hasSize(1);
        });
  }

  @Test
  void aNewNodeThatKnowsAnotherClusterNeedsACureAndIsNotMerged() throws Exception {
    withANewNode(
        (newcomer, alone) ->
            withANewNode(
                (stranger, beside) -> {
                  HostAndPort where = HostAndPort.from(stranger.value());
                  alone.clusterMeet(where.getHost(), where.getPort());
                  await().atMost(PATIENCE).until(() -> alone.clusterNodes().lines().count() == 2);

                  isRefused(newcomer, alone, "belongs to another cluster, with " + stranger);
                }));
  }

  private interface NewNode {
    void isThere(NodeId newcomer, Jedis alone) throws Exception;
  }

  /** Starts the machine of one more node, which joins nothing, and ends it. */
  private void withANewNode(NewNode test) throws Exception {
    try (RedisStore store = cluster.connect()) {
      Machines machines = cluster.ports(store).need(Machines.class);
      Set<NodeId> before = machines.machines().keySet();
      machines.launch(before.size() + 1, Map.of());
      NodeId newcomer =
          machines.machines().keySet().stream()
              .filter(node -> !before.contains(node))
              .findFirst()
              .orElseThrow();
      try (Jedis alone = jedis(newcomer)) {
        test.isThere(newcomer, alone);
        assertThat(store.topology().node(newcomer)).isEmpty();
      } finally {
        machines.terminate(newcomer);
      }
    }
  }

  private void isRefused(NodeId newcomer, Jedis alone, String why) throws Exception {
    try (RedisStore store = cluster.connect()) {
      assertThatThrownBy(() -> cluster.ports(store).need(Admission.class).admit(newcomer))
          .isInstanceOf(NeedsCure.class)
          .hasMessageStartingWith("%s %s, and is not taken in", newcomer, why)
          .hasMessageContaining("in %s on 127.0.0.1", alone.configGet("dir").get("dir"))
          .hasMessageContaining("dump.rdb, appendonlydir, nodes.conf");
    }
  }

  private static String idOf(NodeId node) {
    try (Jedis jedis = jedis(node)) {
      return jedis.clusterMyId();
    }
  }

  private static Jedis jedis(NodeId node) {
    return new Jedis(HostAndPort.from(node.value()));
  }

  private static void open(int slot, NodeId from, NodeId to) {
    try (Jedis source = jedis(from);
        Jedis target = jedis(to)) {
      target.clusterSetSlotImporting(slot, idOf(from));
      source.clusterSetSlotMigrating(slot, idOf(to));
    }
  }

  private static void stable(int slot, NodeId node) {
    try (Jedis jedis = jedis(node)) {
      jedis.clusterSetSlotStable(slot);
    }
  }

  @Test
  void aLostClaimEndsAMoveAndTheNextHolderFinishesIt() throws Exception {
    PartitionId id = new SlotRange(2048, 2559).id();
    try (RedisStore store = cluster.connect()) {
      NodeId from = owner(store, id);
      NodeId to = other(store, from);
      Claim claim = store.claims().claim("the first");
      store.move(id, to);
      claim.close();
      eventually(store, now -> now.inTransition().isEmpty());
      assertThat(owner(store, id)).isEqualTo(from);
      assertThatThrownBy(() -> store.move(id, to)).hasMessageContaining("claim");
      store.move(id, to);
      eventually(store, now -> isSettledOn(now, id, to));
    }
    allIsThere();
  }

  @Test
  void aLargeKeyIsNamedAndItsRangeStays() throws Exception {
    PartitionId id = new SlotRange(16_384 - 512, 16_383).id();
    String key = "large{%s}".formatted(ClusterUnderTest.tagIn(16_384 - 512, 16_383));
    try (RedisStore store = cluster.connect();
        JedisCluster client = cluster.client()) {
      client.set(key, "x".repeat(5 << 20));
      NodeId from = owner(store, id);

      assertThatThrownBy(() -> store.move(id, other(store, from)))
          .isInstanceOf(PortException.class)
          .hasMessageContaining(key);

      assertThat(isSettledOn(store.topology(), id, from)).isTrue();
      client.del(key);
    }
  }

  @Test
  void aRangeForWhichItsTargetHasNoMemoryIsRefusedAndNotNoted() throws Exception {
    PartitionId id = new SlotRange(4608, 5119).id();
    try (RedisStore store = cluster.connect()) {
      NodeId from = owner(store, id);
      NodeId to = other(store, from);
      ByteSize size = store.sample().topology().partition(id).orElseThrow().size();
      try (Jedis target = jedis(to)) {
        long used = Figures.parse(target.info("memory")).count("used_memory");
        target.configSet("maxmemory", Long.toString(used + size.bytes() / 2));
        try {
          assertThatThrownBy(() -> store.move(id, to))
              .isInstanceOf(PortException.class)
              .hasMessageStartingWith("%s has no memory for %s", to, id)
              .hasMessageContaining("Raise maxmemory");
        } finally {
          target.configSet("maxmemory", "0");
        }
      }
      assertThat(notes().all()).isEmpty();
      assertThat(isSettledOn(store.topology(), id, from)).isTrue();

      store.move(id, to);
      eventually(store, now -> isSettledOn(now, id, to));
    }
    allIsThere();
  }

  private static UnfinishedMoves notes() throws PortException {
    return new UnfinishedMoves(new Notes(cluster.settings.folder(), cluster.settings.cluster()));
  }

  @Test
  void aKeyThatGrowsWhileItsSlotIsOnItsWayStaysAndTheMoveGoesOnOnceItIsSmall() throws Exception {
    SlotRange range = new SlotRange(4096, 4607);
    String tag = ClusterUnderTest.tagIn(4096, 4607);
    int slot = JedisClusterCRC16.getSlot(tag);
    String value = "y".repeat(30_000);
    int keys = 100;
    try (RedisStore store = cluster.connect();
        JedisCluster client = cluster.client()) {
      for (int key = 0; key < keys; key++) {
        client.set("grows-%d{%s}".formatted(key, tag), value);
      }
      NodeId from = owner(store, range.id());
      NodeId to = other(store, from);
      Claim claim = store.claims().claim("the test");
      store.move(range.id(), to);
      String grown = growTheLastOneLeft(slot, from, value);
      await().atMost(PATIENCE).until(() -> !store.topology().inTransition().contains(range.id()));

      assertThat(owner(store, range.id())).isEqualTo(from);
      try (Jedis source = jedis(from)) {
        assertThat(source.clusterGetKeysInSlot(slot, keys)).contains(grown);
        assertThat(source.clusterCountKeysInSlot(slot)).isBetween(1L, keys - 1L);
      }
      for (int key = 0; key < keys; key++) {
        assertThat(client.strlen("grows-%d{%s}".formatted(key, tag)))
            .isGreaterThanOrEqualTo(value.length());
      }
      assertThatThrownBy(() -> store.move(range.id(), to))
          .hasMessageContaining("slot " + slot)
          .hasMessageContaining(grown)
          .hasMessageContaining("engine.largestKey");

      client.set(grown, value);
      store.move(range.id(), to);
      eventually(store, now -> isSettledOn(now, range.id(), to));
      for (int key = 0; key < keys; key++) {
        assertThat(client.strlen("grows-%d{%s}".formatted(key, tag))).isEqualTo(value.length());
      }
      claim.close();
    }
    allIsThere();
  }

  /**
   * A move asks for its claim before each batch, and so waits while the notes are being changed.
   */
  private static String growTheLastOneLeft(int slot, NodeId from, String value)
      throws PortException {
    String[] grown = new String[1];
    new Notes(cluster.settings.folder(), cluster.settings.cluster())
        .change(
            all -> {
              try (Jedis source = jedis(from)) {
                List<String> left =
                    source.clusterGetKeysInSlot(slot, 1000).stream()
                        .filter(key -> key.startsWith("grows-"))
                        .toList();
                grown[0] = left.get(left.size() - 1);
                source.append(grown[0], value.repeat(170));
              }
              return all;
            });
    return grown[0];
  }

  @Test
  void theReadmesRightsAreEnough() throws Exception {
    String rights =
        Files.readAllLines(Path.of("README.md")).stream()
            .filter(line -> line.startsWith("ACL SETUSER"))
            .findFirst()
            .orElseThrow()
            .replace(">PASSWORD", ">secret");
    String[] words = rights.split(" ");
    for (var server : cluster.deployment.servers()) {
      try (Jedis node = jedis(new NodeId(server.address()))) {
        String[] arguments = Arrays.copyOfRange(words, 1, words.length);
        node.sendCommand(Protocol.Command.ACL, arguments);
      }
    }
    Path password = Files.writeString(folder.resolve("password"), "secret\n");
    RedisSettings plain = cluster.settings;
    RedisSettings asUser = as(plain, "proteus", password);
    try (RedisStore store = RedisStore.connect(asUser, Set.of())) {
      PartitionId id = new SlotRange(3072, 3583).id();
      NodeId from = owner(store, id);
      NodeId to = other(store, from);
      store.move(id, to);
      eventually(store, now -> isSettledOn(now, id, to));
      assertThat(store.sample().topology().gaps()).isEmpty();
      assertThat(store.sample().basis()).isEqualTo(LoadBasis.APPORTIONED);
      new RedisOrders(store).set(from, SettingsChange.setting(Map.of("hz", "30")));
      eventually(store, now -> "30".equals(now.node(from).orElseThrow().settings().get("hz")));
      NodeReport told = new ToldSettings(store).ofNodes(Set.of("hz", "maxmemory")).get(from);
      assertThat(told).isNotNull();
      assertThat(told.gap()).isNull();
      assertThat(told.values().get("hz")).extracting(ReportedValue::value).isEqualTo("30");
      assertThat(told.values()).containsOnlyKeys("hz", "maxmemory");
      assertThat(told.measured()).containsKeys("usedMemory", "followers");
    }
    Path wrong = Files.writeString(folder.resolve("wrong"), "guess");
    assertThatThrownBy(() -> RedisStore.connect(as(plain, "proteus", wrong), Set.of()))
        .hasMessageContaining("engine.passwordFile");
  }

  private static RedisSettings as(RedisSettings settings, String user, Path password) {
    return new RedisSettings(
        settings.nodes(),
        settings.name(),
        Optional.of(user),
        Optional.of(password),
        false,
        Optional.empty(),
        settings.timeout(),
        settings.directory(),
        settings.slots(),
        settings.batch(),
        settings.largestKey(),
        true);
  }

  @Test
  void whatIsNoClusterIsRefusedWithASentence() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      int free = silent.getLocalPort();
      silent.close();
      assertThatThrownBy(() -> connect(free)).hasMessageContaining("127.0.0.1:" + free);
    }
    try (ServerSocket web = new ServerSocket(0)) {
      Thread answer = new Thread(() -> answerAsAWebServer(web));
      answer.setDaemon(true);
      answer.start();
      assertThatThrownBy(() -> connect(web.getLocalPort()))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("another service");
    }
    try (ClusterUnderTest single =
        new ClusterUnderTest(Path.of("target/it-single"), "/usr/bin/redis-server", 1, Map.of())) {
      new LocalRedis(single.deployment, line -> {})
          .restart(
              new NodeId(single.settings.nodes().get(0).toString()),
              SettingsChange.of(
                  Map.of("cluster-enabled", "no"),
                  List.of("cluster-config-file", "cluster-node-timeout")));
      assertThatThrownBy(single::connect).hasMessageContaining("single instance");
    }
  }

  private static RedisStore connect(int port) throws PortException {
    return RedisStore.connect(
        ClusterUnderTest.settings(port, folder.resolve("notes"), ByteSize.ofMegabytes(1)),
        Set.of());
  }

  private static void answerAsAWebServer(ServerSocket server) {
    try (var client = server.accept()) {
      client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
      client.getOutputStream().flush();
      client.getInputStream().readAllBytes();
    } catch (IOException e) {
      // the test is over
    }
  }
}
