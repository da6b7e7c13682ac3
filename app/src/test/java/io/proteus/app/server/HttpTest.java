package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as other clients than the page send them. */
class HttpTest {
  private static final String SECRET = "proteus_not-to-be-repeated";
  private static final int PATIENCE_MILLIS = 60_000;

  @TempDir private Path folder;

  @Test
  void headIsAnsweredAsGetIsButWithoutABody() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "server: {port: 0, requestsPerSecond: 1000}\n")) {
      assertThat(head(proteus, "/health/ready").statusCode())
          .as("before the first observation")
          .isEqualTo(503);
      proteus.cycles(3);
      List<String> paths = new ArrayList<>(List.of("/", "/page.js", "/favicon.ico", "/nothing"));
      proteus.daemon.routes().stream()
          .filter(route -> route.method().equals("GET"))
          .forEach(route -> paths.add(ApiTest.filled(route.path(), proteus.pending())));

      for (String path : paths) {
        HttpResponse<String> get = proteus.get(path, null);
        HttpResponse<String> head = head(proteus, path);

        assertThat(head.statusCode()).as(path).isEqualTo(get.statusCode());
        assertThat(head.body()).as(path).isEmpty();
        assertThat(type(head)).as(path).isEqualTo(type(get));
      }
      assertThat(paths).hasSizeGreaterThan(20);
      HttpResponse<String> stream = head(proteus, Api.EVENTS);
      assertThat(stream.statusCode()).isEqualTo(200);
      assertThat(type(stream)).startsWith("text/event-stream");
    }
  }

  private static HttpResponse<String> head(DaemonUnderTest proteus, String path) {
    return proteus.send(proteus.request(path, null).method("HEAD", BodyPublishers.noBody()));
  }

  private static String type(HttpResponse<?> answer) {
    return answer.headers().firstValue("Content-Type").orElse("");
  }

  @Test
  void aStreamIsGivenToWhoSaysNothingOfWhatIsTakenAndRefusedToWhoTakesOthers() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(1);
      for (String accept : List.of("", "Accept: */*\r\n", "Accept: text/event-stream;q=0.9\r\n")) {
        assertThat(sent(proteus, "GET " + Api.EVENTS + " HTTP/1.1\r\n" + accept, "event: control"))
            .as(accept)
            .startsWith("HTTP/1.1 200")
            .contains("event: control");
      }

      HttpResponse<String> other =
          proteus.send(proteus.request(Api.EVENTS, null).header("Accept", "application/json"));
      assertThat(other.statusCode()).isEqualTo(406);
      assertThat(other.body()).contains("text/event-stream");
    }
  }

  @Test
  void whoShowsNoTokenTakesNoPlaceFromWhoShowsOne() throws Exception {
    try (DaemonUnderTest proteus =
            new DaemonUnderTest(folder, "server: {port: 0, listeners: 8}\n");
        Streams streams = new Streams()) {
      String operator = proteus.token(Role.OPERATOR);
      assertThat(streams.open(proteus, null)).isEqualTo(200);
      assertThat(streams.open(proteus, null)).isEqualTo(200);
      assertThat(streams.open(proteus, null)).as("a quarter of the places").isEqualTo(503);

      for (int i = 0; i < 8; i++) {
        assertThat(streams.open(proteus, operator)).as("stream %d", i).isEqualTo(200);
      }
      assertThat(streams.open(proteus, operator)).as("one more than may").isEqualTo(503);

      Awaitility.await("those without a token made room")
          .atMost(2, TimeUnit.MINUTES)
          .until(() -> streams.ended(0) && streams.ended(1));
      assertThat(streams.open(proteus, null)).isEqualTo(503);
    }
  }

  /** Streams that are open, in the order in which they were asked for. */
  private static final class Streams implements AutoCloseable {
    private final List<InputStream> bodies = new ArrayList<>();

    int open(DaemonUnderTest proteus, @Nullable String token) throws Exception {
      HttpResponse<InputStream> answer =
          HttpClient.newHttpClient()
              .send(proteus.request(Api.EVENTS, token).build(), BodyHandlers.ofInputStream());
      bodies.add(answer.body());
      return answer.statusCode();
    }

    boolean ended(int stream) throws IOException {
      InputStream body = bodies.get(stream);
      int there = body.available();
      return there > 0 ? body.skip(there) < 0 : body.read() < 0;
    }

    @Override
    public void close() throws IOException {
      for (InputStream body : bodies) {
        body.close();
      }
    }
  }

  @Test
  void aTokenIsTakenWithTheWordBearerInAnyCase() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String token = proteus.token(Role.OPERATOR);
      for (String scheme : List.of("bearer", "BEARER", "Bearer")) {
        HttpResponse<String> me =
            proteus.send(
                proteus.request("/api/v1/me", null).header("Authorization", scheme + " " + token));

        assertThat(me.statusCode()).as(scheme).isEqualTo(200);
        assertThat(me.body()).contains("the-operator");
      }
    }
  }

  @Test
  void aTokenInAnAddressIsNotRepeated() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(1);
      for (String path : List.of("/api/v1/me", HERE, HERE + "/nodes", "/api/v1/clusters")) {
        HttpResponse<String> answer = proteus.get(path + "?access_token=" + SECRET, null);

        assertThat(answer.statusCode()).as(path).isEqualTo(400);
        assertThat(answer.body()).contains("access_token").doesNotContain(SECRET);
      }
      for (String key : List.of("limit", "before", "kind")) {
        assertThat(proteus.get(HERE + "/journal?" + key + "=" + SECRET, null).body())
            .as(key)
            .doesNotContain(SECRET);
      }
    }
  }

  @Test
  void problemsAreUtf8() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      HttpResponse<byte[]> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(
                          URI.create(proteus.daemon.url() + "/api/v1/clusters/m%C3%BCller"))
                      .build(),
                  BodyHandlers.ofByteArray());

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("m\u00fcller");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "GET",
        "GET / HTTP/9.9",
        "GET /%zz HTTP/1.1",
        "GET /%2e%2e/page.js HTTP/1.1",
        "GET /api%2Fv1/me HTTP/1.1",
        "GET /api/v1/clusters/..;/me HTTP/1.1",
        "GET /\u0001 HTTP/1.1",
        "GET http://[ HTTP/1.1",
        "GET /health/live HTTP/1.1\r\nno colon here",
        "GET /health/live HTTP/1.1\r\nHost: another",
        "GET /health/live HTTP/1.1\r\n: nameless",
        "POST /api/v1/clusters/shop/pause HTTP/1.1\r\nContent-Length: -1",
        "POST /api/v1/clusters/shop/pause HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
        "POST /api/v1/clusters/shop/pause HTTP/1.1\r\nTransfer-Encoding: sometimes",
        "FETCH /health/live HTTP/1.1",
        "LONG",
      })
  void whatIsNoRequestIsAnsweredAsEveryOtherProblemIs(String request) throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String whole =
          request.equals("LONG")
              ? "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nCookie: " + "y".repeat(20_000)
              : request;

      assertProblem(sent(proteus, whole + "\r\n", "\r\n\r\n{"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"reason\": [1]}",
        "{\"reason\": {}}",
        "[]",
        "7",
        "\"x\"",
        "{\"because\": 1}",
        "{"
      })
  void aBodyThatIsNotAsWantedIsToldWithoutTheNamesOfClasses(String body) throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(1);

      HttpResponse<String> answer =
          proteus.post(HERE + "/pause", body, proteus.token(Role.OPERATOR));

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(Description.read(answer.body()).path("detail").asText())
          .startsWith("body: want a JSON object")
          .doesNotContainPattern(
              "[a-z]\\.[a-z]+\\.|OrderResource|Because|START_|START_OBJECT|\\[Source");
    }
  }

  @Test
  void aBodyThatBreaksOffOrIsNoChunkIsItsSendersFault() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(1);
      String head =
          "POST %s/pause HTTP/1.1\r\nAuthorization: Bearer %s\r\n%s: 1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked"
              .formatted(HERE, proteus.token(Role.OPERATOR), Gate.CSRF_HEADER);

      assertProblem(sent(proteus, head + "\r\n", "\r\n\r\n{", "no chunk\r\n"));
    }
  }

  private static void assertProblem(String answer) {
    assertThat(answer).containsPattern("^HTTP/1.1 (4\\d\\d|505) ");
    String[] parts = answer.split("\r\n\r\n", 2);
    assertThat(parts[0]).contains(Problem.CONTENT_TYPE);
    JsonNode problem = Description.read(parts[1].substring(parts[1].indexOf('{')));
    assertThat(answer).startsWith("HTTP/1.1 " + problem.path("status").asInt());
    assertThat(problem.path("detail").asText()).doesNotContain("Exception", "jetty", "javalin");
  }

  private static String sent(DaemonUnderTest proteus, String head, String until)
      throws IOException {
    return sent(proteus, head, until, "");
  }

  /** What comes back until there is a text, or the end, and then what is there at once. */
  private static String sent(DaemonUnderTest proteus, String head, String until, String body)
      throws IOException {
    URI at = URI.create(proteus.daemon.url());
    String host = head.contains("Host:") ? "" : "Host: localhost\r\n";
    try (Socket socket = new Socket(at.getHost(), at.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket
          .getOutputStream()
          .write((head + host + "\r\n" + body).getBytes(StandardCharsets.ISO_8859_1));
      StringBuilder answer = new StringBuilder();
      InputStream in = socket.getInputStream();
      byte[] some = new byte[8192];
      for (int count = in.read(some); count >= 0; count = in.read(some)) {
        answer.append(new String(some, 0, count, StandardCharsets.UTF_8));
        boolean isWhole = !until.endsWith("{") || answer.indexOf("}") > 0;
        if (answer.indexOf(until) >= 0 && isWhole) {
          break;
        }
      }
      return answer.toString();
    }
  }
}
