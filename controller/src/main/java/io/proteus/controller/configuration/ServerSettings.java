package io.proteus.controller.configuration;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How {@code serve} is reached.
 *
 * @param address a name or number of this machine
 * @param port 0: any that is free
 * @param tokens the file of the tokens' hashes; there need not be one
 * @param openOnLoopback whether a caller on this machine may look without a token
 * @param certificate PEM; there exactly when the key is
 * @param key PEM
 * @param largestRequest body of a request at most
 * @param requestsPerSecond of one caller
 * @param listeners live streams at once
 */
public record ServerSettings(
    String address,
    int port,
    Path tokens,
    boolean openOnLoopback,
    Optional<Path> certificate,
    Optional<Path> key,
    ByteSize largestRequest,
    int requestsPerSecond,
    int listeners) {
  public ServerSettings {
    if (certificate.isPresent() != key.isPresent()) {
      throw new InvalidValue(
          "server.tls: want certificate and key together, got only the %s."
              .formatted(certificate.isPresent() ? "certificate" : "key"));
    }
  }

  /** Whether what is said is encrypted. */
  public boolean isEncrypted() {
    return certificate.isPresent();
  }
}
