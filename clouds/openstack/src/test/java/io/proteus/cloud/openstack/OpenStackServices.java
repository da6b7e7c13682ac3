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
record OpenStackServices(Process process, Path log) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Path SCRIPTS = Path.of("src/test/resources/openstack");

  /** The environment where {@code verify} installs them. */
  private static Path environment() {
    String folder = System.getenv("PROTEUS_OPENSTACK");
    return folder == null
        ? Path.of(System.getProperty("user.home"), ".cache/proteus/openstack-2026.2")
        : Path.of(folder);
  }

  static OpenStackServices start(Path log) throws IOException {
    Process process =
        new ProcessBuilder(SCRIPTS.resolve("start.sh").toString(), environment().toString(), "2")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    OpenStackServices services = new OpenStackServices(process, log);
    try {
      Awaitility.await().atMost(PATIENCE).until(() -> services.isReady() || !process.isAlive());
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
    Credentials credentials =
        new Credentials(
            Map.of(
                "OS_AUTH_URL",
                "http://127.0.0.1:15000",
                "OS_USERNAME",
                "proteus",
                "OS_PASSWORD",
                "secret",
                "OS_PROJECT_NAME",
                "shop"),
            "the test");
    return new Session(credentials, Optional.of("RegionOne"), wire, Pause.SLEEP);
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
