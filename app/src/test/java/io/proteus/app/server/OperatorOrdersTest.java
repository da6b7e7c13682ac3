package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.core.cluster.NodeId;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators order of nodes and leave out of plans, over the REST interface. */
class OperatorOrdersTest {
  private static final String UP_TO_NINE = "nodes:\n  min: 1\n  max: 9\n";
  private static final String WHY = "{\"reason\": \"ticket 21\"}";

  @TempDir private Path folder;

  private static long held(DaemonUnderTest proteus, String node) {
    return proteus.cluster.peek().served(new NodeId(node));
  }

  @Test
  void aDrainedNodeIsEmptiedOnceItsPlanIsApprovedAndIsNotFilledAgain() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      String before = proteus.pending();

      HttpResponse<String> drained = proteus.post(HERE + "/nodes/rs2/drain", WHY, operator);
      proteus.cycles(1);
      String plan = proteus.pending();
      JsonNode reasons = proteus.json(HERE + "/plans/" + plan).at("/plan/reasons");
      proteus.post(HERE + "/plans/" + plan + "/approve", WHY, operator);
      proteus.cycles(30);

      assertThat(drained.statusCode()).as(drained.body()).isEqualTo(200);
      assertThat(Description.read(drained.body()).get("drained").toString()).isEqualTo("[\"rs2\"]");
      assertThat(plan).isNotEqualTo(before);
      assertThat(reasons.at("/0/code").asText()).isEqualTo("DRAIN");
      assertThat(held(proteus, "rs2")).isZero();
      assertThat(proteus.json(HERE + "/verdict").get("reasons").toString()).contains("DRAINED");

      HttpResponse<String> returned = proteus.post(HERE + "/nodes/rs2/undrain", WHY, operator);
      assertThat(Description.read(returned.body()).get("drained")).isEmpty();
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  @Test
  void whatCannotBeDrainedIsRefusedWithTheReason() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(2);

      HttpResponse<String> unknown = proteus.post(HERE + "/nodes/rs77/drain", WHY, operator);
      HttpResponse<String> not = proteus.post(HERE + "/nodes/rs2/undrain", WHY, operator);
      HttpResponse<String> viewer =
          proteus.post(HERE + "/nodes/rs2/drain", WHY, proteus.token(Role.VIEWER));

      assertThat(unknown.statusCode()).isEqualTo(409);
      assertThat(unknown.body()).contains("rs77 is not a live");
      assertThat(not.statusCode()).isEqualTo(409);
      assertThat(not.body()).contains("rs2 is not drained");
      assertThat(viewer.statusCode()).isEqualTo(403);
      assertThat(proteus.json(HERE + "/control").get("drained")).isEmpty();
    }
  }

  @Test
  void nodesAreAddedOnceTheirPlanIsApprovedWithItsPrice() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, UP_TO_NINE)) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      int before = proteus.cluster.peek().nodes().size();
      String other = proteus.pending();

      HttpResponse<String> added =
          proteus.post(HERE + "/nodes/add", "{\"count\": 2, \"reason\": \"the sale\"}", operator);
      String plan = proteus.pending();
      JsonNode told = proteus.json(HERE + "/control").at("/pending/plan");
      proteus.cycles(2);
      String waits = proteus.pending();
      HttpResponse<String> approved =
          proteus.post(HERE + "/plans/" + plan + "/approve", WHY, operator);
      proteus.cycles(30);

      assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
      assertThat(plan).endsWith("-o1").isNotEqualTo(other);
      assertThat(told.at("/reasons/0/code").asText()).isEqualTo("NODES_ORDERED");
      assertThat(told.at("/price/nodesAdded").asInt()).isEqualTo(2);
      assertThat(told.at("/figures/foretold/money").asText()).isEqualTo("0.5 an hour more");
      assertThat(waits).as("what an operator ordered waits for an answer").isEqualTo(plan);
      assertThat(approved.statusCode()).as(approved.body()).isEqualTo(200);
      assertThat(proteus.json(HERE + "/plans/" + plan).get("state").asText())
          .as("it goes on with what fills them")
          .isEqualTo("replan");
      assertThat(proteus.cluster.peek().nodes()).hasSize(before + 2);
      assertThat(proteus.json(HERE + "/journal?kind=operator-asked").toString())
          .contains("nodes add 2", "the sale");
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  @Test
  void nodesAreRemovedByNameOrByNumber() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, UP_TO_NINE)) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);

      HttpResponse<String> least =
          proteus.post(HERE + "/nodes/remove", "{\"count\": 1, \"reason\": \"idle\"}", operator);
      String first = proteus.pending();
      HttpResponse<String> named =
          proteus.post(
              HERE + "/nodes/remove", "{\"nodes\": [\"rs2\"], \"reason\": \"old\"}", operator);
      String plan = proteus.pending();
      proteus.post(HERE + "/plans/" + plan + "/approve", WHY, operator);
      proteus.cycles(30);

      assertThat(least.statusCode()).as(least.body()).isEqualTo(200);
      assertThat(named.statusCode()).as(named.body()).isEqualTo(200);
      assertThat(plan).as("the newer order counts").isNotEqualTo(first);
      assertThat(proteus.json(HERE + "/plans/" + first).get("state").asText()).isEqualTo("expired");
      assertThat(proteus.json(HERE + "/plans/" + plan).get("state").asText())
          .isEqualTo("completed");
      assertThat(proteus.cluster.peek().node(new NodeId("rs2"))).isEmpty();
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  @Test
  void anOrderBeyondTheBoundsOrWithoutSenseIsRefused() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, UP_TO_NINE)) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      String waits = proteus.pending();

      assertThat(refused(proteus, operator, "add", "\"count\": 20", 409))
          .contains("nodes.max is 9");
      assertThat(refused(proteus, operator, "remove", "\"count\": 20", 409))
          .contains("fewer than 20");
      assertThat(refused(proteus, operator, "remove", "\"nodes\": [\"rs77\"]", 409))
          .contains("rs77 is not a live");
      assertThat(refused(proteus, operator, "add", "\"count\": 0", 400)).contains("count");
      assertThat(refused(proteus, operator, "add", "\"count\": null", 400)).contains("count");
      assertThat(refused(proteus, operator, "remove", "\"count\": 1, \"nodes\": [\"rs2\"]", 400))
          .contains("either a count or the names");
      assertThat(
              proteus
                  .post(
                      HERE + "/nodes/add",
                      "{\"count\": 1, \"reason\": \"no\"}",
                      proteus.token(Role.VIEWER))
                  .statusCode())
          .isEqualTo(403);
      assertThat(proteus.pending()).as("nothing was changed").isEqualTo(waits);
      proteus.post(HERE + "/pause", WHY, operator);
      assertThat(refused(proteus, operator, "add", "\"count\": 1", 409)).contains("paused by");
    }
  }

  private static String refused(
      DaemonUnderTest proteus, String operator, String wish, String what, int status)
      throws Exception {
    HttpResponse<String> answer =
        proteus.post(
            HERE + "/nodes/" + wish, "{%s, \"reason\": \"why not\"}".formatted(what), operator);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  @Test
  void anEditIsShownBeforeItIsMadeAndOnlyWhatIsLeftCanBeApproved() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      String plan = proteus.pending();
      int steps = proteus.json(HERE + "/control").at("/pending/plan/steps").asInt();

      JsonNode shown = proteus.json(HERE + "/plans/" + plan + "/left?steps=1");
      HttpResponse<String> edited =
          proteus.post(
              HERE + "/plans/" + plan + "/edit",
              "{\"steps\": [\"1\"], \"reason\": \"not this one\"}",
              operator);
      String left = proteus.pending();
      HttpResponse<String> old = proteus.post(HERE + "/plans/" + plan + "/approve", WHY, operator);
      proteus.cycles(1);
      String waits = proteus.pending();
      HttpResponse<String> approved =
          proteus.post(HERE + "/plans/" + left + "/approve", WHY, operator);
      proteus.cycles(1);

      assertThat(shown.get("leftOut")).hasSize(1);
      assertThat(shown.at("/plan/steps").asInt()).isLessThan(steps).isPositive();
      assertThat(edited.statusCode()).as(edited.body()).isEqualTo(200);
      assertThat(left).isEqualTo(plan + "-e1");
      assertThat(old.statusCode()).isEqualTo(409);
      assertThat(waits).as("the next cycle leaves it alone").isEqualTo(left);
      assertThat(approved.statusCode()).isEqualTo(200);
      assertThat(proteus.json(HERE + "/plans/" + left).get("state").asText())
          .isEqualTo("completed");
      assertThat(proteus.json(HERE + "/plans/" + plan).get("state").asText()).isEqualTo("edited");
      String asked = proteus.json(HERE + "/journal?kind=operator-asked").toString();
      assertThat(asked).contains("edit %s as %s".formatted(plan, left)).contains("not this one");
      assertThat(proteus.cluster.incidents()).isEmpty();
    }
  }

  @Test
  void onlyTheOnlinePartOfAPlanIsShownBeforeItIsTakenAndMovesNothing() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      String plan = proteus.pending();

      JsonNode whole = proteus.json(HERE + "/control").at("/pending/plan");
      JsonNode shown = proteus.json(HERE + "/plans/" + plan + "/left?online=true");
      HttpResponse<String> edited =
          proteus.post(
              HERE + "/plans/" + plan + "/edit",
              "{\"online\": true, \"reason\": \"no moves today\"}",
              operator);

      assertThat(whole.at("/price/moves").asInt()).isPositive();
      assertThat(shown.at("/plan/steps").asInt()).isPositive();
      assertThat(shown.at("/plan/price/moves").asInt()).isZero();
      assertThat(edited.statusCode()).as(edited.body()).isEqualTo(200);
      assertThat(proteus.pending()).isEqualTo(plan + "-e1");
      assertThat(proteus.json(HERE + "/control").at("/pending/plan/price/moves").asInt()).isZero();
    }
  }

  @Test
  void anEditThatLeavesNothingOrNamesNothingIsRefused() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      String edit = HERE + "/plans/" + proteus.pending() + "/edit";

      assertThat(proteus.post(edit, WHY, operator).statusCode()).isEqualTo(400);
      assertThat(
              proteus
                  .post(edit, "{\"kinds\": [\"miracles\"], \"reason\": \"x\"}", operator)
                  .statusCode())
          .isEqualTo(400);
      HttpResponse<String> all =
          proteus.post(edit, "{\"steps\": [\"1-9999\"], \"reason\": \"x\"}", operator);
      assertThat(all.statusCode()).isEqualTo(409);
      assertThat(proteus.changes()).isZero();
    }
  }

  @Test
  void tablesNodesAndPartitionsAreFoundByAPartOfTheirNames() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(2);
      JsonNode first = proteus.json(HERE + "/partitions?limit=1").at("/items/0");

      JsonNode byTable = proteus.json(HERE + "/search?q=" + first.get("table").asText());
      JsonNode node = proteus.json(HERE + "/search?q=RS2&limit=1");

      assertThat(byTable.at("/tables/0/key").asText()).isEqualTo(first.get("table").asText());
      assertThat(byTable.get("partitions")).isNotEmpty();
      assertThat(node.at("/nodes/0/id").asText()).isEqualTo("rs2");
      assertThat(node.get("partitions")).isEmpty();
      assertThat(node.get("more").asBoolean()).isFalse();
      assertThat(proteus.json(HERE + "/search?q=s&limit=1").get("more").asBoolean()).isTrue();
      assertThat(proteus.get(HERE + "/search", null).statusCode()).isEqualTo(400);
    }
  }

  @Test
  void heatIsToldOverTimeInTheOrderOfKeys() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(4);

      JsonNode heat = proteus.json(HERE + "/heat?rows=3");

      assertThat(heat.get("times").size()).isBetween(3, 5);
      assertThat(heat.get("rows")).hasSize(3);
      assertThat(heat.get("others").asInt()).isPositive();
      assertThat(heat.at("/rows/0/requestsPerSecond")).hasSize(heat.get("times").size());
      String table = heat.at("/rows/0/table").asText();
      JsonNode ofTable = proteus.json(HERE + "/heat?table=" + table);
      assertThat(ofTable.get("rows")).allMatch(row -> row.get("table").asText().equals(table));
      assertThat(proteus.json(HERE + "/heat?limit=2").get("times")).hasSize(2);
    }
  }
}
