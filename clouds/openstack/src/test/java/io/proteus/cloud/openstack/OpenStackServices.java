package io.proteus.cloud.openstack;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * The real Keystone, Nova, Placement, Neutron and Glance on loopback ports, with a driver of Nova
 * that runs a process of this machine for each server. They end with their input.
 */
public record OpenStackServices(Process process, Path log) implements AutoCloseable {
  /** Others who use the environment are awaited, too. */
  private static final Duration STARTED = Duration.ofMinutes(12);

  private static final Duration ENDED = Duration.ofMinutes(2);
  private static final Path SCRIPTS = Path.of("src/test/resources/openstack");
  private static final String HOSTS = "2";
  private static final String BOOT_SECONDS = "0";

  /** What an operator's application credential tells, of the user {@link #session} is of. */
  static final Map<String, String> OPENRC =
      Map.of(
          "OS_AUTH_URL", "http://127.0.0.1:15000",
          "OS_USERNAME", "proteus",
          "OS_PASSWORD", "secret",
          "OS_PROJECT_NAME", "shop",
          "OS_REGION_NAME", "RegionOne");

  /** The environment where {@code verify} installs them. */
  private static Path environment() {
    String folder = System.getenv("PROTEUS_OPENSTACK");
    return folder == null
        ? Path.of(System.getProperty("user.home"), ".cache/proteus/openstack-2026.2")
        : Path.of(folder);
  }

  static OpenStackServices start(Path log) throws IOException {
    return start(Path.of(""), log, 1);
  }

  /**
   * The same for tests elsewhere.
   *
   * @param module the folder that these tests lie in
   * @param addresses from 127.0.0.11 on, of the network {@code loopback}; 0: there is none
   */
  public static OpenStackServices start(Path module, Path log, int addresses) throws IOException {
    Process process =
        new ProcessBuilder(
                module.resolve(SCRIPTS).resolve("start.sh").toAbsolutePath().toString(),
                environment().toString(),
                HOSTS,
                BOOT_SECONDS,
                String.valueOf(addresses))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    OpenStackServices services = new OpenStackServices(process, log);
    try {
      Awaitility.await().atMost(STARTED).until(() -> services.isReady() || !process.isAlive());
      if (!process.isAlive()) {
        throw new IOException("OpenStack did not start: " + Files.readString(log));
      }
      return services;
    } catch (RuntimeException | IOException e) {
      services.close();
      throw e;
    }
  }

  private boolean isReady() throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
      return lines.lines().anyMatch("ready"::equals);
    }
  }

  /** Requests of the user that may what an operator's application credential may. */
  static Session session(Wire wire) {
    Credentials credentials = new Credentials(OPENRC, "the test");
    return new Session(credentials, Optional.of("RegionOne"), wire, Pause.SLEEP);
  }

  /** The section {@code cloud} for servers on the network {@code loopback}, of a cluster. */
  public String section(String cluster) throws IOException {
    StringBuilder openrc = new StringBuilder();
    OPENRC.forEach((name, value) -> openrc.append("export %s=%s%n".formatted(name, value)));
    Path file = Files.writeString(log.resolveSibling("openrc.sh"), openrc);
    return """
        type: openstack
        openrc: "%s"
        cluster: %s
        image: orders-node
        flavors: [small]
        networks: [loopback]
        """
        .formatted(file, cluster);
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(ENDED.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
