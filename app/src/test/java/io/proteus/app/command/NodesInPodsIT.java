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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A real Redis Cluster in the pods of a StatefulSet grows from three shards to five and shrinks
 * again, by Proteus's command line and with the rights of its service account: etcd, API server,
 * controllers and servers are real, and pods are processes of this machine.
 */
class NodesInPodsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int SLOTS = 16_384;

  @TempDir private Path folder;

  private RedisImage image;
  private ShopOnKubernetes shop;
  private AcknowledgedWrites writes;
  private Path kubeconfig;

  @BeforeEach
  void startThree() throws Exception {
    ShopOnKubernetes.assumeItCanOpen();
    image = new RedisImage(folder);
    shop = ShopOnKubernetes.open(folder, image);
    shop.scale(3);
    shop.awaitPods(3);
    kubeconfig = shop.kubeconfig("proteus");
    await("three servers answer")
        .atMost(PATIENCE)
        .until(() -> addresses(3).stream().allMatch(image::isReady));
    run(
        "redis-cli --cluster create %s --cluster-yes"
            .formatted(
                addresses(3).stream()
                    .map(address -> address + ":" + image.port())
                    .collect(Collectors.joining(" ")))
            .split(" "));
    awaitService(3);
    writes =
        new AcknowledgedWrites(
            new JedisCluster(new HostAndPort(addresses(1).get(0), image.port())));
    Files.writeString(
        folder.resolve("proteus.yaml"),
        """
        cluster: {name: shop}
        engine: {type: redis, nodes: "%1$s:%2$d", slots: 512, directory: %3$s/notes}
        cloud:
          type: kubernetes
          namespace: %4$s
          statefulSet: %5$s
          configMap: %6$s
          node: "{ip}:%2$d"
        strategy: threshold
        nodes: {min: 3, max: 5}
        monitor: {period: 1s, samples: 1}
        """
            .formatted(
                addresses(1).get(0),
                image.port(),
                folder,
                ShopOnKubernetes.NAMESPACE,
                ShopOnKubernetes.NAME,
                ShopOnKubernetes.MAP));
  }

  @AfterEach
  void endAll() {
    if (writes != null) {
      writes.close();
    }
    if (shop != null) {
      shop.close();
      await("no server is left")
          .atMost(PATIENCE)
          .until(() -> image.started().stream().noneMatch(Process::isAlive));
    }
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

  private String run(String... command) throws IOException, InterruptedException {
    Path said = Files.createTempFile(folder, "said", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE.toSeconds(), SECONDS))
          .as("it ends: %s", Files.readString(said))
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(said);
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  private String proteus(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Proteus.class.getName()));
    command.addAll(List.of(words));
    return run(command.toArray(String[]::new));
  }

  @Test
  void aClusterInPodsGrowsFromThreeToFiveAndShrinksAgain() throws Exception {
    String added = proteus("nodes", "add", "2", "--yes");

    assertThat(added).contains("orders-3: started", "orders-4: started", "completed: ");
    shop.awaitPods(5);
    awaitService(5);
    assertThat(addresses(5))
        .allSatisfy(address -> assertThat(slots(address)).isBetween(SLOTS / 10L, SLOTS / 3L));
    assertThat(proteus("nodes", "list")).contains(node(3), node(4));
    List<String> leaving = List.of(node(3), node(4));

    String removed = proteus("nodes", "remove", "2", "--yes");

    assertThat(removed)
        .contains("orders-3: ended, on which " + leaving.get(0))
        .contains("orders-4: ended, on which " + leaving.get(1))
        .contains("completed: ");
    shop.awaitPods(3);
    awaitService(3);
    assertThat(image.started()).hasSize(5).filteredOn(Process::isAlive).hasSize(3);
    assertThat(writes.end().lost()).as("lost writes of %d", writes.given()).isEmpty();
    assertThat(writes.keys()).as("keys, with %d refused", writes.failed()).isGreaterThan(1_000);
    System.out.printf(
        "%d given, %d refused, %d keys%n", writes.given(), writes.failed(), writes.keys());
  }
}
