package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Claimant;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon on a cluster where another Proteus leads. */
class StandbyTest {
  private static final Description DESCRIPTION = new Description();
  private static final String WHY = "{\"reason\": \"looked at it\"}";
  private static final Claimant OTHER =
      new Claimant("proteus serve of ann@ops1, process 7", "http://ops1.example:8480");
  private static final String AUTOMATIC =
      "approval: {mode: automatic}\nserver: {port: 0, requestsPerSecond: 1000}\n";

  @TempDir private Path folder;

  @Test
  void itWatchesAnswersAndSaysWhereTheLeaderIsAndTakesOverWhenThatOneIsGone() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String administrator = proteus.token(Role.ADMINISTRATOR);
      proteus.cluster.expireClaim();
      Claim other = proteus.cluster.claim(OTHER);
      long entries = newest(proteus);

      proteus.cycles(4);

      assertThat(proteus.json(HERE).path("nodes").asInt()).as("it watches").isEqualTo(2);
      assertThat(proteus.get("/health/ready", null).statusCode()).isEqualTo(200);
      JsonNode leadership = proteus.json(HERE + "/control").path("leadership");
      assertThat(leadership.path("role").asText()).isEqualTo("standby");
      assertThat(leadership.path("leader").asText()).contains("ann@ops1, process 7", "since");
      assertThat(leadership.path("url").asText()).isEqualTo("http://ops1.example:8480");
      assertThat(leadership.path("epoch").asLong()).isEqualTo(other.epoch());
      assertThat(proteus.json("/api/v1/clusters").at("/items/0/role").asText())
          .isEqualTo("standby");
      assertThat(proteus.get("/metrics", null).body())
          .contains("proteus_leads{cluster=\"shop\"} 0.0");
      for (String wish : new String[] {"/pause", "/resume", "/plans/plan-1/approve"}) {
        HttpResponse<String> refused = proteus.post(HERE + wish, WHY, administrator);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        DESCRIPTION.assertDescribed(
            "POST", "/api/v1/clusters/{cluster}" + wish.replace("plan-1", "{plan}"), refused);
        assertThat(Description.read(refused.body()).path("value").asText())
            .isEqualTo("http://ops1.example:8480");
      }
      assertThat(proteus.changes()).as("it acts not").isZero();
      assertThat(newest(proteus)).as("the journal may be the leader's").isEqualTo(entries);

      other.close();
      proteus.cycles(1);

      assertThat(proteus.json(HERE + "/control").at("/leadership/role").asText())
          .isEqualTo("leader");
      assertThat(proteus.changes()).as("it knows the load already").isPositive();
      assertThat(proteus.cluster.incidents()).isEmpty();
      assertThat(proteus.get("/metrics", null).body())
          .contains("proteus_leads{cluster=\"shop\"} 1.0");
    }
  }

  @Test
  void whatWasPausedOnTheLeaderIsPausedOnTheNext() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      String operator = proteus.token(Role.OPERATOR);
      assertThat(proteus.post(HERE + "/pause", WHY, operator).statusCode()).isEqualTo(200);
      proteus.cluster.expireClaim();
      Claim other = proteus.cluster.claim(OTHER);
      proteus.cycles(2);
      assertThat(proteus.json(HERE + "/control").at("/paused/by").asText())
          .isEqualTo("the-operator");
      other.close();

      proteus.cycles(3);

      assertThat(proteus.json(HERE + "/control").has("paused")).isTrue();
      assertThat(proteus.changes()).isZero();
    }
  }

  private static long newest(DaemonUnderTest proteus) {
    return proteus.json(HERE + "/journal?limit=1").at("/entries/0/number").asLong();
  }
}
