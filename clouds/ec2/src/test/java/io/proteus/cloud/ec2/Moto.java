package io.proteus.cloud.ec2;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** moto's server, an implementation of EC2's interface, on a loopback port. */
record Moto(Process process, int port) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The environment where {@code verify} installs it. */
  static Path server() {
    String folder = System.getenv("PROTEUS_MOTO");
    return folder == null
        ? Path.of(System.getProperty("user.home"), ".cache/proteus/moto-5.2.5/bin/moto_server")
        : Path.of(folder, "bin/moto_server");
  }

  static Moto start(Path log) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Process process =
        new ProcessBuilder(server().toString(), "-H", "127.0.0.1", "-p", String.valueOf(port))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Moto moto = new Moto(process, port);
    try {
      Awaitility.await().atMost(PATIENCE).until(moto::answers);
    } catch (RuntimeException e) {
      moto.close();
      throw e;
    }
    return moto;
  }

  String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  private boolean answers() throws InterruptedException {
    try {
      return HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(endpoint() + "/moto-api/data.json")).build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroy();
    Awaitility.await().atMost(PATIENCE).until(() -> !process.isAlive());
  }
}
