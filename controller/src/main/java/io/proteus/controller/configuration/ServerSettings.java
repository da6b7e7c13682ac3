package io.proteus.controller.configuration;

import io.proteus.controller.settings.Binder;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.ByteSize;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How {@code serve} is reached.
 *
 * @param address a name or number of this machine
 * @param port 0: any that is free
 * @param tokens the file of the tokens' hashes; there need not be one
 * @param openOnLoopback whether a caller on this machine may look without a token
 * @param tls with what it encrypts
 * @param largestRequest body of a request at most
 * @param requestsPerSecond of one caller
 * @param listeners live streams at once
 * @param oidc the provider whose tokens are taken beside those of the file; empty for none
 */
@Section("Where proteus serve answers: REST, events, metrics.")
public record ServerSettings(
    @Key(doc = "where `serve` listens; off loopback only with TLS and tokens", usual = "127.0.0.1")
        String address,
    @Key(
            doc = "the port it listens on; 0: any that is free",
            usual = "8480",
            most = 65535,
            zero = true)
        int port,
    @Key(
            doc = "hashes of the tokens that `proteus token` makes; relative to this file",
            usual = "proteus-data/<cluster.name>/tokens.json")
        Path tokens,
    @Key(
            doc = "whether anybody on this machine may look without a token, never act",
            usual = "true")
        boolean openOnLoopback,
    @Section("With what it encrypts what is said: PEM files.") TlsFiles tls,
    @Key(doc = "body of a request at most", usual = "16KB") ByteSize largestRequest,
    @Key(doc = "requests of one caller a second, counted over five; more are refused", usual = "50")
        int requestsPerSecond,
    @Key(doc = "live streams of events at once", usual = "32") int listeners,
    @Section("Tokens of an OpenID provider are taken beside those of the file.")
        Optional<OidcSettings> oidc) {

  /** PEM; there exactly when the key is. */
  public Optional<Path> certificate() {
    return tls.certificate();
  }

  /** PEM. */
  public Optional<Path> key() {
    return tls.key();
  }

  /** The defaults. */
  public static ServerSettings usual(Path tokens) {
    ServerSettings usual =
        Binder.defaults(ServerSettings.class, tokens.toAbsolutePath().resolve(".."), "usual");
    return usual.withTokens(tokens);
  }

  /** The default place of a cluster's tokens, beside its configuration file. */
  public static Path usualTokens(Path folder, String clusterName) {
    return Binder.defaults(ServerSettings.class, folder, clusterName).tokens();
  }

  /** Whether both are equal apart from the tokens. */
  public boolean isLike(ServerSettings other) {
    return withTokens(other.tokens).equals(other);
  }

  private ServerSettings withTokens(Path others) {
    return new ServerSettings(
        address,
        port,
        others,
        openOnLoopback,
        tls,
        largestRequest,
        requestsPerSecond,
        listeners,
        oidc);
  }

  /** Whether connections are encrypted. */
  public boolean isEncrypted() {
    return tls.certificate().isPresent();
  }
}
