package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files for the daemon's encryption.
 *
 * @param certificate PEM; there exactly when the key is
 * @param key PEM
 */
public record TlsFiles(
    @Key(doc = "PEM file of the certificate and its chain", example = "server.pem")
        Optional<Path> certificate,
    @Key(doc = "PEM file of the certificate's private key", example = "server.key")
        Optional<Path> key) {
  /** No encryption. */
  public static final TlsFiles NONE = new TlsFiles(Optional.empty(), Optional.empty());

  public TlsFiles {
    if (certificate.isPresent() != key.isPresent()) {
      throw new InvalidValue(
          "server.tls: want certificate and key together, got only the %s."
              .formatted(certificate.isPresent() ? "certificate" : "key"));
    }
  }
}
