package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are made from the description and then bent. */
class FuzzTest {
  private static final int REQUESTS = 300;
  private static final Description DESCRIPTION = new Description();
  private static final List<String> OPERATIONS = List.copyOf(DESCRIPTION.operations().keySet());

  /** What takes more room is refused before it is known what is asked for. */
  private static final int LONGEST_URI = 7_000;

  private static final List<String> VALUES =
      List.of(
          "shop",
          "rs1",
          "0",
          "-1",
          "1",
          "99999999999999999999",
          "NaN",
          "2026-01-01T00:00:30Z",
          "-999999999-01-01T00:00:00Z",
          "misplaced",
          "null",
          "",
          " ",
          "..",
          "../../etc/passwd",
          "%00",
          "' OR 1=1 --",
          "<script>alert(1)</script>",
          "\u00e4\u00f6\u4e2d\ud83d\ude00",
          "x".repeat(3000));
  private static final List<String> KEYS =
      List.of(
          "offset", "limit", "before", "kind", "by", "node", "table", "class", "reason", "from",
          "to", "remark", "");
  private static final List<String> BODIES =
      List.of(
          "",
          "{",
          "null",
          "[]",
          "7",
          "{\"reason\": 7}",
          "{\"reason\": \"\"}",
          "{\"reason\": \"why not\"}",
          "{\"mode\": \"automatic\", \"reason\": \"why not\"}",
          "{\"mode\": [\"automatic\"], \"reason\": {}}",
          "{\"reason\": \"a\", \"reason\": \"b\"}",
          "{\"reason\": \"" + "y".repeat(600) + "\"}",
          // longer ones are refused unread, and what is unread when a connection is closed may take
          // the refusal with it: GateTest sends those
          "[".repeat(5000));

  private static final String STRANGER = "proteus_of_nobody";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whoeverMayOnlyLookChangesNothingAndNothingFails(long seed) throws Exception {
    try (DaemonUnderTest proteus = busy()) {
      proteus.cycles(3);
      String viewer = proteus.token(Role.VIEWER);
      String plan = proteus.pending();
      JsonNode before = proteus.json(HERE + "/control");
      Random random = new Random(seed);
      for (int i = 0; i < REQUESTS; i++) {
        String stranger = random.nextBoolean() ? STRANGER : null;
        bent(proteus, random, plan, random.nextBoolean() ? viewer : stranger, "seed " + seed);
      }

      assertThat(proteus.json(HERE + "/control")).as("seed %d", seed).isEqualTo(before);
      proteus.cycles(1);
      assertThat(proteus.changes()).as("seed %d", seed).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void nothingThatAnAdministratorSendsMakesItFail(long seed) throws Exception {
    try (DaemonUnderTest proteus = busy()) {
      proteus.cycles(3);
      String administrator = proteus.token(Role.ADMINISTRATOR);
      String plan = proteus.pending();
      Random random = new Random(seed);
      for (int i = 0; i < REQUESTS; i++) {
        bent(proteus, random, plan, administrator, "seed " + seed);
      }
      proteus.cycles(3);

      assertThat(proteus.get("/health/ready", null).statusCode()).isEqualTo(200);
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  private DaemonUnderTest busy() throws Exception {
    return new DaemonUnderTest(folder, "server: {port: 0, requestsPerSecond: 100000}\n");
  }

  private static void bent(
      DaemonUnderTest proteus, Random random, String plan, @Nullable String token, String seed) {
    String operation = any(random, OPERATIONS);
    String method = operation.substring(0, operation.indexOf(' '));
    String path = operation.substring(operation.indexOf(' ') + 1);
    if (path.endsWith("/events")) {
      return; // it would not end
    }
    StringBuilder uri = new StringBuilder();
    for (String part : path.substring(1).split("/", -1)) {
      String value = part;
      if (part.startsWith("{")) {
        value = random.nextInt(4) == 0 ? any(random, VALUES) : ApiTest.filled(part, plan);
      }
      uri.append('/').append(encoded(value));
    }
    char next = '?';
    for (int i = random.nextInt(3); i > 0; i--) {
      uri.append(next)
          .append(encoded(any(random, KEYS)))
          .append('=')
          .append(encoded(any(random, VALUES)));
      next = '&';
    }
    var request = proteus.request(uri.toString(), token);
    // who is not known is refused unread, as a longer body is
    String body = STRANGER.equals(token) ? "" : any(random, BODIES);
    if (random.nextInt(10) > 0) {
      request.header("Content-Type", "application/json");
    }
    if (random.nextInt(10) > 0) {
      request.header(Gate.CSRF_HEADER, "1");
    }
    HttpResponse<String> answer =
        proteus.send(request.method(method, BodyPublishers.ofString(body)));

    assertThat(answer.statusCode())
        .as("%s: %s %s with %s: %s", seed, method, uri, body, answer.body())
        .isLessThan(500)
        .matches(
            status -> DESCRIPTION.mayAnswer(method, path, status) || uri.length() > LONGEST_URI,
            "is described");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static <T> T any(Random random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
