package io.proteus.hosts.prometheus;

import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.testkit.HostMetricsContractTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A real node_exporter, asked directly and by a real Prometheus. */
@Tag("storeless")
class PrometheusIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final NodeId NODE = new NodeId("127.0.0.1:16020");

  @TempDir private static Path folder;

  private abstract static class Daemons extends HostMetricsContractTest {
    private final List<Process> running = new ArrayList<>();
    private @Nullable HostMetrics hosts;
    protected int exporter;

    @BeforeEach
    void startExporter() throws Exception {
      exporter = freePort();
      start("prometheus-node-exporter", "--web.listen-address=127.0.0.1:" + exporter);
    }

    @AfterEach
    void end() throws InterruptedException {
      running.forEach(Process::destroyForcibly);
      for (Process process : running) {
        process.waitFor(10, TimeUnit.SECONDS);
      }
    }

    void start(String... command) throws IOException {
      running.add(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve(command[0] + ".log").toFile())
              .start());
    }

    protected abstract HostMetrics source();

    @Override
    protected HostMetrics hosts() {
      if (hosts == null) {
        HostMetrics asked = source();
        await("the daemon to know its host")
            .atMost(PATIENCE)
            .ignoreExceptions()
            .until(() -> asked.read(List.of(NODE)).containsKey(NODE));
        hosts = asked;
      }
      return hosts;
    }

    @Override
    protected List<NodeId> nodes() {
      return List.of(NODE);
    }

    @Override
    protected Duration patience() {
      return PATIENCE;
    }

    @Override
    protected void fallSilent() throws Exception {
      end();
    }
  }

  @Nested
  class OfTheExporter extends Daemons {
    @Override
    protected HostMetrics source() {
      return new NodeExporters(new NodeExporterSettings(exporter, Map.of(), Duration.ofSeconds(5)));
    }
  }

  @Nested
  class OfTheServer extends Daemons {
    private int port;

    @BeforeEach
    void startServer() throws Exception {
      port = freePort();
      Path configuration =
          Files.writeString(
              folder.resolve("prometheus-" + port + ".yml"),
              """
              global: {scrape_interval: 1s}
              scrape_configs:
                - job_name: node
                  static_configs: [{targets: ["127.0.0.1:%d"]}]
              """
                  .formatted(exporter));
      start(
          "prometheus",
          "--config.file=" + configuration,
          "--storage.tsdb.path=" + folder.resolve("data-" + port),
          "--web.listen-address=127.0.0.1:" + port);
    }

    @Override
    protected HostMetrics source() {
      PrometheusSettings usual = UsualQueries.of(URI.create("http://127.0.0.1:" + port));
      return new PrometheusHosts(usual);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
