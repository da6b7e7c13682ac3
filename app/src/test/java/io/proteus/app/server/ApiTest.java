package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.app.command.Schemas;
import io.proteus.core.cluster.NodeId;
import io.proteus.testkit.Call;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiTest {
  private static final Description DESCRIPTION = new Description();

  @TempDir private Path folder;

  @Test
  void theDescriptionHasEveryRouteWithItsRoleAndNoOther() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      Map<String, String> routes = new TreeMap<>();
      routes.put("GET " + Api.EVENTS, Role.VIEWER.word());
      routes.put("GET " + Api.EVENTS_OF, Role.VIEWER.word());
      proteus
          .daemon
          .routes()
          .forEach(route -> routes.put(route.method() + " " + route.path(), route.role().word()));

      assertThat(DESCRIPTION.operations()).isEqualTo(routes);
      assertThat(Description.read(proteus.get("/api/v1/openapi.json", null).body()))
          .isEqualTo(Description.read(OpenApi.JSON));
    }
  }

  @Test
  void everyAnswerIsAsDescribedBeforeWhileAndAfterAPlanWaits() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "server: {port: 0, requestsPerSecond: 1000}\n")) {
      String operator = proteus.token(Role.OPERATOR);
      assertAllDescribed(proteus, "plan-0");
      proteus.cycles(3);
      String plan = proteus.pending();
      assertAllDescribed(proteus, plan);

      HttpResponse<String> approved = approve(proteus, plan, operator);
      DESCRIPTION.assertDescribed(
          "POST", "/api/v1/clusters/{cluster}/plans/{plan}/approve", approved);
      proteus.cycles(1);

      assertAllDescribed(proteus, plan);
      assertThat(proteus.json(HERE + "/plans/" + plan).get("state").asText())
          .isEqualTo("completed");
    }
  }

  private static void assertAllDescribed(DaemonUnderTest proteus, String plan) {
    for (String operation : DESCRIPTION.operations().keySet()) {
      String path = operation.substring(operation.indexOf(' ') + 1);
      if (operation.startsWith("GET") && !path.endsWith("/events")) {
        DESCRIPTION.assertDescribed("GET", path, proteus.get(filled(path, plan), null));
      }
    }
  }

  static String filled(String path, String plan) {
    return path.replace("{cluster}", "shop")
        .replace("{node}", "rs1")
        .replace("{plan}", plan)
        .replace("{policy}", "pcm-ro")
        .replace("{entry}", "9");
  }

  private static HttpResponse<String> approve(DaemonUnderTest proteus, String plan, String token) {
    return proteus.post(
        HERE + "/plans/" + plan + "/approve", "{\"reason\": \"looked at it\"}", token);
  }

  @Test
  void theClusterIsShownInFiguresInNodesAndInPagesOfPartitions() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);

      JsonNode cluster = proteus.json(HERE);
      JsonNode node = proteus.json(HERE + "/nodes/rs2");
      JsonNode first = proteus.json(HERE + "/partitions?limit=3&table=t1");
      JsonNode rest = proteus.json(HERE + "/partitions?limit=3&offset=3&table=t1");
      JsonNode sums = proteus.json(HERE + "/partitions/sums?by=node");

      assertThat(cluster.get("nodes").asInt()).isEqualTo(2);
      assertThat(cluster.get("requestsPerSecond").asDouble()).isBetween(799.0, 801.0);
      assertThat(node.get("cpu").asDouble()).isEqualTo(0.7);
      assertThat(first.get("items")).hasSize(3);
      assertThat(first.get("total").asInt()).isEqualTo(4);
      assertThat(first.get("next").asInt()).isEqualTo(3);
      assertThat(rest.get("items")).hasSize(1);
      assertThat(rest.has("next")).isFalse();
      assertThat(sums.get("items")).hasSize(2);
      assertThat(sums.at("/items/0/partitions").asInt()).isEqualTo(4);
    }
  }

  @Test
  void whatIsNotKnownIsLeftOutAndNeverZero() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      assertThat(proteus.get(HERE, null).statusCode()).isEqualTo(503);
      proteus.cycles(1);

      assertThat(proteus.json(HERE).has("requestsPerSecond")).isFalse();
      assertThat(proteus.json(HERE + "/partitions").at("/items/0").has("requestsPerSecond"))
          .isFalse();
      assertThat(proteus.get("/metrics", null).body())
          .contains("proteus_nodes{cluster=\"shop\"} 2.0")
          .contains("proteus_node_cpu_ratio{cluster=\"shop\",node=\"rs1\"} 0.7")
          .doesNotContain("proteus_requests_per_second{")
          .doesNotContain("NaN");

      proteus.cluster.readable(new NodeId("rs2"), false);
      proteus.cycles(2);

      assertThat(proteus.json(HERE + "/nodes/rs1").has("requestsPerSecond")).isTrue();
      assertThat(proteus.json(HERE + "/nodes/rs2").has("requestsPerSecond")).isFalse();
      assertThat(proteus.get("/metrics", null).body())
          .contains("proteus_node_requests_per_second{cluster=\"shop\",node=\"rs1\"}")
          .doesNotContain("proteus_node_requests_per_second{cluster=\"shop\",node=\"rs2\"}");
    }
  }

  @Test
  void whatIsWrongIsSaidInTheSentencesOfTheDoctor() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      assertThat(proteus.get(HERE + "/doctor", null).statusCode()).isEqualTo(503);
      proteus.cycles(1);
      JsonNode notYet = proteus.json(HERE + "/doctor");
      Schemas.assertValid("doctor", notYet.toString());
      assertThat(notYet.at("/assessment/health").asText()).isEqualTo("unknown");
      assertThat(notYet.at("/assessment/sentences/0").asText())
          .isEqualTo("Not enough has been observed yet to tell how it is.");
      proteus.cycles(1);

      JsonNode doctor = proteus.json(HERE + "/doctor");

      Schemas.assertValid("doctor", doctor.toString());
      assertThat(doctor.at("/assessment/sentences/0").asText()).contains("healthy");
      assertThat(doctor.at("/assessment/unready/code").asText()).isEqualTo("TOO_FEW_SAMPLES");
      assertThat(doctor.get("findings"))
          .anySatisfy(finding -> assertThat(finding.get("severity").asText()).isEqualTo("unknown"));
    }
  }

  /** The store is asked by the daemon, every ten minutes, and not by requests. */
  @Test
  void whatTheStoreSaysIsWrongIsAskedForSeldom() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(2);
      List<String> first = checks(proteus);
      proteus.cluster.switchBalancer(false);
      proteus.cycles(2);
      List<String> soonAfter = checks(proteus);
      proteus.clock.advance(Checkups.BETWEEN);
      proteus.cycles(2);

      assertThat(first).contains("balancer-beside");
      assertThat(soonAfter).contains("balancer-beside");
      assertThat(checks(proteus)).doesNotContain("balancer-beside");
    }
  }

  private static List<String> checks(DaemonUnderTest proteus) throws Exception {
    return proteus.json(HERE + "/doctor").get("findings").findValuesAsText("check");
  }

  @Test
  void theVerdictSaysWhyAndTheMetricsSayItToo() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(1);

      JsonNode verdict = proteus.json(HERE + "/verdict");

      assertThat(verdict.get("verdict").asText()).isEqualTo("hold");
      assertThat(verdict.at("/reasons/0/code").asText()).isEqualTo("TOO_FEW_SAMPLES");
      assertThat(verdict.at("/reasons/0/setting").asText()).isEqualTo("monitor.samples");
      assertThat(proteus.get("/metrics", null).body())
          .contains(
              "proteus_verdict{cluster=\"shop\",code=\"TOO_FEW_SAMPLES\",verdict=\"hold\"} 1.0");
    }
  }

  @Test
  void theJournalIsReadPageByPage() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(5);

      JsonNode newest = proteus.json(HERE + "/journal?limit=4");
      JsonNode older =
          proteus.json(HERE + "/journal?limit=4&before=" + newest.get("next").asLong());
      JsonNode decided = proteus.json(HERE + "/journal?kind=decided");

      assertThat(newest.get("entries")).hasSize(4);
      assertThat(older.at("/entries/0/number").asLong())
          .isEqualTo(newest.at("/entries/3/number").asLong() - 1);
      assertThat(decided.get("entries")).hasSize(5);
      assertThat(decided.at("/entries/0/event/event").asText()).isEqualTo("decided");
      assertThat(decided.has("next")).isFalse();
    }
  }

  /** However many are asked for, one request does not fill the memory. */
  @Test
  void aPageOfLargeEntriesIsShorterThanWasAskedForAndTellsThatThereIsMore() throws Exception {
    DaemonUnderTest.asked(folder, 9, "%d" + "x".repeat(1_000_000));
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      JsonNode newest = proteus.json(HERE + "/journal?limit=1000&kind=operator-asked");
      JsonNode older =
          proteus.json(
              HERE
                  + "/journal?limit=1000&kind=operator-asked&before="
                  + newest.get("next").asLong());

      assertThat(newest.get("entries")).hasSize(4);
      assertThat(older.get("entries")).hasSize(4);
      assertThat(older.at("/entries/0/number").asLong())
          .isLessThan(newest.at("/entries/3/number").asLong());
    }
  }

  @Test
  void everyKindOfEventIsDescribed() {
    JsonNode kinds =
        Description.read(OpenApi.JSON).at("/components/parameters/kind/schema/items/enum");

    assertThat(kinds).extracting(JsonNode::asText).containsExactlyElementsOf(JournalDocument.KINDS);
  }

  @Test
  void healthTellsAClusterThatIsReadFromOneThatIsNot() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      assertThat(proteus.get("/health/live", null).statusCode()).isEqualTo(200);
      assertThat(proteus.get("/health/ready", null).statusCode()).isEqualTo(503);
      proteus.cycles(1);
      assertThat(proteus.get("/health/ready", null).statusCode()).isEqualTo(200);

      proteus.cluster.faults().refuseNext(Call.SAMPLE, 1);
      proteus.cycles(1);

      assertThat(proteus.get("/health/ready", null).statusCode()).isEqualTo(503);
      assertThat(proteus.json(HERE).get("nodes").asInt()).as("what was seen last").isEqualTo(2);
      proteus.clock.advance(java.time.Duration.ofHours(1));
      assertThat(proteus.get("/health/live", null).statusCode()).isEqualTo(503);
    }
  }

  /** Else its load would look as steady as never, and no alert on a gap would ever be sent. */
  @Test
  void theFiguresOfAClusterThatCannotBeReadAreAGap() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(2);
      String before = proteus.get("/metrics", null).body();
      proteus.cluster.faults().refuseNext(Call.SAMPLE, 1);
      proteus.cycles(1);

      String gap = proteus.get("/metrics", null).body();

      String seen = "proteus_observed_timestamp_seconds{cluster=\"shop\"}";
      assertThat(before)
          .contains("proteus_nodes{", "proteus_requests_per_second{", "proteus_node_cpu_ratio{");
      assertThat(gap)
          .doesNotContain("proteus_nodes{")
          .doesNotContain("proteus_requests_per_second{")
          .doesNotContain("proteus_node_")
          .contains("proteus_cycles_total{cluster=\"shop\"} 3.0");
      assertThat(line(gap, seen)).isEqualTo(line(before, seen));

      proteus.cycles(1);
      assertThat(proteus.get("/metrics", null).body()).contains("proteus_nodes{");
    }
  }

  private static String line(String metrics, String begin) {
    return metrics.lines().filter(line -> line.startsWith(begin)).findFirst().orElseThrow();
  }

  @Test
  void theDashboardAsksForMetricsThatThereAre() throws Exception {
    String dashboard = Files.readString(Path.of("../packaging/grafana.json"));
    Set<String> wanted =
        Pattern.compile("proteus_[a-z0-9_]+")
            .matcher(dashboard)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(wanted).hasSizeGreaterThan(30);
    // which the store in memory does not measure
    wanted.removeAll(
        Set.of(
            "proteus_node_cache_hit_ratio",
            "proteus_node_locality_ratio",
            "proteus_latency_p99_seconds",
            "proteus_node_latency_p99_seconds",
            "proteus_prediction_last_latency_seconds"));
    Set<String> told = new TreeSet<>();
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(
            folder, "approval: {mode: automatic}\nserver: {port: 0, requestsPerSecond: 1000}\n")) {
      // some are there only while a plan is being carried out, others only before
      proteus.cluster.faults().beforeEach(call -> told.addAll(metrics(proteus)));
      // until what came of the plan is known, after its cooldown
      proteus.cycles(26);
      told.addAll(metrics(proteus));
      assertThat(proteus.get("/metrics", null).body())
          .contains(
              "proteus_prediction_last_requests_per_second{cluster=\"shop\",value=\"achieved\"}"
                  + " 800.0");
    }

    assertThat(told).containsAll(wanted);
  }

  private static Set<String> metrics(DaemonUnderTest proteus) {
    return proteus
        .get("/metrics", null)
        .body()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.replaceAll("[{ ].*", ""))
        .collect(Collectors.toSet());
  }

  @Test
  void aClusterThatHangsKeepsNobodyWaiting() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(2);
      proteus.cluster.faults().hangNext(Call.SAMPLE);
      int before = proteus.cluster.faults().count(Call.SAMPLE);
      CompletableFuture<Void> cycle =
          CompletableFuture.runAsync(
              () -> {
                try {
                  proteus.cycles(1);
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      Awaitility.await()
          .atMost(2, TimeUnit.MINUTES)
          .until(() -> proteus.cluster.faults().count(Call.SAMPLE) > before);

      assertAllDescribed(proteus, "plan-0");
      assertThat(proteus.get(HERE + "/nodes", null).statusCode()).isEqualTo(200);
      assertThat(cycle).isNotDone();

      proteus.cluster.faults().release();
      cycle.get(2, TimeUnit.MINUTES);
    }
  }
}
