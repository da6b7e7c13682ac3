package io.proteus.engine.redis;

import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.redis.RedisDeployment.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.core.ConditionTimeoutException;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Three shards of a primary and a follower each, whose primaries can be made to fail over. */
final class ReplicatedCluster implements AutoCloseable {

  /** CLUSTER_MF_TIMEOUT of the server, and a little. */
  private static final Duration GIVEN_UP = Duration.ofSeconds(6);

  static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SHARDS = 3;
  private static final int TIMEOUT_MS = 2000;

  final ClusterUnderTest servers;
  private final Map<String, String> others;
  final RedisSettings settings;

  /**
   * @param others settings of the servers besides
   */
  ReplicatedCluster(Path folder, String program, Map<String, String> others) throws PortException {
    this.others = Map.copyOf(others);
    Map<String, String> all = new TreeMap<>(others);
    all.put("cluster-node-timeout", "1000");
    servers = new ClusterUnderTest(folder, program, SHARDS, all);
    settings = settings(servers.settings.nodes().get(0), servers.settings.folder());
    try (RedisStore store = connect()) {
      for (Server primary : servers.deployment.servers()) {
        follow(join(store), primary.address());
      }
    }
  }

  static RedisSettings settings(Address node, Path notes) {
    return settings(node, notes, false);
  }

  /**
   * @param atomicMoves whether servers that can move slots as a whole
   */
  static RedisSettings settings(Address node, Path notes, boolean atomicMoves) {
    return new RedisSettings(
        List.of(node),
        Optional.of("replicated"),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Duration.ofSeconds(2),
        Optional.of(notes),
        64,
        ByteSize.ofKilobytes(64),
        ByteSize.ofMegabytes(4),
        atomicMoves);
  }

  RedisStore connect() throws PortException {
    return RedisStore.connect(settings, Set.of());
  }

  /** Starts one more server, and takes it in as a primary without slots; answers its address. */
  String join(RedisStore store) throws PortException {
    Machines machines = servers.ports(store).need(Machines.class);
    Set<NodeId> before = machines.machines().keySet();
    machines.launch(before.size() + 1, others);
    NodeId added =
        machines.machines().keySet().stream()
            .filter(id -> !before.contains(id))
            .findFirst()
            .orElseThrow();
    new RedisOrders(store).admit(added);
    await()
        .atMost(PATIENCE)
        .until(() -> store.topology().node(added).isPresent() && store.look().well());
    return added.value();
  }

  /** Makes a node the follower of a primary. */
  void follow(String follower, String primary) {
    String id;
    try (Jedis node = jedis(primary)) {
      id = node.clusterMyId();
    }
    try (Jedis node = jedis(follower)) {
      node.clusterReplicate(id);
    }
    awaitFollows(follower, primary);
  }

  /** Waits until a node follows a primary and has what it has, and all nodes know. */
  void awaitFollows(String follower, String primary) {
    String id;
    try (Jedis node = jedis(primary)) {
      id = node.clusterMyId();
    }
    try (Jedis node = jedis(follower)) {
      await().atMost(PATIENCE).until(() -> node.info("replication").contains("link_status:up"));
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                servers.deployment.addresses().stream()
                    .allMatch(address -> sees(address, follower, id)));
  }

  private static boolean sees(String address, String follower, String primary) {
    return nodes(address).stream()
        .anyMatch(m -> m.address().equals(follower) && primary.equals(m.primary()));
  }

  private static List<Member> nodes(String address) {
    try (Jedis node = jedis(address)) {
      return Member.parse(node.clusterNodes());
    }
  }

  static Jedis jedis(String address) {
    HostAndPort at = HostAndPort.from(address);
    return new Jedis(at.getHost(), at.getPort(), TIMEOUT_MS);
  }

  /** Has the follower of a primary take over in peace, and answers its address. */
  String failOver(String primary) {
    String follower =
        await()
            .atMost(PATIENCE)
            .until(() -> followerOf(primary), Optional::isPresent)
            .orElseThrow()
            .address();
    try (Jedis node = jedis(follower)) {
      await().atMost(PATIENCE).until(() -> node.info("replication").contains("link_status:up"));
      await().atMost(PATIENCE).until(() -> takesOver(node));
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                nodes(primary).stream()
                    .anyMatch(m -> m.isMyself() && !m.isPrimary() && m.primary() != null));
    return follower;
  }

  /** As the primary itself sees it, which hears of a follower by and by. */
  private static Optional<Member> followerOf(String primary) {
    List<Member> all = nodes(primary);
    String id = all.stream().filter(Member::isMyself).findFirst().orElseThrow().id();
    return all.stream()
        .filter(member -> id.equals(member.primary()) && !member.hasFailed())
        .findFirst();
  }

  /**
   * Whether an order to take over succeeds. The server gives it up after {@link #GIVEN_UP}, as
   * where a voter has voted for the shard within twice the node timeout, and does not begin anew.
   */
  private static boolean takesOver(Jedis node) {
    node.clusterFailover();
    try {
      await().atMost(GIVEN_UP).until(() -> node.info("replication").contains("role:master"));
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }

  String name(String address) throws PortException {
    return servers.deployment.servers().stream()
        .filter(server -> server.address().equals(address))
        .map(Server::name)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() throws PortException {
    servers.close();
  }
}
