package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final String TLS =
      "server: {port: 0, tls: {certificate: server.pem, key: server.key}}\n";

  @TempDir private Path folder;

  @Test
  void withACertificateItSpeaksTlsAndNothingElse() throws Exception {
    KeyStore keys = keys();
    put(keys);
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, TLS)) {
      URI live = URI.create(proteus.daemon.url() + "/health/live");

      HttpResponse<String> answer =
          HttpClient.newBuilder()
              .sslContext(trusting(keys))
              .build()
              .send(HttpRequest.newBuilder(live).build(), BodyHandlers.ofString());

      assertThat(live.getScheme()).isEqualTo("https");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Strict-Transport-Security")).isPresent();
      URI plain = URI.create("http://127.0.0.1:" + live.getPort() + "/health/live");
      assertThat(plainly(plain)).doesNotContain("\"up\"");
    }
  }

  @Test
  void aRenewedCertificateCountsWithoutARestartAndOneThatIsNoneDoesNot() throws Exception {
    KeyStore first = keys();
    put(first);
    Identity identity = Identity.of(DaemonUnderTest.configuration(folder, TLS).server());
    Files.delete(folder.resolve("keys.p12"));
    KeyStore second = keys();

    put(second);
    later("server.pem", 1);
    assertThat(shown(identity)).as("before it looks").isEqualTo(first.getCertificate("proteus"));
    identity.look();
    assertThat(shown(identity)).isEqualTo(second.getCertificate("proteus"));

    Files.writeString(folder.resolve("server.pem"), "nothing of the kind");
    later("server.pem", 2);
    identity.look();
    assertThat(shown(identity)).isEqualTo(second.getCertificate("proteus"));

    put(first);
    later("server.pem", 3);
    identity.look();
    assertThat(shown(identity)).isEqualTo(first.getCertificate("proteus"));
    identity.close();
  }

  private void put(KeyStore keys) throws Exception {
    pem("server.pem", "CERTIFICATE", keys.getCertificate("proteus").getEncoded());
    pem("server.key", "PRIVATE KEY", keys.getKey("proteus", PASSWORD).getEncoded());
  }

  /** However coarse the times of this file system are. */
  private void later(String file, int hours) throws IOException {
    Files.setLastModifiedTime(
        folder.resolve(file), FileTime.from(Instant.now().plus(Duration.ofHours(hours))));
  }

  private static Certificate shown(Identity identity) {
    X509ExtendedKeyManager keys = identity.shown().getKeyManager().orElseThrow();
    return keys.getCertificateChain(keys.getServerAliases("EC", null)[0])[0];
  }

  private static String plainly(URI uri) throws InterruptedException {
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException refused) {
      return "refused";
    }
  }

  @Test
  void aCertificateThatIsNoneIsTold() throws Exception {
    Files.writeString(folder.resolve("server.pem"), "nothing of the kind");
    Files.writeString(folder.resolve("server.key"), "nothing of the kind");

    assertThatThrownBy(() -> new DaemonUnderTest(folder, TLS))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("server.tls")
        .hasMessageContaining("server.pem");
  }

  private KeyStore keys() throws Exception {
    Path file = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "proteus",
                "-keyalg",
                "EC",
                "-dname",
                "CN=proteus",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor(5, TimeUnit.MINUTES)).isTrue();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private void pem(String name, String kind, byte[] content) throws IOException {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    Files.writeString(
        folder.resolve(name),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, body, kind));
  }

  private static SSLContext trusting(KeyStore keys) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("proteus", keys.getCertificate("proteus"));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
