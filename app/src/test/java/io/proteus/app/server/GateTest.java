package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.units.InvalidValue;
import io.proteus.testkit.Call;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTest {
  private static final Description DESCRIPTION = new Description();
  private static final String WHY = "{\"reason\": \"looked at it\"}";

  @TempDir private Path folder;

  @Test
  void everyRouteIsClosedToWhoeverLacksItsRole() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "server: {port: 0, requestsPerSecond: 1000}\n")) {
      proteus.cycles(3);
      String plan = proteus.pending();
      for (Role role : List.of(Role.VIEWER, Role.OPERATOR)) {
        String token = proteus.token(role);
        for (Route route : proteus.daemon.routes()) {
          if (!role.includes(route.role())) {
            HttpResponse<String> refused =
                proteus.post(ApiTest.filled(route.path(), plan), WHY, token);
            assertThat(refused.statusCode()).as("%s by %s", route.path(), role).isEqualTo(403);
            DESCRIPTION.assertDescribed(route.method(), route.path(), refused);
            assertThat(refused.body()).contains(route.role().word());
          }
        }
      }
      assertThat(proteus.pending()).isEqualTo(plan);
      assertThat(proteus.changes()).isZero();
    }
  }

  @Test
  void refusedLoginsAreInTheAuditLogAndWhoeverGuessesCannotFillIt() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "server: {port: 0, requestsPerSecond: 1000}\n")) {
      proteus.cycles(1);
      proteus.post(HERE + "/pause", WHY, proteus.token(Role.VIEWER));
      for (int i = 0; i < 40; i++) {
        assertThat(proteus.get(HERE, "guess-" + i).statusCode()).isEqualTo(401);
      }

      List<String> lines = new ArrayList<>();
      Path journal = DaemonUnderTest.configuration(folder, "").journal().file();
      try (SqliteJournal reader = SqliteJournal.openToRead(journal)) {
        reader.audited(Instant.EPOCH, line -> lines.add(line.text()));
        assertThat(reader.checkAudit(null).broken()).isEmpty();
      }
      assertThat(lines)
          .filteredOn(line -> line.contains("login-refused"))
          .hasSizeBetween(10, 12) // a minute
          .anyMatch(line -> line.contains("the-viewer") && line.contains("takes the role operator"))
          .anyMatch(line -> line.contains("this token is not known here"))
          .noneMatch(line -> line.contains("guess-"));
    }
  }

  @Test
  void withoutATokenOneMayLookOnThisMachineAndNothingElse() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      String approve = HERE + "/plans/" + proteus.pending() + "/approve";

      assertThat(proteus.get(HERE, null).statusCode()).isEqualTo(200);
      assertThat(proteus.post(approve, WHY, null).statusCode()).isEqualTo(403);
      HttpResponse<String> guessed = proteus.post(approve, WHY, "proteus_guessed");
      assertThat(guessed.statusCode()).isEqualTo(401);
      assertThat(guessed.headers().firstValue("WWW-Authenticate")).isPresent();
      HttpResponse<String> byProxy =
          proteus.send(proteus.request(HERE, null).header("X-Forwarded-For", "10.0.0.1").GET());
      assertThat(byProxy.statusCode()).as("who is behind a proxy is elsewhere").isEqualTo(401);
    }
  }

  @Test
  void whereItIsNotOpenEvenLookingTakesAToken() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "server: {port: 0, openOnLoopback: false}\n")) {
      proteus.cycles(1);
      String viewer = proteus.token(Role.VIEWER);

      assertThat(proteus.get(HERE, null).statusCode()).isEqualTo(401);
      assertThat(proteus.get("/metrics", null).statusCode()).isEqualTo(401);
      assertThat(proteus.get("/health/live", null).statusCode()).isEqualTo(200);
      assertThat(proteus.get(HERE, viewer).statusCode()).isEqualTo(200);
      assertThat(proteus.tokens.remove("the-viewer")).isTrue();
      assertThat(proteus.get(HERE, viewer).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aStreamEndsSoonAfterItsTokenWasTakenAway() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "server: {port: 0, openOnLoopback: false}\n")) {
      CompletableFuture<String> viewers = listen(proteus, proteus.token(Role.VIEWER));
      CompletableFuture<String> operators = listen(proteus, proteus.token(Role.OPERATOR));
      assertThat(proteus.tokens.remove("the-viewer")).isTrue();

      Awaitility.await("the end of the stream")
          .atMost(2, TimeUnit.MINUTES)
          .pollInSameThread()
          .until(
              () -> {
                proteus.cycles(1); // something to be told
                return viewers.isDone();
              });

      assertThat(operators).as("whose token is still there").isNotDone();
    }
  }

  /** Listens; over when the stream is. */
  private static CompletableFuture<String> listen(DaemonUnderTest proteus, String token)
      throws Exception {
    HttpResponse<InputStream> stream =
        HttpClient.newHttpClient()
            .send(
                proteus.request(Api.EVENTS, token).header("Accept", "text/event-stream").build(),
                HttpResponse.BodyHandlers.ofInputStream());
    assertThat(stream.statusCode()).isEqualTo(200);
    return CompletableFuture.supplyAsync(
        () -> {
          try (InputStream body = stream.body()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            return "over: " + e.getMessage();
          }
        });
  }

  @Test
  void badInputIsRefusedWithItsKeyAndChangesNothing() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      proteus.cycles(3);
      String plan = proteus.pending();
      String approve = HERE + "/plans/" + plan + "/approve";
      JsonNode before = proteus.json(HERE + "/control");

      assertProblem(proteus.get(HERE + "/nodes?limit=0", null), 400, "limit");
      assertProblem(proteus.get(HERE + "/nodes?limit=many", null), 400, "limit");
      assertProblem(proteus.get(HERE + "/nodes?limits=5", null), 400, "limits");
      assertProblem(proteus.get(HERE + "/partitions?offset=-1", null), 400, "offset");
      assertProblem(proteus.get(HERE + "/partitions/sums?by=colour", null), 400, "by");
      assertProblem(proteus.get(HERE + "/journal?kind=gossip", null), 400, "kind");
      assertProblem(proteus.get(HERE + "/nodes?remark=ugly", null), 400, "remark");
      assertProblem(proteus.get(HERE + "/partitions?class=ugly", null), 400, "class");
      assertProblem(proteus.get(HERE + "/timeline?from=yesterday", null), 400, "from");
      assertProblem(proteus.get(HERE + "/timeline?to=9999-01-01T00:00:00Z", null), 400, "to");
      assertProblem(proteus.get(HERE + "/timeline?limit=501", null), 400, "limit");
      assertProblem(
          proteus.get(HERE + "/timeline?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", null),
          400,
          "from");
      assertProblem(proteus.get(HERE + "/past/first", null), 400, "entry");
      assertProblem(proteus.get(HERE + "/past/0/nodes", null), 404, "entry");
      assertProblem(proteus.get(HERE + "/nodes/rs9", null), 404, "node");
      assertProblem(proteus.get("/api/v1/clusters/other", null), 404, "cluster");
      assertThat(proteus.get("/api/v1/nothing", null).statusCode()).isEqualTo(404);
      assertThat(proteus.post(HERE, WHY, administrator).statusCode()).isEqualTo(405);
      assertProblem(proteus.post(approve, "{}", administrator), 400, "reason");
      assertProblem(proteus.post(approve, "{\"reason\": \" \"}", administrator), 400, "reason");
      assertProblem(proteus.post(approve, "{\"reason\": ", administrator), 400, "body");
      assertProblem(proteus.post(approve, "null", administrator), 400, "body");
      assertProblem(
          proteus.post(approve, "{\"reason\": \"x\", \"yes\": 1}", administrator), 400, "body");
      assertProblem(
          proteus.post(HERE + "/mode", "{\"mode\": \"wild\", \"reason\": \"x\"}", administrator),
          400,
          "mode");
      assertThat(
              proteus
                  .post(approve, "{\"reason\": \"" + "x".repeat(20_000) + "\"}", administrator)
                  .statusCode())
          .isEqualTo(413);

      var endless =
          proteus
              .request(approve, administrator)
              .header("Content-Type", "application/json")
              .header(Gate.CSRF_HEADER, "1")
              .POST(
                  BodyPublishers.ofInputStream(
                      () -> new ByteArrayInputStream(new byte[1_000_000])));
      assertThat(proteus.send(endless).statusCode()).as("of unknown length").isEqualTo(413);

      assertThat(proteus.json(HERE + "/control")).isEqualTo(before);
      assertThat(proteus.changes()).isZero();
    }
  }

  private static void assertProblem(HttpResponse<String> answer, int status, String key) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith(Problem.CONTENT_TYPE);
    JsonNode problem = Description.read(answer.body());
    assertThat(problem.path("key").asText()).isEqualTo(key);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("detail").asText()).contains(key);
  }

  @Test
  void aPageOfAnotherSiteCannotAct() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      var post = proteus.request(HERE + "/pause", operator).POST(BodyPublishers.ofString(WHY));

      assertThat(proteus.send(post.copy().header("Content-Type", "application/json")).statusCode())
          .isEqualTo(403);
      assertThat(
              proteus
                  .send(
                      post.copy()
                          .header("Content-Type", "text/plain")
                          .header(Gate.CSRF_HEADER, "1"))
                  .statusCode())
          .isEqualTo(415);
      assertThat(
              proteus
                  .send(
                      post.copy()
                          .header("Content-Type", "application/json")
                          .header(Gate.CSRF_HEADER, "1")
                          .header("Origin", "https://elsewhere.example"))
                  .statusCode())
          .isEqualTo(403);
      assertThat(proteus.json(HERE + "/control").has("paused")).isFalse();
      assertThat(statusFor(proteus, "elsewhere.example")).contains("421");
      assertThat(statusFor(proteus, "localhost")).contains("200");
    }
  }

  /** Its owner lets the name point here once a browser has loaded the page (DNS rebinding). */
  @Test
  void aNameThatBeginsLikeALoopbackAddressIsNotOne() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      for (String foreign :
          List.of("127.evil.example", "127.0.0.1.evil.example", "127.0.0.1.", "127.0.0.256")) {
        assertThat(statusFor(proteus, foreign)).as(foreign).contains("421");
        assertThat(statusFor(proteus, foreign + ":80")).as(foreign).contains("421");
      }
      for (String own : List.of("127.0.0.1", "127.0.0.1:8080", "127.1.2.3", "[::1]", "[::1]:80")) {
        assertThat(statusFor(proteus, own)).as(own).contains("200");
      }
    }
  }

  @Test
  void whateverIsAskedForTheAnswerToAForeignNameIsDescribed() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      for (String operation : DESCRIPTION.operations().keySet()) {
        String[] parts = operation.split(" ", 2);
        String path = ApiTest.filled(parts[1], "plan-1");

        assertThat(statusFor(proteus, parts[0] + " " + path, "elsewhere.example"))
            .as(operation)
            .contains("421");
        assertThat(DESCRIPTION.mayAnswer(parts[0], parts[1], 421)).as(operation).isTrue();
      }
    }
  }

  private static String statusFor(DaemonUnderTest proteus, String host) throws IOException {
    return statusFor(proteus, "GET /api/v1/clusters", host);
  }

  /** By hand, as Java's client does not let one choose the name. */
  private static String statusFor(DaemonUnderTest proteus, String request, String host)
      throws IOException {
    URI url = URI.create(proteus.daemon.url());
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket
          .getOutputStream()
          .write(
              "%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                  .formatted(request, host)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .orElse("");
    }
  }

  @Test
  void everyAnswerHasTheHeadersThatKeepABrowserSafe() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      for (String path : List.of("/health/live", "/api/v1/clusters", "/nothing")) {
        var headers = proteus.get(path, null).headers();
        assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
            .contains("frame-ancestors 'none'");
        assertThat(headers.firstValue("Cache-Control")).contains("no-store");
        assertThat(headers.firstValue("Server")).isEmpty();
      }
    }
  }

  @Test
  void thePagesFilesAreNotCountedAmongRequests() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "server: {port: 0, requestsPerSecond: 1}\n")) {
      for (int look = 0; look < 20; look++) {
        assertThat(proteus.get("/", null).statusCode()).isEqualTo(200);
        assertThat(proteus.get("/words.js", null).statusCode()).isEqualTo(200);
      }
    }
    assertThat(PageFiles.has("/api/v1/me")).isFalse();
    assertThat(PageFiles.has("/health/live")).isFalse();
    assertThat(PageFiles.has("/no.js")).isFalse();
  }

  @Test
  void whoAsksForMuchAtOnceIsAnsweredWhereItIsLittleOverAFewSeconds() {
    Limiter limiter = new Limiter(10);

    for (int i = 0; i < 50; i++) {
      assertThat(limiter.allows("ana")).as("request %d", i).isTrue();
    }
    assertThat(IntStream.range(0, 60).filter(i -> limiter.allows("ana")).count())
        .as("of 60 more, at most those of a window that began in between")
        .isLessThanOrEqualTo(50);
    assertThat(limiter.allows("bert")).isTrue();
  }

  @Test
  void moreRequestsThanMayBeAreRefused() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "server: {port: 0, requestsPerSecond: 1}\n")) {
      assertThat(proteus.get("/api/v1/me", null).statusCode()).isEqualTo(200);
      HttpResponse<String> last = proteus.get("/api/v1/me", null);
      for (int i = 0; i < 100 && last.statusCode() == 200; i++) {
        last = proteus.get("/api/v1/me", null);
      }

      DESCRIPTION.assertDescribed("GET", "/api/v1/me", last);
      assertThat(last.statusCode()).isEqualTo(429);
      assertThat(proteus.get("/health/live", null).statusCode())
          .as("another caller's")
          .isEqualTo(200);
    }
  }

  @Test
  void noSecretIsInTheTokenFileTheJournalOrAnAnswer() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String token = proteus.token(Role.ADMINISTRATOR);
      Path file = folder.resolve("proteus-data/shop/tokens.json");
      proteus.post(HERE + "/pause", WHY, token);

      String answers =
          proteus.get("/api/v1/me", token).body() + proteus.get(HERE + "/journal", token).body();

      assertThat(answers).contains("the-administrator").doesNotContain(token);
      assertThat(Files.readString(file)).contains("the-administrator").doesNotContain(token);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  /** Who shows a token has done nothing wrong, and is to come again. */
  @Test
  void aTokenFileThatIsDamagedIsAskedToBeSeenTo() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String token = proteus.token(Role.VIEWER);
      Path file = folder.resolve("proteus-data/shop/tokens.json");
      String whole = Files.readString(file);
      String wrongHash = whole.replaceAll("[0-9a-f]{64}", "xyz");
      assertThat(wrongHash).isNotEqualTo(whole);

      for (String damaged : List.of(whole.substring(0, whole.length() / 2), wrongHash)) {
        Files.writeString(file, damaged);
        HttpResponse<String> answer = proteus.get("/api/v1/me", token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("server.tokens").contains("proteus token");
      }
      for (var operation : DESCRIPTION.operations().entrySet()) {
        String[] parts = operation.getKey().split(" ", 2);
        if (!operation.getValue().equals(Role.ANYBODY.word())) {
          HttpResponse<String> answer =
              proteus.send(
                  proteus
                      .request(ApiTest.filled(parts[1], "plan-1"), token)
                      .method(parts[0], BodyPublishers.noBody()));
          assertThat(answer.statusCode()).as(operation.getKey()).isEqualTo(503);
          DESCRIPTION.assertDescribed(parts[0], parts[1], answer);
        }
      }
      assertThat(proteus.get(HERE + "/control", null).statusCode())
          .as("who needs none is answered")
          .isEqualTo(200);
      Files.writeString(file, whole);
      assertThat(proteus.get("/api/v1/me", token).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void offLoopbackItWantsTlsAndATokenAndClaimsNothingWithout() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      int claims = proteus.cluster.faults().count(Call.CLAIM);

      assertThatThrownBy(
              () ->
                  proteus.start(
                      DaemonUnderTest.configuration(
                          folder, "server: {port: 0, address: 0.0.0.0}\n")))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("server.address: 0.0.0.0")
          .hasMessageContaining("server.tls.certificate")
          .hasMessageContaining("proteus token add` makes before the start");

      assertThat(proteus.cluster.faults().count(Call.CLAIM)).isEqualTo(claims);
    }
  }
}
