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
 * @param oidc the provider whose tokens are taken beside those of the file; empty for none
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
    int listeners,
    Optional<OidcSettings> oidc) {
  public ServerSettings {
    if (certificate.isPresent() != key.isPresent()) {
      throw new InvalidValue(
          "server.tls: want certificate and key together, got only the %s."
              .formatted(certificate.isPresent() ? "certificate" : "key"));
    }
  }

  /** As they are when a file says nothing of them. */
  public static ServerSettings usual(Path tokens) {
    return new ServerSettings(
        Settings.SERVER_ADDRESS.usualValue(),
        Settings.SERVER_PORT.usualValue(),
        tokens,
        Settings.SERVER_OPEN.usualValue(),
        Optional.empty(),
        Optional.empty(),
        Settings.SERVER_LARGEST_REQUEST.usualValue(),
        Settings.SERVER_REQUESTS_PER_SECOND.usualValue(),
        Settings.SERVER_LISTENERS.usualValue(),
        Optional.empty());
  }

  /** Where the tokens are of a cluster whose file, in this folder, says nothing of them. */
  public static Path usualTokens(Path folder, String clusterName) {
    String usual = Settings.SERVER_TOKENS.usualValue().toString();
    return folder
        .resolve(usual.replace("<cluster.name>", clusterName))
        .toAbsolutePath()
        .normalize();
  }

  /** Whether all is the same but for the tokens. */
  public boolean isLike(ServerSettings other) {
    return new ServerSettings(
            address,
            port,
            other.tokens,
            openOnLoopback,
            certificate,
            key,
            largestRequest,
            requestsPerSecond,
            listeners,
            oidc)
        .equals(other);
  }

  /** Whether what is said is encrypted. */
  public boolean isEncrypted() {
    return certificate.isPresent();
  }
}
