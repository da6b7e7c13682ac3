package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.app.cluster.StoreParameters;
import io.proteus.app.command.FixedSettings;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.port.PortException;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One daemon for several clusters, of which one hangs and one is down. */
class SeveralClustersTest {
  private static final Description DESCRIPTION = new Description();
  private static final String API = "/api/v1/clusters";

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, InMemoryCluster> clusters = new HashMap<>();
  private final AtomicBoolean down = new AtomicBoolean(true);

  private Configuration configuration(String name) throws Exception {
    clusters.put(
        name,
        InMemoryCluster.cluster()
            .named(name)
            .clock(InstantSource.system())
            .node("rs1")
            .cpu(0.3)
            .holding("t1", 2, new RequestRates(100, 0, 0))
            .node("rs2")
            .cpu(0.3)
            .holding("t1", 2, new RequestRates(100, 0, 0))
            .build());
    return Configuration.parse(
        name + ".yaml",
        """
        cluster: {name: %s}
        engine: {zookeeper: '%s:2181'}
        strategy: met
        monitor: {period: 100ms, samples: 1}
        server: {port: 0, requestsPerSecond: 1000}
        """
            .formatted(name, name),
        folder);
  }

  private ClusterConnection connect(Configuration configuration) throws PortException {
    if (configuration.clusterName().equals("down") && down.get()) {
      throw new PortException("No ZooKeeper answers at down:2181");
    }
    InMemoryCluster cluster = clusters.get(configuration.clusterName());
    return new ClusterConnection(
        configuration,
        HBaseWords.WORDS,
        cluster.ports(),
        cluster.hosts(),
        new StoreParameters(ShippedGuide.of("hbase").catalogue(), new FixedSettings()),
        Duration.ZERO,
        new InMemoryTables());
  }

  @Test
  void oneThatHangsAndOneThatIsDownKeepNoOtherFromBeingAttendedTo() throws Exception {
    StopSignal stop = new StopSignal();
    List<Configuration> all =
        List.of(configuration("well"), configuration("hangs"), configuration("down"));
    clusters.get("hangs").faults().hangNext(Call.SAMPLE);
    try (Daemon daemon =
        Daemon.start(
            all,
            this::connect,
            "the test",
            settings -> settings,
            Time.ofTheDay(),
            Map.of(),
            stop)) {
      Thread running =
          new Thread(
              () -> {
                try {
                  daemon.run((name, cycle) -> {});
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      running.start();

      await("the one that is well", () -> observation(daemon, "well") > 3);
      assertThat(get(daemon, API + "/hangs").statusCode()).isEqualTo(503);
      await("the reason", () -> get(daemon, API + "/down").body().contains("No ZooKeeper"));
      assertThat(get(daemon, API + "/down").statusCode()).isEqualTo(503);
      assertThat(get(daemon, API + "/other").statusCode()).isEqualTo(404);
      assertThat(get(daemon, API + "/well/control").statusCode()).isEqualTo(200);
      JsonNode listed = Description.read(get(daemon, API).body());
      DESCRIPTION.assertDescribed("GET", API, get(daemon, API));
      assertThat(listed.path("items"))
          .extracting(item -> item.path("name").asText())
          .containsExactly("well", "hangs", "down");
      assertThat(listed.at("/items/0/role").asText()).isEqualTo("leader");
      assertThat(listed.at("/items/2/terms/partitions").asText())
          .as("what the store calls them, though it was not reached")
          .isEqualTo("regions");
      assertThat(listed.at("/items/2/problem").asText()).contains("No ZooKeeper");
      assertThat(listed.at("/items/0/nodes").asInt()).isEqualTo(2);
      assertThat(listed.at("/items/0/dead").isInt()).isTrue();
      assertThat(listed.at("/items/0/stale").asBoolean(true)).isFalse();
      assertThat(listed.at("/items/2/nodes").isMissingNode()).as("nobody has seen it").isTrue();
      HttpResponse<String> events = get(daemon, Api.EVENTS);
      assertThat(events.statusCode()).as(events.body()).isEqualTo(400);
      assertThat(events.body()).contains("/api/v1/clusters/{cluster}/events");
      assertThat(get(daemon, "/metrics").body())
          .contains("proteus_nodes{cluster=\"well\"} 2.0")
          .contains("proteus_leads{cluster=\"down\"} 0.0")
          .doesNotContain("proteus_nodes{cluster=\"down\"}");
      HttpResponse<String> ready = get(daemon, "/health/ready");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).contains("hangs").contains("down");

      clusters.get("hangs").faults().release();
      down.set(false);
      await("the one that hung", () -> observation(daemon, "hangs") > 3);
      await("the one that was down", () -> observation(daemon, "down") > 3);
      stop.request();
      running.join(TimeUnit.MINUTES.toMillis(2));
      assertThat(running.isAlive()).isFalse();
    }
    for (InMemoryCluster cluster : clusters.values()) {
      assertThat(cluster.holder()).as("it lets all of them go").isEmpty();
    }
  }

  /** Whoever stands by on the one need not wait for a restart of a server of the other. */
  @Test
  void asItEndsEachIsLetGoAtOnceWhateverTheOthersAreAt() throws Exception {
    StopSignal stop = new StopSignal();
    List<Configuration> both = List.of(configuration("well"), configuration("slow"));
    try (Daemon daemon =
        Daemon.start(
            both,
            this::connect,
            "the test",
            settings -> settings,
            Time.ofTheDay(),
            Map.of(),
            stop)) {
      Thread running =
          new Thread(
              () -> {
                try {
                  daemon.run((name, cycle) -> {});
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      running.start();
      await("both", () -> observation(daemon, "well") > 0 && observation(daemon, "slow") > 0);
      CountDownLatch hangs = new CountDownLatch(1);
      CountDownLatch goesOn = new CountDownLatch(1);
      clusters
          .get("slow")
          .faults()
          .beforeEach(
              call -> {
                if (call == Call.SAMPLE) {
                  hangs.countDown();
                  await(goesOn);
                }
              });
      await(hangs);

      stop.request();

      await("the other's claim", () -> clusters.get("well").holder().isEmpty());
      assertThat(clusters.get("slow").holder()).as("is still attended to").isPresent();
      assertThat(running.isAlive()).isTrue();
      assertThat(get(daemon, API + "/well/journal").statusCode()).isEqualTo(200);
      assertThat(
              Description.read(get(daemon, API + "/well/control").body())
                  .at("/leadership/role")
                  .asText())
          .isEqualTo("standby");
      goesOn.countDown();
      running.join(TimeUnit.MINUTES.toMillis(2));
      assertThat(running.isAlive()).isFalse();
    }
  }

  /** Else it would hold the claim, and nobody would ever take over. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void oneWhoseLoopDiesIsLetGoAndEndsTheProcess() throws Exception {
    StopSignal stop = new StopSignal();
    List<Configuration> both = List.of(configuration("well"), configuration("dies"));
    AtomicInteger samples = new AtomicInteger();
    clusters
        .get("dies")
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.SAMPLE && samples.incrementAndGet() == 3) {
                throw new StackOverflowError("as a test");
              }
            });
    try (Daemon daemon =
        Daemon.start(
            both,
            this::connect,
            "the test",
            settings -> settings,
            Time.ofTheDay(),
            Map.of(),
            stop)) {

      assertThatThrownBy(() -> daemon.run((name, cycle) -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the loop of dies has died")
          .hasRootCauseInstanceOf(StackOverflowError.class);

      assertThat(clusters.get("dies").holder()).isEmpty();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what).atMost(2, TimeUnit.MINUTES).until(condition);
  }

  private long observation(Daemon daemon, String cluster) throws Exception {
    return Description.read(get(daemon, API + "/" + cluster).body()).path("observation").asLong(0);
  }

  private HttpResponse<String> get(Daemon daemon, String path) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(daemon.url() + path))
            .timeout(Duration.ofMinutes(1))
            .build(),
        BodyHandlers.ofString());
  }
}
