package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.core.port.Claim;
import io.proteus.testkit.Call;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprovalFlowTest {
  private static final Description DESCRIPTION = new Description();
  private static final String WHY = "{\"reason\": \"looked at it, ticket 7\"}";
  private static final String AUTOMATIC = "approval: {mode: automatic}\n";

  @TempDir private Path folder;

  @Test
  void aPlanWaitsUntilItsIdIsApprovedAndTheJournalSaysByWhomAndWhy() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(5);
      String plan = proteus.pending();
      assertThat(proteus.changes()).isZero();

      HttpResponse<String> other =
          proteus.post(HERE + "/plans/plan-of-yesterday/approve", WHY, operator);
      HttpResponse<String> approved =
          proteus.post(HERE + "/plans/" + plan + "/approve", WHY, operator);
      HttpResponse<String> again =
          proteus.post(HERE + "/plans/" + plan + "/approve", WHY, operator);
      proteus.cycles(1);

      assertThat(other.statusCode()).isEqualTo(409);
      assertThat(other.body()).contains(plan);
      assertThat(approved.statusCode()).isEqualTo(200);
      assertThat(Description.read(approved.body()).get("approved").asText()).isEqualTo(plan);
      assertThat(again.statusCode()).isEqualTo(409);
      assertThat(proteus.changes()).isPositive();
      assertThat(proteus.cluster.incidents()).isEmpty();
      assertThat(proteus.cluster.peek().balancerOn()).isTrue();
      JsonNode asked = proteus.json(HERE + "/journal?kind=operator-asked").at("/entries/0/event");
      assertThat(asked.get("name").asText()).isEqualTo("the-operator");
      assertThat(asked.get("what").asText()).isEqualTo("approve " + plan);
      assertThat(asked.get("why").asText()).isEqualTo("looked at it, ticket 7");
      assertThat(proteus.json(HERE + "/plans").at("/past/0/outcome").asText())
          .isEqualTo("completed");
    }
  }

  @Test
  void whatTakesTwoPeopleSaysWhoApprovedItAndBeginsAfterTheSecond() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "approval: {fourEyes: {moves: 0}}\n")) {
      proteus.cycles(3);
      String approve = HERE + "/plans/" + proteus.pending() + "/approve";
      String anna = proteus.tokens.add("anna", Role.OPERATOR, proteus.clock.instant());
      String bert = proteus.tokens.add("bert", Role.OPERATOR, proteus.clock.instant());

      HttpResponse<String> first = proteus.post(approve, WHY, anna);
      HttpResponse<String> again = proteus.post(approve, WHY, anna);
      proteus.cycles(1);
      JsonNode pending = proteus.json(HERE + "/control").get("pending");
      int before = proteus.changes();
      HttpResponse<String> second = proteus.post(approve, WHY, bert);
      proteus.cycles(1);

      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(again.statusCode()).isEqualTo(409);
      assertThat(again.body()).contains("another person's [approval.fourEyes.moves]");
      assertThat(pending.at("/approved/by").asText()).isEqualTo("anna");
      assertThat(pending.at("/fourEyes/setting").asText()).isEqualTo("approval.fourEyes.moves");
      assertThat(before).isZero();
      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(proteus.changes()).isPositive();
    }
  }

  @Test
  void inTheShadowNothingIsClaimedAndNothingCanBeAskedFor() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "approval: {mode: shadow}\n")) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      proteus.cycles(5);
      String plan = proteus.pending();

      for (String wish :
          List.of("/plans/" + plan + "/approve", "/plans/" + plan + "/reject", "/pause", "/mode")) {
        HttpResponse<String> refused =
            proteus.post(
                HERE + wish,
                "{\"reason\": \"try\", \"mode\": \"automatic\"}"
                    .replace(wish.equals("/mode") ? "" : ", \"mode\": \"automatic\"", ""),
                administrator);
        assertThat(refused.statusCode()).as(wish).isEqualTo(409);
        assertThat(refused.body()).contains("runs in the shadow of shop");
      }
      proteus.cycles(3);

      assertThat(plan).startsWith("plan-");
      assertThat(proteus.changes()).isZero();
      assertThat(proteus.cluster.faults().count(Call.CLAIM)).isZero();
      assertThat(proteus.json(HERE + "/control").get("mode").asText()).isEqualTo("shadow");
      try (Claim ofAnother =
          proteus.cluster.ports().claiming().claim("another Proteus, which may act")) {
        proteus.cycles(2);
        assertThat(ofAnother.isHeld()).isTrue();
      }
    }
  }

  /** Who weighs whether to let it act tries policies of her own there. */
  @Test
  void theShadowReadsTheFolderOfPoliciesAgain() throws Exception {
    Path own = Files.createDirectories(folder.resolve("policies"));
    String more =
        """
        approval: {mode: shadow}
        configuration: {policy: policies}
        policies: {directory: policies}
        """;
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, more)) {
      proteus.cycles(2);
      assertThat(proteus.get(HERE + "/journal?limit=100", null).body())
          .doesNotContain("policies-read");

      Files.writeString(
          own.resolve("mine.yaml"),
          """
          schema: proteus/policy/1
          name: mine
          title: for readers
          source: for a test
          workload: {class: RO, when: reads == 1}
          hold: 3m
          set:
            blockCacheShare: 0.5
          """);
      proteus.cycles(2);

      assertThat(proteus.get(HERE + "/journal?limit=100", null).body())
          .contains("policies-read", "mine");
      assertThat(proteus.changes()).isZero();
    }
  }

  @Test
  void everyPlanSaysWhatItCostsAndYields() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);

      JsonNode prediction = proteus.json(HERE + "/control").at("/pending/plan/prediction");

      assertThat(prediction.get("throughputNow").asDouble()).isEqualTo(800);
      assertThat(prediction.at("/throughput/expected").asDouble()).isGreaterThan(800);
      assertThat(prediction.get("requestsLost").asDouble()).isPositive();
      assertThat(prediction.get("duration").asText()).startsWith("PT");
      assertThat(prediction.get("horizon").asText()).isEqualTo("PT1H");
      assertThat(prediction.has("latencyMs")).as("the store does not tell it").isFalse();
    }
  }

  @Test
  void whatIsBeyondALimitWaitsAndTheRestIsSaidByAccuracyOnceItHasSettled() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "approval: {mode: automatic, limits: {moves: 1}}\n")) {
      proteus.cycles(4);
      String plan = proteus.pending();
      assertThat(proteus.changes()).isZero();
      assertThat(proteus.json(HERE + "/control").at("/pending/because/setting").asText())
          .isEqualTo("approval.limits.moves");
      assertThat(proteus.json(HERE + "/accuracy").get("plans")).isEmpty();
      assertThat(proteus.get("/metrics", null).body())
          .as("what nobody has judged yet")
          .doesNotContain("proteus_prediction_bias_ratio{");

      proteus.post(HERE + "/plans/" + plan + "/approve", WHY, proteus.token(Role.OPERATOR));
      proteus.cycles(24);

      JsonNode accuracy = proteus.json(HERE + "/accuracy?limit=5");
      assertThat(accuracy.at("/plans/0/plan").asText()).isEqualTo(plan);
      assertThat(accuracy.at("/plans/0/throughput/achieved").asDouble()).isEqualTo(800);
      assertThat(accuracy.at("/throughput/plans").asInt()).isEqualTo(1);
      assertThat(accuracy.has("latency")).as("the store does not tell it").isFalse();
      assertThat(proteus.get("/metrics", null).body())
          .contains("proteus_prediction_judged_plans{cluster=\"shop\",figure=\"throughput\"} 1.0");
      assertThat(proteus.get(HERE + "/accuracy?limit=0", null).statusCode()).isEqualTo(400);
    }
  }

  @Test
  void outsideOfTheWindowsNothingBeginsAndTheApiTellsWhenTheNextOneOpens() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(
            folder,
            "approval: {mode: automatic, windows:"
                + " [{from: \"01:00\", to: \"03:00\", zone: UTC}]}\n")) {
      proteus.cycles(4);

      JsonNode control = proteus.json(HERE + "/control");
      assertThat(proteus.changes()).isZero();
      assertThat(control.at("/waiting/code").asText()).isEqualTo("OUTSIDE_WINDOW");
      assertThat(control.at("/window/open").asBoolean()).isFalse();
      assertThat(control.at("/window/opens").asText()).isEqualTo("2026-01-01T01:00:00Z");

      proteus.cycles(120);

      assertThat(proteus.changes()).isPositive();
      control = proteus.json(HERE + "/control");
      assertThat(control.has("waiting")).isFalse();
      assertThat(control.at("/window/until").asText()).isEqualTo("2026-01-01T03:00:00Z");
    }
  }

  @Test
  void aRejectedPlanIsNotCarriedOut() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      String plan = proteus.pending();

      proteus.post(HERE + "/plans/" + plan + "/reject", WHY, operator);
      proteus.cycles(3);

      assertThat(proteus.changes()).isZero();
      assertThat(proteus.pending()).isEmpty();
      assertThat(proteus.json(HERE + "/plans/" + plan).get("state").asText()).isEqualTo("rejected");
      assertThat(proteus.json(HERE + "/control").has("quietUntil")).isTrue();
    }
  }

  @Test
  void pausedItActsNotAndResumedItDoes() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String operator = proteus.token(Role.OPERATOR);
      assertThat(proteus.post(HERE + "/pause", WHY, operator).statusCode()).isEqualTo(200);
      assertThat(proteus.post(HERE + "/pause", WHY, operator).statusCode()).isEqualTo(409);
      proteus.cycles(4);
      assertThat(proteus.changes()).isZero();
      assertThat(proteus.json(HERE + "/control").at("/paused/by").asText())
          .isEqualTo("the-operator");

      assertThat(proteus.post(HERE + "/resume", WHY, operator).statusCode()).isEqualTo(200);
      proteus.cycles(1);

      assertThat(proteus.changes()).isPositive();
    }
  }

  @Test
  void aReasonIsKeptToOneLine() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String operator = proteus.token(Role.OPERATOR);
      String nothing = "{\"reason\": \"\\u0007\\n\"}";
      String forged = "{\"reason\": \"a release\\nben asked for resume\\u001b[2J\"}";

      assertThat(proteus.post(HERE + "/pause", nothing, operator).statusCode()).isEqualTo(400);
      assertThat(proteus.post(HERE + "/pause", forged, operator).statusCode()).isEqualTo(200);

      assertThat(proteus.json(HERE + "/control").at("/paused/reason").asText())
          .isEqualTo("a release ben asked for resume [2J");
    }
  }

  @Test
  void anAdministratorChangesTheMode() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      proteus.post(
          HERE + "/mode", "{\"mode\": \"observe\", \"reason\": \"a release\"}", administrator);
      proteus.cycles(4);

      assertThat(proteus.changes()).isZero();
      assertThat(proteus.json(HERE + "/control").get("mode").asText()).isEqualTo("observe");
      assertThat(proteus.get("/metrics", null).body())
          .contains("proteus_mode{cluster=\"shop\",mode=\"observe\"} 1.0")
          .contains("proteus_mode{cluster=\"shop\",mode=\"automatic\"} 0.0");
    }
  }

  /** The stop is sent while the loop's thread is in the middle of a call to the cluster. */
  @Test
  void aRunningPlanIsStoppedAfterItsStep() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(2);
      AtomicInteger status = new AtomicInteger();
      proteus
          .cluster
          .faults()
          .beforeEach(
              call -> {
                if (call == Call.MOVE && status.get() == 0) {
                  String running = proteus.json(HERE + "/control").at("/running/plan/id").asText();
                  status.set(
                      proteus
                          .post(HERE + "/plans/" + running + "/stop", WHY, operator)
                          .statusCode());
                }
              });

      proteus.cycles(2);

      assertThat(status.get()).isEqualTo(200);
      assertThat(proteus.cluster.faults().count(Call.MOVE)).isEqualTo(1);
      assertThat(proteus.json(HERE + "/plans").at("/past/0/outcome").asText()).isEqualTo("stopped");
      assertThat(proteus.json(HERE + "/control").has("paused")).isTrue();
      assertThat(proteus.json(HERE + "/control").has("running")).isFalse();
      assertThat(proteus.cluster.peek().balancerOn()).isTrue();
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  @Test
  void aRunningPlanIsStoppedAndPutBack() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String operator = proteus.token(Role.OPERATOR);
      String viewer = proteus.token(Role.VIEWER);
      proteus.cycles(2);
      List<String> places = places(proteus);
      AtomicInteger refused = new AtomicInteger();
      AtomicReference<String> put = new AtomicReference<>("");
      proteus
          .cluster
          .faults()
          .beforeEach(
              call -> {
                if (call == Call.MOVE && put.get().isEmpty()) {
                  String plan = proteus.json(HERE + "/control").at("/running/plan/id").asText();
                  String path = HERE + "/plans/" + plan + "/put-back";
                  refused.set(proteus.post(path, WHY, viewer).statusCode());
                  put.set(plan + proteus.post(path, WHY, operator).body());
                }
              });

      proteus.cycles(2);

      String plan = put.get().substring(0, put.get().indexOf('{'));
      assertThat(refused.get()).isEqualTo(403);
      assertThat(put.get()).contains("\"puttingBack\":true");
      assertThat(places(proteus)).isEqualTo(places);
      JsonNode whole = proteus.json(HERE + "/plans/" + plan);
      assertThat(whole.get("state").asText()).isEqualTo("stopped");
      assertThat(whole.at("/undo/state").asText()).isEqualTo("completed");
      String undo = proteus.json(HERE + "/plans").at("/past/0/id").asText();
      assertThat(proteus.json(HERE + "/plans/" + undo).at("/plan/undoes").asText()).isEqualTo(plan);
      assertThat(proteus.json(HERE + "/journal?kind=undo-began").at("/entries/0/event/by").asText())
          .isEqualTo("the-operator");
      assertThat(proteus.json(HERE + "/control").has("paused")).isTrue();
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  @Test
  void aPlanThatHasEndedIsPutBackByTheNextCycle() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String operator = proteus.token(Role.OPERATOR);
      String viewer = proteus.token(Role.VIEWER);
      proteus.cycles(2);
      List<String> before = places(proteus);
      proteus.cycles(2);
      assertThat(places(proteus)).isNotEqualTo(before);
      String plan = proteus.json(HERE + "/plans").at("/past/0/id").asText();
      String path = HERE + "/plans/" + plan + "/put-back";

      assertThat(proteus.post(path, WHY, viewer).statusCode()).isEqualTo(403);
      HttpResponse<String> asked = proteus.post(path, WHY, operator);
      HttpResponse<String> again = proteus.post(path, WHY, operator);
      proteus.cycles(1);

      assertThat(asked.statusCode()).as(asked.body()).isEqualTo(200);
      assertThat(asked.body()).contains("\"paused\"");
      assertThat(again.statusCode()).isEqualTo(409);
      assertThat(again.body()).contains("is being put back");
      DESCRIPTION.assertDescribed(
          "POST", "/api/v1/clusters/{cluster}/plans/{plan}/put-back", asked);
      assertThat(places(proteus)).isEqualTo(before);
      assertThat(proteus.json(HERE + "/plans/" + plan).at("/undo/state").asText())
          .isEqualTo("completed");
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  @Test
  void whatWasNeverAPlanIsNotFound() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(4);
      String plan = proteus.json(HERE + "/plans").at("/past/0/id").asText();

      for (String unknown : List.of("plan-of-yesterday", plan + "-rest")) {
        String path = HERE + "/plans/" + unknown;
        HttpResponse<String> refused = proteus.post(path + "/put-back", WHY, operator);
        assertThat(proteus.get(path, null).statusCode()).isEqualTo(404);
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(refused.body()).contains(unknown);
      }
      assertThat(proteus.json(HERE + "/control").has("paused")).isFalse();
    }
  }

  private static List<String> places(DaemonUnderTest proteus) {
    return proteus.cluster.peek().partitions().stream().map(p -> p.id() + " " + p.node()).toList();
  }

  /** Over when the stream is. */
  private static CompletableFuture<Void> listen(
      DaemonUnderTest proteus, BlockingQueue<String> lines) {
    return HttpClient.newHttpClient()
        .sendAsync(
            HttpRequest.newBuilder(URI.create(proteus.daemon.url() + Api.EVENTS))
                .header("Accept", "text/event-stream")
                .build(),
            HttpResponse.BodyHandlers.ofLines())
        .thenAccept(answer -> collect(answer.body(), lines));
  }

  @Test
  void whoeverListensIsToldHowThingsStandAndThenWhatHappens() throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    CompletableFuture<Void> stream;
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      stream = listen(proteus, lines);
      awaitLine(lines, "event: control");

      proteus.cycles(3);

      awaitLine(lines, "event: verdict");
      awaitLine(lines, "event: plan-begins");
      awaitLine(lines, "event: step");
      awaitLine(lines, "event: plan-ended");
    }
    assertThat(stream.handle((nothing, failure) -> "over").get(2, TimeUnit.MINUTES))
        .as("the stream once the daemon has ended")
        .isEqualTo("over");
  }

  @Test
  void whoeverListensIsToldThatAPlanWaits() throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      listen(proteus, lines);
      awaitLine(lines, "event: control");

      proteus.cycles(3);

      String line = lines.poll(2, TimeUnit.MINUTES);
      while (line != null && !line.contains("\"pending\"")) {
        line = lines.poll(2, TimeUnit.MINUTES);
      }
      assertThat(line).startsWith("data: ").contains(proteus.pending());
    }
  }

  private static void collect(Stream<String> body, BlockingQueue<String> lines) {
    body.forEach(lines::add);
  }

  private static void awaitLine(BlockingQueue<String> lines, String wanted) throws Exception {
    String line = lines.poll(2, TimeUnit.MINUTES);
    while (line != null && !line.equals(wanted)) {
      line = lines.poll(2, TimeUnit.MINUTES);
    }
    assertThat(line).isEqualTo(wanted);
  }

  @Test
  void asItEndsItFinishesTheStepPutsTheBalancerBackAndLetsTheClusterGo() throws Exception {
    DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC);
    proteus
        .cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                assertThat(proteus.cluster.peek().balancerOn()).isFalse();
                proteus.stop.request();
              }
            });

    proteus.daemon.run((cluster, cycle) -> {});
    proteus.close();

    assertThat(proteus.cluster.faults().count(Call.MOVE)).isEqualTo(1);
    assertThat(proteus.cluster.peek().balancerOn()).isTrue();
    assertThat(proteus.cluster.peek().inTransition()).isEmpty();
    assertThat(proteus.cluster.incidents()).isEmpty();
    try (Claim free = proteus.cluster.claim("another")) {
      assertThat(free.isHeld()).isTrue();
    }
  }
}
