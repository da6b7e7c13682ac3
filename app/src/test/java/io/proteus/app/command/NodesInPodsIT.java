package io.proteus.app.command;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proteus.app.Proteus;
import io.proteus.cloud.kubernetes.ShopOnKubernetes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Real Valkey and Redis clusters in the pods of a StatefulSet: one grows from three shards to five
 * and shrinks again, by Proteus's command line and with the rights of its service account: etcd,
 * API server, controllers and servers are real, and pods are processes of this machine.
 */
class NodesInPodsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int SLOTS = 16_384;

  @TempDir private static Path folder;
  private static RedisImage image;
  private static ShopOnKubernetes shop;
  private static Path kubeconfig;

  @TempDir private Path home;
  private AcknowledgedWrites writes;
  private int startedBefore;

  @BeforeAll
  static void open() throws Exception {
    ShopOnKubernetes.assumeItCanOpen();
    image = new RedisImage(folder);
    shop = ShopOnKubernetes.open(folder, image);
    kubeconfig = shop.kubeconfig("proteus");
  }

  @AfterAll
  static void close() {
    if (shop != null) {
      shop.close();
    }
  }

  private void startThreeOf(String program) throws Exception {
    image.serveBy(program);
    startedBefore = image.started().size();
    shop.scale(3);
    shop.awaitPods(3);
    await("three servers answer")
        .atMost(PATIENCE)
        .until(() -> addresses(3).stream().allMatch(image::isReady));
    List<String> create =
        new ArrayList<>(List.of("redis-cli", "--cluster-yes", "--cluster", "create"));
    addresses(3).forEach(address -> create.add(address + ":" + image.port()));
    run(create);
    awaitService(3);
    writes =
        new AcknowledgedWrites(
            new JedisCluster(new HostAndPort(addresses(1).get(0), image.port())));
    Files.writeString(
        home.resolve("proteus.yaml"),
        """
        cluster: {name: shop}
        engine: {type: redis, nodes: "%1$s:%2$d", slots: 1024, directory: %3$s/notes}
        cloud:
          type: kubernetes
          namespace: %4$s
          statefulSet: %5$s
          configMap: %6$s
          lease: %7$s
          node: "{ip}:%2$d"
        strategy: threshold
        nodes: {min: 3, max: 5}
        monitor: {period: 1s, samples: 1}
        """
            .formatted(
                addresses(1).get(0),
                image.port(),
                home,
                ShopOnKubernetes.NAMESPACE,
                ShopOnKubernetes.NAME,
                ShopOnKubernetes.MAP,
                ShopOnKubernetes.LEASE));
  }

  @AfterEach
  void endAll() {
    if (writes != null) {
      writes.close();
    }
    if (shop != null) {
      shop.clear();
    }
    assertThat(image.started()).as("no server is left").noneMatch(Process::isAlive);
  }

  /** Of the first pods. */
  private List<String> addresses(int pods) {
    return IntStream.range(0, pods).mapToObj(this::address).toList();
  }

  private String address(int pod) {
    return image.addressOf(ShopOnKubernetes.NAME + "-" + pod);
  }

  private String node(int pod) {
    return address(pod) + ":" + image.port();
  }

  /** Waits until the first pods are all of the cluster, each with slots, and each says so. */
  private void awaitService(int pods) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(addresses(pods))
                    .allSatisfy(
                        address ->
                            assertThat(told(address, Jedis::clusterInfo).lines())
                                .contains(
                                    "cluster_state:ok",
                                    "cluster_known_nodes:" + pods,
                                    "cluster_size:" + pods)));
  }

  private String told(String address, Function<Jedis, String> question) {
    try (Jedis client = new Jedis(address, image.port())) {
      return question.apply(client);
    } catch (JedisException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private long slots(String address) {
    String own =
        told(address, Jedis::clusterNodes)
            .lines()
            .filter(line -> line.contains("myself"))
            .findFirst()
            .orElseThrow();
    return Stream.of(own.split(" "))
        .skip(8)
        .map(range -> range.split("-"))
        .mapToLong(ends -> 1 + Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]))
        .sum();
  }

  private Process start(Path said, List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    return builder.start();
  }

  private Path newFile() throws IOException {
    return Files.createTempFile(home, "said", "");
  }

  private String run(List<String> command) throws Exception {
    Ended ended = ended(command);
    assertThat(ended.code()).as(ended.said()).isZero();
    return ended.said();
  }

  private record Ended(int code, String said) {}

  private Ended ended(List<String> command) throws Exception {
    Path said = newFile();
    Process process = start(said, command);
    try {
      assertThat(process.waitFor(PATIENCE.toSeconds(), SECONDS))
          .as("%s ends: %s", command, Files.readString(said))
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(said));
  }

  private static List<String> proteusWith(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Proteus.class.getName()));
    command.addAll(List.of(words));
    return command;
  }

  private String proteus(String... words) throws Exception {
    return run(proteusWith(words));
  }

  /** Kills Proteus once it has said something. */
  private void killProteusAt(String words, String... command) throws Exception {
    Path said = newFile();
    Process process = start(said, proteusWith(command));
    try {
      await(words)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> Files.readString(said).contains(words) || !process.isAlive());
      assertThat(process.isAlive()).as(Files.readString(said)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(PATIENCE.toSeconds(), SECONDS)).as("it ends").isTrue();
  }

  @Test
  void aClusterInPodsGrowsFromThreeToFiveAndShrinksAgain() throws Exception {
    startThreeOf(Servers.valkeyOrRedis());

    String added = proteus("nodes", "add", "2", "--yes");

    assertThat(added).contains("orders-3: started", "orders-4: started", "completed: ");
    shop.awaitPods(5);
    awaitService(5);
    assertThat(addresses(5))
        .allSatisfy(address -> assertThat(slots(address)).isBetween(SLOTS / 10L, SLOTS / 3L));
    List<String> leaving = List.of(node(3), node(4));

    String removed = proteus("nodes", "remove", "2", "--yes");

    assertThat(removed)
        .contains("orders-3: ended, on which " + leaving.get(0))
        .contains("orders-4: ended, on which " + leaving.get(1))
        .contains("completed: ");
    shop.awaitPods(3);
    awaitService(3);
    assertThat(image.started()).hasSize(startedBefore + 5).filteredOn(Process::isAlive).hasSize(3);
    assertNothingIsLost();
  }

  @Test
  void aGrowthOutlivesProteusAndAServerThatEnd() throws Exception {
    startThreeOf(Servers.REDIS);

    killProteusAt("issued: move", "nodes", "add", "1", "--yes");
    image.serverOf("orders-1").destroyForcibly();
    await("the worker starts the server anew")
        .atMost(PATIENCE)
        .until(() -> image.serverOf("orders-1").isAlive() && image.isReady(address(1)));
    int before = shop.leaseTransitions();
    // a killed Proteus keeps its claim until its lease is over
    Ended resumed =
        await("the claim")
            .atMost(PATIENCE)
            .until(
                () -> ended(proteusWith("apply", "--yes")),
                ended -> !ended.said().contains("claimed by"));

    assertThat(resumed.code()).as(resumed.said()).isZero();
    assertThat(resumed.said()).contains("An earlier run was cut short.");
    assertThat(shop.leaseTransitions()).as("the claim in the Lease went on").isGreaterThan(before);
    awaitService(4);
    assertThat(image.started()).as("four pods, one server twice").hasSize(startedBefore + 5);
    assertNothingIsLost();
  }

  private void assertNothingIsLost() throws InterruptedException {
    assertThat(writes.end().lost()).as("lost of %d writes", writes.given()).isEmpty();
    assertThat(writes.keys()).as("keys, with %d refused", writes.failed()).isGreaterThan(1_000);
  }
}
