package io.proteus.app.server;

import io.proteus.controller.configuration.ServerSettings;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import nl.altindag.ssl.SSLFactory;
import nl.altindag.ssl.exception.GenericException;
import nl.altindag.ssl.pem.util.PemUtils;
import nl.altindag.ssl.util.SSLFactoryUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate that callers are shown, with its key. Certificates are renewed every few weeks,
 * so a changed file counts for connections that are made from then on; one that is none is left
 * aside, and the one before counts on.
 */
final class Identity implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Identity.class);

  /** Renewing is done days before it has to be. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);

  private final Path certificate;
  private final Path key;
  private final SSLFactory shown;
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "certificate");
            thread.setDaemon(true);
            return thread;
          });
  private List<FileTime> seen;

  /** Reads both files. */
  private Identity(Path certificate, Path key) throws IOException {
    this.certificate = certificate;
    this.key = key;
    this.seen = changed();
    this.shown = read().withSwappableIdentityMaterial().build();
  }

  /** The one that is configured, which has to be. */
  static Identity of(ServerSettings settings) {
    Path certificate = settings.certificate().orElseThrow();
    Path key = settings.key().orElseThrow();
    try {
      return new Identity(certificate, key);
    } catch (IOException | GenericException | IllegalArgumentException e) {
      throw new InvalidValue(
          "server.tls: want a PEM certificate and its PEM key without a password, got %s and %s: %s."
              .formatted(certificate, key, e.getMessage()));
    }
  }

  private List<FileTime> changed() throws IOException {
    return List.of(Files.getLastModifiedTime(certificate), Files.getLastModifiedTime(key));
  }

  private SSLFactory.Builder read() {
    return SSLFactory.builder()
        .withIdentityMaterial(PemUtils.loadIdentityMaterial(certificate, key));
  }

  /** Always with the newest certificate. */
  SSLFactory shown() {
    return shown;
  }

  /** Looks at the files again and again, until it is closed. */
  void watch() {
    var unused =
        looking.scheduleWithFixedDelay(
            this::look, BETWEEN_LOOKS.toMillis(), BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Takes the files as they are now, if they have changed and are of use. */
  synchronized void look() {
    try {
      List<FileTime> now = changed();
      if (!now.equals(seen)) {
        seen = now; // one that is none is told once
        SSLFactoryUtils.reload(shown, read().build());
        LOG.info("the certificate {} was renewed", certificate);
      }
    } catch (IOException | RuntimeException e) {
      LOG.error(
          "server.tls: {} and {} cannot be used, the certificate before counts on: {}",
          certificate,
          key,
          e.getMessage());
    }
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
