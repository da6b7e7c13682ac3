package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Membership;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.Step;
import io.proteus.core.units.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** With the stores' own default, a primary that gave its last slot away becomes a follower. */
@Tag("redis")
class EmptiedPrimaryIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int KEYS = 1000;

  private static ClusterUnderTest cluster;

  @BeforeAll
  static void start() throws PortException {
    cluster =
        new ClusterUnderTest(
            Path.of("target/it-emptied"),
            "/usr/bin/redis-server",
            4,
            Map.of("cluster-allow-replica-migration", "yes"));
    cluster.fill(KEYS);
  }

  @AfterAll
  static void stop() throws PortException {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static void eventually(Callable<Boolean> holds) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(holds);
  }

  private static String says(NodeId node, String section) {
    try (Jedis jedis = new Jedis(HostAndPort.from(node.value()))) {
      return section.equals("nodes") ? jedis.clusterNodes() : jedis.info(section);
    }
  }

  private static Topology seen(Ports ports) throws PortException {
    Map<NodeId, Instant> machines = ports.need(Machines.class).machines();
    return ports.store().topology().withMachines(machines);
  }

  private static void empty(RedisStore store, NodeId leaving, NodeId to) throws PortException {
    for (Partition held : store.topology().partitions()) {
      if (leaving.equals(held.node())) {
        store.move(held.id(), to);
      }
    }
    eventually(
        () -> {
          Topology now = store.topology();
          return now.inTransition().isEmpty() && now.served(leaving) == 0;
        });
  }

  /** As by the name of a service, where the nodes are pods whose addresses nobody knows before. */
  @Test
  void nodesHaveTheNamesByWhichTheClusterKnowsThemHoweverTheyAreReached() throws Exception {
    int first = HostAndPort.from(cluster.deployment.servers().get(0).address()).getPort();
    RedisSettings byName =
        ClusterUnderTest.settings(
            "localhost", first, Path.of("target/it-emptied/by-name"), ByteSize.ofMegabytes(4));
    try (RedisStore store = RedisStore.connect(byName, Set.of())) {
      assertThat(store.topology().nodes())
          .extracting(node -> node.id().value())
          .isSubsetOf(cluster.deployment.addresses());
    }
  }

  @Test
  void itsProcessEndsAndTheClusterForgetsItThoughItFollowsAnotherByThen() throws Exception {
    NodeId leaving = new NodeId(cluster.deployment.servers().get(3).address());
    NodeId first = new NodeId(cluster.deployment.servers().get(0).address());
    Step remove = new RemoveNode(leaving);
    Step forget = new ForgetNode(leaving);
    try (RedisStore store = cluster.connect()) {
      Ports ports = cluster.ports(store);
      empty(store, leaving, first);
      eventually(() -> says(leaving, "replication").contains("role:slave"));
      eventually(() -> seen(ports).node(leaving).isEmpty());
      assertThat(remove.isDone(seen(ports))).as("its process runs").isFalse();
      assertThat(remove.blockedBy(seen(ports))).isEmpty();
      assertThat(seen(ports).deadNodes()).isEmpty();

      // a machine that takes its time to end, as a pod does
      Membership membership = ports.need(Membership.class);
      membership.letGo(leaving);
      assertThat(seen(ports).deadNodes()).isEmpty();
      membership.isEnding(leaving);
      assertThat(forget.isDone(seen(ports))).as("it answers still").isFalse();
      assertThatThrownBy(() -> forget.issue(ports))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("still answers");

      remove.issue(ports);
      eventually(() -> remove.isDone(seen(ports)));
      assertThat(cluster.deployment.addresses()).hasSize(3).doesNotContain(leaving.value());
      assertThat(forget.isDone(seen(ports))).as("the cluster knows it still").isFalse();
    }
    try (RedisStore another = cluster.connect()) {
      Ports ports = cluster.ports(another);
      assertThat(forget.isDone(seen(ports))).as("as one that comes after a crash sees").isFalse();
      forget.issue(ports);
      eventually(() -> forget.isDone(seen(ports)));
      for (String address : List.copyOf(cluster.deployment.addresses())) {
        assertThat(says(new NodeId(address), "nodes")).doesNotContain(leaving.value() + "@");
      }
      assertThat(another.topology().knows(leaving)).isFalse();
    }
    try (var client = cluster.client()) {
      for (int key = 0; key < KEYS; key++) {
        assertThat(client.get("key-" + key)).isEqualTo("value-" + key);
      }
    }
  }
}
