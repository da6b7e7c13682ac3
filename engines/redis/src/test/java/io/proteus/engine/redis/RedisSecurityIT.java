package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that speaks TLS alone, to the user of the README, whom it asks for a password. */
@Tag("redis")
class RedisSecurityIT {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int KEYS = 300;
  private static final String TAG = ClusterUnderTest.tagIn(0, 511);

  private static TlsServers servers;

  @TempDir static Path folder;

  @BeforeAll
  static void start() throws Exception {
    servers = new TlsServers(Path.of("target/it-tls"), "/usr/bin/redis-server");
    String rights =
        Files.readAllLines(Path.of("README.md")).stream()
            .filter(line -> line.startsWith("ACL SETUSER"))
            .findFirst()
            .orElseThrow()
            .replace(">PASSWORD", ">secret");
    servers.tellAll(rights.split(" "));
    servers.tellAll("ACL SETUSER reader on >secret ~* -@all +ping +select +info".split(" "));
    List<String> fill = new ArrayList<>(List.of("-c", "MSET"));
    for (int key = 0; key < KEYS; key++) {
      fill.addAll(List.of(key(key), "value-" + key));
    }
    // refused until all nodes know that the cluster is whole
    await()
        .atMost(PATIENCE)
        .until(() -> servers.ask(servers.firstPort, fill.toArray(new String[0])).contains("OK"));
  }

  private static String key(int number) {
    return "key-%d{%s}".formatted(number, TAG);
  }

  @AfterAll
  static void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  /** How Proteus is told to reach it. */
  private static RedisSettings as(
      boolean tls, Optional<Path> authority, String user, String password) throws Exception {
    return new RedisSettings(
        List.of(new Address("127.0.0.1", servers.firstPort)),
        Optional.of("secured"),
        Optional.of(user),
        Optional.of(Files.writeString(folder.resolve("password-of-" + user), password + "\n")),
        tls,
        authority,
        Duration.ofSeconds(5),
        Optional.of(folder.resolve("notes")),
        512,
        ByteSize.ofKilobytes(64),
        ByteSize.ofMegabytes(4),
        true);
  }

  @Test
  void slotsMoveUnderTlsWithNoMoreThanTheReadmesRights() throws Exception {
    RedisSettings settings = as(true, Optional.of(servers.authority), "proteus", "secret");
    try (RedisStore store = RedisStore.connect(settings, Set.of())) {
      Partition range = store.topology().partitions().get(0);
      NodeId to =
          store.topology().nodes().stream()
              .map(Node::id)
              .filter(id -> !id.equals(range.node()))
              .findFirst()
              .orElseThrow();

      store.move(range.id(), to);

      await().atMost(PATIENCE).until(() -> isOn(store.topology(), range, to));
      assertThat(store.sample().topology().gaps()).isEmpty();
      List<String> read = new ArrayList<>(List.of("-c", "MGET"));
      IntStream.range(0, KEYS).forEach(key -> read.add(key(key)));
      assertThat(servers.ask(servers.firstPort, read.toArray(new String[0])).lines())
          .containsExactlyElementsOf(
              IntStream.range(0, KEYS).mapToObj(key -> "value-" + key).toList());
    }
  }

  private static boolean isOn(Topology now, Partition range, NodeId node) {
    return now.inTransition().isEmpty()
        && now.partition(range.id()).map(Partition::node).filter(node::equals).isPresent();
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
    assertRefused(as(true, Optional.of(servers.otherAuthority), "proteus", "secret"))
        .hasMessageContaining("127.0.0.1:" + servers.firstPort)
        .hasMessageContaining("engine.authority");
    assertRefused(as(true, Optional.empty(), "proteus", "secret"))
        .hasMessageContaining("engine.authority");
  }

  @Test
  void whoSpeaksNoTlsIsToldTo() throws Exception {
    assertRefused(as(false, Optional.empty(), "proteus", "secret"))
        .hasMessageContaining("engine.tls");
    assertThatThrownBy(() -> as(false, Optional.of(servers.authority), "proteus", "secret"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("engine.tls");
  }

  @Test
  void wrongPasswordsAndUnknownUsersAreRefused() throws Exception {
    assertRefused(as(true, Optional.of(servers.authority), "proteus", "guess"))
        .hasMessageContaining("engine.passwordFile");
    assertRefused(as(true, Optional.of(servers.authority), "nobody", "secret"))
        .hasMessageContaining("engine.user");
  }

  @Test
  void aUserWithoutTheRightsIsReferredToThem() throws Exception {
    assertRefused(as(true, Optional.of(servers.authority), "reader", "secret"))
        .hasMessageContaining("README")
        .hasMessageContaining("cluster");
  }

  /** With a sentence, and nothing is changed. */
  private static AbstractThrowableAssert<?, ?> assertRefused(RedisSettings settings)
      throws Exception {
    String before = owners();
    AbstractThrowableAssert<?, ?> refused =
        assertThatThrownBy(() -> RedisStore.connect(settings, Set.of()).close())
            .isInstanceOf(PortException.class);
    assertThat(owners()).isEqualTo(before);
    return refused;
  }

  /** Which slots each has, and how often it changed them. */
  private static String owners() throws Exception {
    return servers
        .ask(servers.firstPort, "CLUSTER", "NODES")
        .lines()
        .map(line -> line.split(" "))
        .map(words -> words[0] + " " + Arrays.asList(words).subList(6, words.length))
        .sorted()
        .toList()
        .toString();
  }
}
