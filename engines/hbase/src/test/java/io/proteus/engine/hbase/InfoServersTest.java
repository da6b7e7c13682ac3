package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.proteus.engine.hbase.InfoServers.Answer;
import io.proteus.engine.hbase.InfoServers.Endpoint;
import io.proteus.engine.hbase.InfoServers.Scheme;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InfoServersTest {

  private static final Duration SERVER_LIMIT = Duration.ofMillis(1500);
  private static final Duration TOTAL_LIMIT = Duration.ofSeconds(3);

  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService handlers = Executors.newCachedThreadPool();
  private final List<HttpServer> servers = new ArrayList<>();
  private final InfoServers infoServers = new InfoServers(Scheme.HTTP, SERVER_LIMIT, TOTAL_LIMIT);

  @AfterEach
  void stop() {
    over.countDown();
    servers.forEach(server -> server.stop(0));
    handlers.shutdownNow();
    infoServers.close();
  }

  @Test
  void aServerThatHangsCostsItsOwnAnswerOnly() throws Exception {
    Endpoint fine = server(InfoServersTest::answer);
    Endpoint silent = server(this::hang);
    Endpoint halfway = server(this::hangHalfway);
    long started = System.nanoTime();

    Map<String, Answer<String>> answers =
        read(Map.of("a", fine, "silent", silent, "halfway", halfway, "z", fine));

    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
    assertThat(answers.get("a")).isEqualTo(new Answer.Read<>("fine"));
    assertThat(answers.get("z")).isEqualTo(new Answer.Read<>("fine"));
    assertThat(failure(answers.get("silent"))).contains(silent + "/jmx did not answer within 1500");
    assertThat(failure(answers.get("halfway"))).contains(halfway + "/jmx did not answer within");
  }

  @Test
  void manyThatHangAreBoundedInAll() throws Exception {
    Endpoint silent = server(this::hang);
    Map<String, Endpoint> many = new LinkedHashMap<>();
    for (int i = 0; i < 400; i++) {
      many.put("server " + i, silent);
    }
    long started = System.nanoTime();

    Map<String, Answer<String>> answers = read(many);

    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(8));
    assertThat(answers).hasSize(400);
    assertThat(failure(answers.get("server 0"))).contains("did not answer within");
    assertThat(failure(answers.get("server 399"))).contains("not reached within the 3 s");
  }

  @Test
  void whyAServerCannotBeReadIsSaid() throws Exception {
    Endpoint forbidden =
        server(
            exchange -> {
              exchange.sendResponseHeaders(403, -1);
              exchange.close();
            });
    Endpoint closed = new Endpoint("127.0.0.1", freePort());

    Map<String, Answer<String>> answers =
        read(
            Map.of(
                "forbidden",
                forbidden,
                "closed",
                closed,
                "unknown",
                new Endpoint("no-such-host.invalid", 1)));

    assertThat(failure(answers.get("forbidden"))).contains("status 403");
    assertThat(failure(answers.get("closed"))).contains("nothing answers at http://" + closed);
    assertThat(failure(answers.get("unknown"))).contains("no-such-host.invalid");
  }

  /** A server that notes how it is spoken to, and says nothing. */
  @Test
  void whereThePagesAreEncryptedTlsIsSpoken() throws Exception {
    int handshake = 22;
    try (InfoServers encrypted = new InfoServers(Scheme.HTTPS, SERVER_LIMIT, TOTAL_LIMIT);
        ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<Integer> first =
          handlers.submit(
              () -> {
                try (Socket caller = listening.accept()) {
                  return caller.getInputStream().read();
                }
              });
      Endpoint server = new Endpoint("127.0.0.1", listening.getLocalPort());

      Answer<String> answer =
          encrypted
              .read(Map.of("a", server), servlets -> new String(servlets.get("/jmx"), UTF_8))
              .get("a");

      assertThat(first.get(1, TimeUnit.MINUTES)).isEqualTo(handshake);
      assertThat(failure(answer)).contains("https://" + server + "/jmx");
    }
  }

  private Map<String, Answer<String>> read(Map<String, Endpoint> endpoints)
      throws InterruptedException {
    return infoServers.read(endpoints, servlets -> new String(servlets.get("/jmx"), UTF_8));
  }

  private static String failure(Answer<String> answer) {
    return answer.either(value -> "read: " + value, why -> why);
  }

  private Endpoint server(HttpHandler behaviour) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(handlers);
    server.createContext("/", behaviour);
    server.start();
    servers.add(server);
    return new Endpoint("127.0.0.1", server.getAddress().getPort());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void answer(HttpExchange exchange) throws IOException {
    byte[] body = "fine".getBytes(UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void hang(HttpExchange exchange) {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  private void hangHalfway(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 100);
    exchange.getResponseBody().write("half".getBytes(UTF_8));
    exchange.getResponseBody().flush();
    hang(exchange);
  }
}
