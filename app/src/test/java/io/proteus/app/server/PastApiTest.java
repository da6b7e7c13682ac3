package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastApiTest {
  @TempDir private Path folder;

  @Test
  void theTimelineHasLoadLatencyNodesAndWhatWasDone() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", PastApiTest::telling)) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(4);
      proteus.post(HERE + "/pause", "{\"reason\": \"a release\"}", operator);
      proteus.cycles(1);

      JsonNode timeline = proteus.json(HERE + "/timeline");

      assertThat(timeline.get("observations").asInt()).isEqualTo(5);
      assertThat(timeline.get("points")).hasSize(5);
      JsonNode first = timeline.at("/points/0");
      assertThat(first.get("nodes").asInt()).isEqualTo(2);
      assertThat(first.has("requestsPerSecond")).as("not known, so not zero").isFalse();
      JsonNode last = timeline.at("/points/4");
      assertThat(last.get("requestsPerSecond").asDouble()).isBetween(799.0, 801.0);
      assertThat(last.get("latencyMs").asDouble()).as("by requests").isBetween(2.9, 3.1);
      assertThat(last.get("p99Ms").asDouble()).as("by requests").isBetween(29.0, 31.0);
      assertThat(first.has("p99Ms")).as("not known, so not zero").isFalse();
      assertThat(timeline.get("marks"))
          .extracting(mark -> mark.get("kind").asText())
          .containsExactly("proposed", "operator-asked");
      assertThat(timeline.at("/marks/1/word").asText()).isEqualTo("pause");
    }
  }

  @Test
  void whereThereIsMoreThanFitsPointsAreEvenlyFarApartAndTheNewestIsAmongThem() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(10);
      long newest = proteus.json(HERE + "/timeline").at("/points/9/number").asLong();

      JsonNode few = proteus.json(HERE + "/timeline?limit=4");
      JsonNode some =
          proteus.json(HERE + "/timeline?from=2026-01-01T00:01:00Z&to=2026-01-01T00:02:30Z");

      assertThat(few.get("observations").asInt()).isEqualTo(10);
      assertThat(few.get("points")).hasSize(4);
      assertThat(few.at("/points/3/number").asLong()).isEqualTo(newest);
      assertThat(some.get("points"))
          .extracting(point -> point.get("at").asText())
          .containsExactly(
              "2026-01-01T00:01:00Z",
              "2026-01-01T00:01:30Z",
              "2026-01-01T00:02:00Z",
              "2026-01-01T00:02:30Z");
    }
  }

  @Test
  void aMomentOfThePastIsShownAsItWas() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", PastApiTest::telling)) {
      proteus.cycles(3);
      String plan = proteus.pending();
      JsonNode nodesThen = proteus.json(HERE + "/nodes");
      JsonNode partitionsThen = proteus.json(HERE + "/partitions");
      long entry =
          proteus.json(HERE + "/journal?kind=decided&limit=1").at("/entries/0/number").asLong();
      proteus.cluster.rate(new PartitionId("t1-1"), new RequestRates(0, 0, 0));
      proteus.cycles(5);

      JsonNode moment = proteus.json(HERE + "/past/" + entry);
      JsonNode nodes = proteus.json(HERE + "/past/" + entry + "/nodes");
      JsonNode partitions = proteus.json(HERE + "/past/" + entry + "/partitions");

      assertThat(moment.get("requestsPerSecond").asDouble()).isBetween(799.0, 801.0);
      assertThat(moment.get("p99Ms").asDouble()).isBetween(29.0, 31.0);
      assertThat(moment.at("/decision/number").asLong()).isEqualTo(entry);
      assertThat(moment.at("/plan/id").asText()).isEqualTo(plan);
      assertThat(moment.get("listed").asInt()).isEqualTo(8);
      assertThat(nodes.get("total").asInt()).isEqualTo(2);
      for (String field :
          new String[] {"id", "profile", "partitions", "misplaced", "cpu", "latencyMs", "p99Ms"}) {
        assertThat(nodes.at("/items/0").path(field))
            .as(field)
            .isEqualTo(nodesThen.at("/items/0").path(field));
      }
      assertThat(partitions.get("total")).isEqualTo(partitionsThen.get("total"));
      assertThat(partitions.at("/items/0/accessClass"))
          .isEqualTo(partitionsThen.at("/items/0/accessClass"));
      assertThat(moment.get("misplaced").asLong())
          .isEqualTo(
              proteus
                  .json(HERE + "/past/" + entry + "/partitions?remark=misplaced")
                  .get("total")
                  .asLong());
    }
  }

  /** While it runs nothing is observed: its begin and its end lie between two observations. */
  @Test
  void aPlanThatRanIsShownAtTheMomentAtWhichItDidAndAtNoOther() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "approval: {mode: automatic}\n", PastApiTest::telling)) {
      proteus.cycles(6);
      JsonNode planned = proteus.json(HERE + "/journal?kind=planned&limit=1").at("/entries/0");
      String plan = planned.at("/event/plan/id").asText();
      long begun = planned.get("number").asLong();
      long ended =
          proteus.json(HERE + "/journal?kind=plan-ended&limit=1").at("/entries/0/number").asLong();
      JsonNode points = proteus.json(HERE + "/timeline").get("points");

      JsonNode during = proteus.json(HERE + "/past/" + begun);
      JsonNode before = proteus.json(HERE + "/past/" + points.at("/0/number").asLong());
      JsonNode after = proteus.json(HERE + "/past/" + points.at("/5/number").asLong());

      assertThat(during.get("number").asLong()).isLessThan(begun);
      assertThat(during.at("/plan/id").asText()).isEqualTo(plan);
      assertThat(during.get("misplaced").asLong()).isPositive();
      assertThat(proteus.json(HERE + "/past/" + ended).get("number"))
          .as("both in one moment")
          .isEqualTo(during.get("number"));
      for (JsonNode other : List.of(before, after)) {
        assertThat(other.has("plan")).isFalse();
        assertThat(other.has("misplaced")).as("not known, so not zero").isFalse();
        JsonNode nodes = proteus.json(HERE + "/past/" + other.get("number").asLong() + "/nodes");
        assertThat(nodes.at("/items/0").has("misplaced")).isFalse();
      }
    }
  }

  /** The journal has a line for each of the hundred busiest, and lists 2,000 partitions. */
  @Test
  void ofManyNodesTheBusiestTellTheirLoadAndTheOthersNothingThatWasNotMeasured() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", PastApiTest::large)) {
      proteus.cycles(3);
      long entry = proteus.json(HERE + "/timeline?limit=1").at("/points/0/number").asLong();

      JsonNode moment = proteus.json(HERE + "/past/" + entry);
      JsonNode nodes = proteus.json(HERE + "/past/" + entry + "/nodes?limit=1000").get("items");

      assertThat(moment.get("nodes").asInt()).isEqualTo(120);
      assertThat(moment.get("nodesTold").asInt()).isEqualTo(100);
      assertThat(nodes).hasSize(120);
      List<JsonNode> silent = new ArrayList<>();
      for (JsonNode node : nodes) {
        if (node.has("requestsPerSecond")) {
          assertThat(node.get("requestsPerSecond").asDouble()).isBetween(189.0, 191.0);
          assertThat(node.get("partitions").asInt()).isEqualTo(19);
        } else {
          silent.add(node);
        }
      }
      assertThat(silent)
          .hasSize(20)
          .allSatisfy(node -> assertThat(node.get("id").asText()).startsWith("calm"))
          .noneMatch(node -> node.has("partitions") || node.has("cpu"));
    }
  }

  /** A hundred busy nodes, and calm ones of whose partitions a survey lists a part. */
  private static InMemoryCluster large(ManualClock clock) {
    ClusterBuilder described = InMemoryCluster.cluster().clock(clock);
    for (int i = 0; i < 100; i++) {
      described
          .node("busy-%03d".formatted(i))
          .cpu(0.5)
          .holding("t1", 19, new RequestRates(10, 0, 0));
    }
    for (int i = 0; i < 20; i++) {
      described
          .node("calm-%03d".formatted(i))
          .cpu(0.1)
          .holding("t1", 1, new RequestRates(5, 0, 0))
          .holding("t1", 9, new RequestRates(1, 0, 0));
    }
    return described.build();
  }

  @Test
  void beforeTheFirstSurveyThereAreNodesAndNoPartitions() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      assertThat(proteus.get(HERE + "/past/2", null).statusCode()).isEqualTo(404);
      proteus.cycles(3);

      JsonNode first = proteus.json(HERE + "/past/2");

      assertThat(first.has("surveyed")).isFalse();
      assertThat(first.has("requestsPerSecond")).as("not known, so not zero").isFalse();
      assertThat(proteus.json(HERE + "/past/2/nodes").get("total").asInt()).isEqualTo(2);
      assertThat(proteus.json(HERE + "/past/2/nodes").at("/items/0").has("requestsPerSecond"))
          .isFalse();
      assertThat(proteus.json(HERE + "/past/2/partitions").get("total").asInt()).isZero();
    }
  }

  @Test
  void aNodeThatIsGoneIsNotShownOnceItWas() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      proteus.cluster.kill(new NodeId("rs2"), 1000);
      proteus.cycles(1);
      long entry = proteus.json(HERE + "/timeline?limit=1").at("/points/0/number").asLong();

      JsonNode nodes = proteus.json(HERE + "/past/" + entry + "/nodes");

      assertThat(nodes.get("items"))
          .extracting(node -> node.get("id").asText())
          .containsExactly("rs1");
      assertThat(proteus.json(HERE + "/past/" + entry).at("/deadNodes/0").asText())
          .isEqualTo("rs2");
    }
  }

  @Test
  void whatIsSaidOfNodesAndPartitionsCanBeAskedFor() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(1);
      JsonNode held = proteus.json(HERE);
      assertThat(proteus.json(HERE + "/verdict").at("/reasons/0/code").asText())
          .isEqualTo("TOO_FEW_SAMPLES");
      assertThat(held.has("misplaced")).as("nobody asked, so not zero").isFalse();
      assertThat(held.has("misconfigured")).isFalse();
      assertThat(proteus.json(HERE + "/nodes").at("/items/0").has("misplaced")).isFalse();
      assertThat(proteus.get("/metrics", null).body()).doesNotContain("partitions_misplaced{");

      proteus.cycles(2);
      JsonNode cluster = proteus.json(HERE);

      assertThat(proteus.get("/metrics", null).body()).contains("partitions_misplaced{");
      assertThat(proteus.json(HERE + "/partitions?remark=misplaced").get("total"))
          .isEqualTo(cluster.get("misplaced"));
      assertThat(cluster.get("misplaced").asInt()).isPositive();
      assertThat(proteus.json(HERE + "/nodes?remark=hot").get("total").asInt()).isEqualTo(2);
      assertThat(
              proteus.json(HERE + "/nodes").findValues("misplaced").stream()
                  .mapToInt(JsonNode::asInt)
                  .sum())
          .isEqualTo(cluster.get("misplaced").asInt());
    }
  }

  private static InMemoryCluster telling(ManualClock clock) {
    return InMemoryCluster.cluster()
        .clock(clock)
        .node("rs1")
        .cpu(0.7)
        .latencyMs(2)
        .p99Ms(20)
        .holding("t1", 2, new RequestRates(100, 0, 0))
        .holding("t2", 2, new RequestRates(0, 0, 100))
        .node("rs2")
        .cpu(0.7)
        .latencyMs(4)
        .p99Ms(40)
        .holding("t1", 2, new RequestRates(100, 0, 0))
        .holding("t2", 2, new RequestRates(0, 0, 100))
        .build();
  }
}
