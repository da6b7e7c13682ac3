package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The alert rules in a real Prometheus that scrapes a real {@code proteus serve}. Its two clusters
 * are simulated, a hundred times as fast as time passes here. One loses a node for a while; the
 * other is looked at so seldom that its figures get old. Rules wait for a second where an
 * operator's wait for minutes.
 */
@Tag("storeless")
class AlertsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir private Path folder;
  private final List<Process> running = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private URI alerts = URI.create("http://127.0.0.1/");

  @AfterEach
  void end() throws InterruptedException {
    running.forEach(Process::destroyForcibly);
    for (Process process : running) {
      process.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void theyFireForADaemonThatIsDownForADeadNodeAndForOldFiguresAndEndWithTheirCause()
      throws Exception {
    int daemon = freePort();
    prometheus(daemon);
    awaitFiring("ProteusDown");

    serve(daemon);

    awaitQuiet("ProteusDown");
    awaitFiring("ProteusDeadNodes shop");
    awaitFiring("ProteusDataStale archive");
    awaitQuiet("ProteusDeadNodes shop");
    assertThat(firing()).doesNotContain("ProteusDown", "ProteusDataStale shop");
  }

  private void prometheus(int daemon) throws Exception {
    String rules = Files.readString(Path.of("../packaging/alerts.yaml"));
    String hasty = Pattern.compile("for: \\d+[mh]").matcher(rules).replaceAll("for: 1s");
    assertThat(hasty).isNotEqualTo(rules);
    Files.writeString(folder.resolve("alerts.yaml"), hasty);
    Files.writeString(
        folder.resolve("prometheus.yml"),
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: [alerts.yaml]
        scrape_configs:
          - job_name: proteus
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
            .formatted(daemon));
    int port = freePort();
    alerts = URI.create("http://127.0.0.1:%d/api/v1/alerts".formatted(port));
    start(
        "prometheus",
        "--config.file=" + folder.resolve("prometheus.yml"),
        "--storage.tsdb.path=" + folder.resolve("data"),
        "--web.listen-address=127.0.0.1:" + port);
  }

  private void serve(int port) throws IOException {
    Files.writeString(
        folder.resolve("crash.yaml"),
        """
        name: crash
        lasts: 8h
        nodes: 4
        tenants:
          - {name: shop, operations: {read: 1}, clients: 20, rate: 2000, shares: 8}
        faults:
          - {fault: node-crash, at: 10m, node: 1, backAfter: 30m}
        """);
    Files.writeString(
        folder.resolve("archive.yaml"),
        """
        cluster: {name: archive}
        engine: {type: simulated, scenario: hot-spot, speed: 100, directory: none}
        monitor: {period: 1h}
        approval: {mode: observe}
        """);
    Files.writeString(
        folder.resolve("proteus.yaml"),
        """
        cluster: {name: shop}
        engine: {type: simulated, scenarioFile: crash.yaml, speed: 100, directory: none}
        approval: {mode: observe}
        server: {port: %d}
        """
            .formatted(port));
    start(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        "io.proteus.app.Proteus",
        "serve",
        "-c",
        "proteus.yaml",
        "-c",
        "archive.yaml");
  }

  private void start(String... command) throws IOException {
    running.add(
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(running.size() + ".log").toFile())
            .start());
  }

  private void awaitFiring(String alert) {
    await(alert + " to fire")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> firing().contains(alert));
  }

  private void awaitQuiet(String alert) {
    await(alert + " to end")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> !firing().contains(alert));
  }

  private List<String> firing() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(alerts).timeout(Duration.ofSeconds(10)).build();
    JsonNode answer =
        new ObjectMapper()
            .readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    List<String> firing = new ArrayList<>();
    for (JsonNode alert : answer.at("/data/alerts")) {
      if (alert.get("state").asText().equals("firing")) {
        JsonNode labels = alert.get("labels");
        firing.add(
            (labels.path("alertname").asText() + " " + labels.path("cluster").asText()).strip());
      }
    }
    return firing;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
