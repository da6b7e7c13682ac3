package io.proteus.hosts.ganglia;

import static org.awaitility.Awaitility.await;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.units.Address;
import io.proteus.testkit.HostMetricsContractTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Real gmonds and gmetads, on loopback. */
@Tag("storeless")
class GangliaIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String MODULES = "usr/lib/x86_64-linux-gnu/ganglia";
  private static final NodeId NODE = new NodeId("rs1:16020");

  @TempDir private static Path folder;

  private abstract static class Daemons extends HostMetricsContractTest {
    private final List<Process> running = new ArrayList<>();
    private @Nullable HostMetrics hosts;
    protected Address gmond = new Address("127.0.0.1", 1);

    @BeforeEach
    void startGmond() throws Exception {
      gmond = new Address("127.0.0.1", freePort());
      start("gmond", configuration("gmond.conf", gmond));
    }

    @AfterEach
    void end() throws InterruptedException {
      running.forEach(Process::destroyForcibly);
      for (Process process : running) {
        process.waitFor(10, TimeUnit.SECONDS);
      }
    }

    void start(String program, Path configuration) throws IOException {
      running.add(
          // gmetad only stays in the foreground where it tells what it does
          new ProcessBuilder(program, "--debug=1", "-c", configuration.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve(program + ".log").toFile())
              .start());
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

    static GangliaHosts asking(Address address) {
      return new GangliaHosts(
          new GangliaSettings(
              List.of(address),
              Optional.of("proteus"),
              Map.of(),
              Duration.ofMinutes(1),
              Duration.ofSeconds(5)));
    }

    /** Where the daemon to be asked listens. */
    protected abstract Address address();

    /** Told once that the daemon knows its host, it is asked as it is. */
    @Override
    protected HostMetrics hosts() {
      if (hosts == null) {
        GangliaHosts asked = asking(address());
        await("the daemon to know its host")
            .atMost(PATIENCE)
            .ignoreExceptions()
            .until(() -> asked.read(List.of(NODE)).containsKey(NODE));
        hosts = asked;
      }
      return hosts;
    }
  }

  @Nested
  class OfGmond extends Daemons {
    @Override
    protected Address address() {
      return gmond;
    }
  }

  @Nested
  class OfGmetad extends Daemons {
    private Address gmetad = new Address("127.0.0.1", 1);

    @BeforeEach
    void startGmetad() throws IOException {
      gmetad = new Address("127.0.0.1", freePort());
      start("gmetad", configuration("gmetad.conf", gmetad));
    }

    @Override
    protected Address address() {
      return gmetad;
    }

    private Path configuration(String name, Address address) {
      try {
        Path file = folder.resolve("gmetad-" + address.port() + ".conf");
        return Files.writeString(
            file,
            template(name)
                .formatted(gmond.port(), address.port(), freePort(), folder.resolve("rrds")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Path configuration(String name, Address address) throws IOException {
    Path file = folder.resolve(name + address.port());
    return Files.writeString(
        file,
        template(name)
            .formatted(Path.of("/", MODULES), address.port(), address.port(), address.port()));
  }

  private static String template(String name) throws IOException {
    try (var in = Objects.requireNonNull(GangliaIT.class.getResourceAsStream("/" + name))) {
      return new String(in.readAllBytes());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
