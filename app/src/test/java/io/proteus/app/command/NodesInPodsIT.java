package io.proteus.app.command;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.cloud.kubernetes.ShopOnKubernetes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
@Tag("redis")
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
    configure(home, "");
  }

  /** Settings of a Proteus whose journal and notes are in a folder of its own. */
  private void configure(Path folder, String more) throws IOException {
    Files.writeString(
        Files.createDirectories(folder).resolve("proteus.yaml"),
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
                    folder,
                    ShopOnKubernetes.NAMESPACE,
                    ShopOnKubernetes.NAME,
                    ShopOnKubernetes.MAP,
                    ShopOnKubernetes.LEASE)
            + more);
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
        .filter(word -> !word.startsWith("[")) // slots that are on their way
        .map(range -> range.split("-"))
        .mapToLong(ends -> 1 + Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]))
        .sum();
  }

  private static Process start(Path folder, Path said, List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    return builder.start();
  }

  private Path newFile() throws IOException {
    return Files.createTempFile(home, "said", "");
  }

  private String run(List<String> command) throws Exception {
    return run(home, command);
  }

  private String run(Path folder, List<String> command) throws Exception {
    Ended ended = ended(folder, command);
    assertThat(ended.code()).as(ended.said()).isZero();
    return ended.said();
  }

  private record Ended(int code, String said) {}

  private Ended ended(List<String> command) throws Exception {
    return ended(home, command);
  }

  private Ended ended(Path folder, List<String> command) throws Exception {
    Path said = newFile();
    Process process = start(folder, said, command);
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
    return KilledProteus.command("", List.of(words));
  }

  private String proteus(String... words) throws Exception {
    return run(proteusWith(words));
  }

  /** Kills Proteus in the moment in which it says something. */
  private void killProteusAt(String words, String... command) throws Exception {
    Ended killed = ended(KilledProteus.command(words, List.of(command)));
    assertThat(killed.code()).as(killed.said()).isEqualTo(KilledProteus.EXIT);
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

  /** The cloud counts its pod, the store does not count it as a node. */
  @Test
  void aFollowersPodStaysAndIsNotTakenForTheNodeThatIsAskedFor() throws Exception {
    startThreeOf(Servers.valkeyOrRedis());
    haveFourthPodFollowFirst();

    String added = proteus("nodes", "add", "1", "--yes");

    assertThat(added).contains("orders-4: started", "completed: ");
    assertThat(slots(address(4))).isPositive();
    assertThat(proteus("nodes", "list").lines().filter(line -> line.contains("follows another")))
        .singleElement()
        .asString()
        .contains(node(3));

    String removed = proteus("nodes", "remove", "1", "--yes");

    assertThat(removed).contains("orders-4: ended, on which " + node(4), "completed: ");
    shop.awaitPods(4);
    assertThat(told(address(3), client -> client.info("replication")))
        .contains("role:slave", "master_link_status:up");
    assertNothingIsLost();
  }

  private void haveFourthPodFollowFirst() throws Exception {
    shop.scale(4);
    shop.awaitPods(4);
    await("the fourth answers").atMost(PATIENCE).until(() -> image.isReady(address(3)));
    try (Jedis follower = new Jedis(address(3), image.port())) {
      follower.clusterMeet(address(0), image.port());
      await("it knows the others")
          .atMost(PATIENCE)
          .until(() -> follower.clusterInfo().contains("cluster_known_nodes:4"));
      follower.clusterReplicate(told(address(0), Jedis::clusterMyId));
      await("it has what the first has")
          .atMost(PATIENCE)
          .until(() -> follower.info("replication").contains("master_link_status:up"));
    }
    await("all know it")
        .atMost(PATIENCE)
        .until(
            () ->
                addresses(3).stream()
                    .allMatch(other -> told(other, Jedis::clusterNodes).contains("slave")));
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

  /** A {@code proteus serve} with journal and notes of its own, as in a pod with its own volume. */
  private final class Replica implements AutoCloseable {
    private static final Pattern SERVING = Pattern.compile("Serving shop at (http\\S+),");
    private static final String WHY = "\"reason\": \"the sale\"}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path said;
    private final Process process;
    private final String token;
    private final String url;

    Replica(String name) throws Exception {
      Path folder = home.resolve(name);
      configure(folder, "server: {port: 0}\n");
      token =
          run(folder, proteusWith("token", "add", "anna", "--role", "operator")).split("\\R")[0];
      said = folder.resolve("said");
      process = start(folder, said, proteusWith("serve"));
      await("%s serves".formatted(name))
          .atMost(PATIENCE)
          .until(() -> SERVING.matcher(said()).find() || !process.isAlive());
      Matcher serving = SERVING.matcher(said());
      assertThat(serving.find()).as(said()).isTrue();
      url = serving.group(1);
    }

    String said() throws IOException {
      return Files.readString(said);
    }

    JsonNode told(String what) throws Exception {
      HttpResponse<String> answer =
          answer("/api/v1/clusters/shop" + what, HttpRequest.newBuilder());
      return new ObjectMapper().readTree(answer.body());
    }

    JsonNode leadership() throws Exception {
      return told("/control").get("leadership");
    }

    void awaitRole(String role) {
      await("%s is the %s".formatted(url, role))
          .atMost(PATIENCE)
          .until(() -> leadership().get("role").asText().equals(role));
    }

    /** Orders a change of nodes, as soon as it can be planned, and approves its plan. */
    void has(String change, String what) throws Exception {
      await(change)
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                HttpResponse<String> asked = asks("/nodes/" + change, "{" + what + ", " + WHY);
                assertThat(asked.statusCode()).as(asked.body()).isEqualTo(200);
              });
      String plan = told("/control").at("/pending/plan/id").asText();
      HttpResponse<String> approved = asks("/plans/" + plan + "/approve", "{" + WHY);
      assertThat(approved.statusCode()).as(approved.body()).isEqualTo(200);
    }

    HttpResponse<String> asks(String what, String body) throws Exception {
      return answer(
          "/api/v1/clusters/shop" + what,
          HttpRequest.newBuilder()
              .header("X-Proteus-Request", "1")
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> answer(String path, HttpRequest.Builder request) throws Exception {
      return client.send(
          request
              .uri(URI.create(url + path))
              .header("Authorization", "Bearer " + token)
              .timeout(Duration.ofSeconds(20))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }

    /** Kills it at a moment at which slots are open: it is stopped until such a one is found. */
    void killInAMove() throws Exception {
      await("it moves")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> said().contains("issued: move"));
      await("a slot is open while it stands still")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                signal("STOP");
                if (isASlotOpen()) {
                  return true;
                }
                signal("CONT");
                return false;
              });
      process.destroyForcibly();
      assertThat(process.waitFor(PATIENCE.toSeconds(), SECONDS)).isTrue();
    }

    private void signal(String name) throws Exception {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      assertThat(kill.waitFor()).isZero();
    }

    @Override
    public void close() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  private boolean isASlotOpen() {
    return addresses(3).stream()
        .anyMatch(address -> told(address, Jedis::clusterNodes).contains("->-"));
  }

  /** A target opens a slot before its source does. */
  private boolean allIsClosed() {
    return !isASlotOpen() && !told(address(3), Jedis::clusterNodes).contains("-<-");
  }

  /** The second sees nothing of the first's files: what it has to know is beside the claim. */
  @Test
  void whereTheFirstOfTwoIsKilledInAMoveTheSecondFinishesItAndGoesOn() throws Exception {
    startThreeOf(Servers.REDIS);
    try (Replica first = new Replica("first")) {
      first.awaitRole("leader");
      try (Replica second = new Replica("second")) {
        await("it knows who leads")
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(second.leadership().path("leader").asText())
                        .contains("process " + first.process.pid() + " at " + first.url));
        second.awaitRole("standby");
        assertThat(second.answer("/", HttpRequest.newBuilder()).statusCode()).isEqualTo(200);
        HttpResponse<String> refused = second.asks("/nodes/add", "{\"count\": 1, " + Replica.WHY);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("stands by", first.url);
        first.has("add", "\"count\": 1");

        first.killInAMove();

        long killed = System.nanoTime();
        second.awaitRole("leader");
        assertThat(Duration.ofNanos(System.nanoTime() - killed))
            .as("the Lease ends after 15 s")
            .isBetween(Duration.ofSeconds(8), Duration.ofSeconds(30));
        await("what was half moved is moved")
            .atMost(PATIENCE)
            .until(() -> second.said().contains("carried on with the move of ") && allIsClosed());
        shop.awaitPods(4);
        assertThat(image.started()).as("nothing is started twice").hasSize(startedBefore + 4);
        assertThat(slots(address(3))).as("it has what was on its way").isPositive();

        second.has("remove", "\"nodes\": [\"%s\"]".formatted(node(3)));

        awaitService(3);
        shop.awaitPods(3);
        assertThat(second.said()).doesNotContain("Proteus did not begin that");
      }
    }
    assertNothingIsLost();
  }

  private void assertNothingIsLost() throws InterruptedException {
    assertThat(writes.end().lost()).as("lost of %d writes", writes.given()).isEmpty();
    assertThat(writes.keys()).as("keys, with %d refused", writes.failed()).isGreaterThan(1_000);
  }
}
