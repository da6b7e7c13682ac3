package io.proteus.app.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.app.cluster.StoreParameters;
import io.proteus.app.command.FixedSettings;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A daemon on a cluster in memory, asked over HTTP on loopback; time passes when told to. */
final class DaemonUnderTest implements AutoCloseable {
  static final String HERE = "/api/v1/clusters/shop";
  private static final Duration PERIOD = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  final ManualClock clock = ManualClock.start();
  final InMemoryCluster cluster;
  final StopSignal stop = new StopSignal();
  final Tokens tokens;
  final Daemon daemon;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Time time =
      new Time() {
        @Override
        public Instant now() {
          return clock.instant();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          clock.advance(duration);
        }
      };

  /** Begins to serve, with more lines of configuration. */
  DaemonUnderTest(Path folder, String more) throws Exception {
    this(folder, more, clock -> MixedClusters.two(clock, 0.7).build());
  }

  /** Begins to serve another cluster. */
  DaemonUnderTest(Path folder, String more, Function<ManualClock, InMemoryCluster> describe)
      throws Exception {
    cluster = describe.apply(clock);
    Configuration configuration = configuration(folder, more);
    tokens = new Tokens(configuration.server().tokens());
    daemon = start(configuration);
  }

  static Configuration configuration(Path folder, String more) throws InvalidConfiguration {
    if (more.contains("engine:")) {
      return Configuration.parse("proteus.yaml", more, folder);
    }
    return Configuration.parse(
        "proteus.yaml",
        """
        cluster: {name: shop}
        engine: {zookeeper: 'localhost:2181'}
        monitor: {period: 30s, samples: 2}
        """
            + (more.contains("strategy:") ? "" : "strategy: met\n")
            + (more.contains("server:") ? more : "server: {port: 0}\n" + more),
        folder);
  }

  /** Has an operator ask for things before a daemon begins to serve there, an entry each. */
  static void asked(Path folder, int times) throws Exception {
    asked(folder, times, "reason %d of many");
  }

  /** The same with a reason of its own, in which the number of the entry may stand. */
  static void asked(Path folder, int times, String why) throws Exception {
    Configuration configuration = configuration(folder, "");
    try (SqliteJournal journal =
        SqliteJournal.open(configuration.journal().file(), configuration.journal().keep())) {
      for (int i = 1; i <= times; i++) {
        journal.append(
            ManualClock.start().instant(),
            new OperatorAsked("an-operator", "resume", why.formatted(i)));
      }
    }
  }

  Daemon start(Configuration configuration) throws PortException, JournalException {
    Daemon started =
        Daemon.start(
            List.of(configuration),
            this::connect,
            "the test",
            settings -> settings,
            time,
            Map.of(),
            stop);
    started.begin();
    return started;
  }

  private ClusterConnection connect(Configuration configuration) {
    return new ClusterConnection(
        configuration,
        EngineWords.of(configuration.engine().type()),
        cluster.ports(),
        cluster.hosts(),
        new StoreParameters(ShippedGuide.of("hbase").catalogue(), new FixedSettings()),
        Duration.ZERO,
        new InMemoryTables());
  }

  /** Makes a token. */
  String token(Role role) {
    return tokens.add("the-" + role.word(), role, clock.instant());
  }

  void cycles(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      daemon.cycle();
      clock.advance(PERIOD);
    }
  }

  HttpResponse<String> get(String path, @Nullable String token) {
    return send(request(path, token).GET());
  }

  JsonNode json(String path) {
    return Description.read(get(path, null).body());
  }

  /** As a well-made client does. */
  HttpResponse<String> post(String path, String body, @Nullable String token) {
    return send(
        request(path, token)
            .header("Content-Type", "application/json")
            .header(Gate.CSRF_HEADER, "1")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  HttpRequest.Builder request(String path, @Nullable String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(daemon.url() + path)).timeout(PATIENCE);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** What the cluster was asked to change so far. */
  int changes() {
    return List.of(
            Call.MOVE,
            Call.SET_MEMORY_SPLIT,
            Call.SET_BLOCK_SIZE,
            Call.COMPACT,
            Call.RESTART,
            Call.SWITCH_BALANCER)
        .stream()
        .mapToInt(cluster.faults()::count)
        .sum();
  }

  /** The id of the plan that waits for a person. */
  String pending() {
    return json(HERE + "/control").at("/pending/plan/id").asText();
  }

  @Override
  public void close() {
    cluster.faults().release();
    daemon.close();
  }
}
