package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowRequestsTest {
  private static final Duration BOUND = Duration.ofMillis(600);

  private final CompletableFuture<Void> released = new CompletableFuture<>();
  private final Javalin javalin =
      Javalin.create(
              config -> {
                config.startup.showJavalinBanner = false;
                config.routes.get("/waits", request -> request.future(() -> released));
                config.routes.post("/takes", request -> request.result(request.body()));
              })
          .start("127.0.0.1", 0);
  private final SlowRequests slow = SlowRequests.endedAfter(BOUND, javalin.jettyServer().server());

  @AfterEach
  void stop() {
    released.complete(null);
    slow.close();
    javalin.stop();
  }

  /** Each byte in time for the library, whose own bound begins anew with it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /takes HTTP/1.1\r\nX: ",
        "POST /takes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
        "\r\n",
        "",
      })
  void whoDripsIsLetGo(String begun) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", javalin.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(begun.getBytes(StandardCharsets.US_ASCII));
      out.flush();

      Awaitility.await("the end of what drips")
          .atMost(1, TimeUnit.MINUTES)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !takes(out, begun.isBlank() ? '\n' : 'x'));
    }
  }

  private static boolean takes(OutputStream out, char drop) {
    try {
      out.write(drop);
      out.flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void whoWaitsForAnAnswerIsNot() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", javalin.port());
        Socket dripping = new Socket("127.0.0.1", javalin.port())) {
      socket
          .getOutputStream()
          .write(
              "GET /waits HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      OutputStream out = dripping.getOutputStream();
      Awaitility.await("the bound is over for who came later")
          .atMost(1, TimeUnit.MINUTES)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !takes(out, '\n'));

      released.complete(null);

      assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 200");
    }
  }
}
