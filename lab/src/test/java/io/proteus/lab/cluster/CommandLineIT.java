package io.proteus.lab.cluster;

import static io.proteus.lab.cluster.UserOnACluster.INTERVAL;
import static io.proteus.lab.cluster.UserOnACluster.LONG;
import static io.proteus.lab.cluster.UserOnACluster.SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.app.ExitCode;
import io.proteus.lab.cluster.CommandProcess.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's whole way on a real cluster under load, with a Proteus that is killed in the middle of a
 * plan: no acknowledged write is lost, every region is served, and the balancer is on in the end.
 */
class CommandLineIT {
  private static final long SEED = 7;

  /** Else HBase's own balancer moves regions meanwhile, once Proteus has switched it on again. */
  private static final String SELDOM = "--property=hbase.balancer.period=86400000";

  @TempDir private static Path folder;
  private static UserOnACluster user;

  @BeforeAll
  static void up() throws Exception {
    user = new UserOnACluster(folder);
    user.up(3, SELDOM);
  }

  @AfterAll
  static void down() throws Exception {
    user.down();
    assertThat(run(SHORT, "local", "status").out()).contains("holds no cluster");
  }

  @Test
  void watchesPlansAndAppliesAndFinishesWhatAKilledOneLeft() throws Exception {
    user.underLoad(
        SEED,
        () -> {
          observe();
          plan();
          Map<String, String> before = picture();
          killAnApplyInMidPlan();
          finish();
          assertThat(picture()).isNotEqualTo(before);
          undo();
          assertThat(picture()).isEqualTo(before);
        });
    letSixTenantsWork();
  }

  private static void letSixTenantsWork() throws Exception {
    Outcome worked =
        run(LONG, "local", "load", "--rows", "1000", "--rate", "20", "--for", "3s").succeeded();
    assertThat(worked.out())
        .containsPattern("[1-9][0-9,]* operations, 0 failed\\. The tables stay");
    assertThat(observation().path("partitions")).hasSize(21);
  }

  private static void observe() throws Exception {
    Outcome table = run(SHORT, "watch", "--once", "--interval", INTERVAL).succeeded();
    assertThat(table.out())
        .contains("3 RegionServers, 12 regions of 3 tables")
        .containsPattern("tenant_b.*write")
        .containsPattern("tenant_c.*read");
    JsonNode seen = observation();
    assertThat(seen.path("partitions")).hasSize(12);
    assertThat(seen.path("gaps")).isEmpty();
    assertThat(seen.path("nodes").findValues("memoryOnline"))
        .hasSize(3)
        .allMatch(JsonNode::asBoolean);
  }

  private static void plan() throws Exception {
    JsonNode document =
        user.json(
            SHORT,
            "plan",
            "--samples",
            "1",
            "--interval",
            INTERVAL,
            "--regardless-of-load",
            "--json");
    assertThat(document.path("verdict").asText()).isEqualTo("retarget");
    assertThat(document.path("plan").path("steps").size()).isGreaterThan(3);
    assertThat(document.path("plan").path("price").path("restarts").asInt()).isZero();
  }

  private static void killAnApplyInMidPlan() throws Exception {
    CommandProcess apply =
        CommandProcess.start(
            folder,
            "apply",
            "--yes",
            "--samples",
            "1",
            "--interval",
            INTERVAL,
            "--regardless-of-load");
    await("the plan to begin")
        .atMost(SHORT)
        .until(() -> apply.err().contains("done: ") || !apply.isRunning());
    assertThat(apply.isRunning()).as("out: %s%nerr: %s", apply.out(), apply.err()).isTrue();
    apply.kill();
    assertThat(observation().path("balancerOn").asBoolean()).isFalse();
  }

  private static void finish() throws Exception {
    // the claim of the killed one ends with its ZooKeeper session
    Outcome finished =
        await("the claim of the killed one to end")
            .atMost(Duration.ofMinutes(6))
            .until(() -> run(LONG, "apply", "--yes"), o -> o.exitCode() != ExitCode.CLAIMED);
    finished.succeeded();
    assertThat(finished.out()).contains("resumed plan-");
    assertThat(run(SHORT, "history").succeeded().out())
        .contains("asked for apply")
        .contains("completed after");
    JsonNode seen = observation();
    assertThat(seen.path("balancerOn").asBoolean()).isTrue();
    assertThat(seen.path("partitions"))
        .allMatch(partition -> partition.hasNonNull("node"))
        .noneMatch(partition -> partition.path("inTransition").asBoolean());
    assertThat(seen.path("nodes"))
        .extracting(node -> node.path("memory").path("readCache").asDouble())
        .doesNotContain(0.40);
  }

  private static void undo() throws Exception {
    Outcome undone = run(LONG, "undo", "--yes").succeeded();
    assertThat(undone.out()).contains("undone: what plan-").contains("is as it was before");
    assertThat(run(SHORT, "history").succeeded().out()).contains("which undoes plan-");
    assertThat(observation().path("balancerOn").asBoolean()).isTrue();
  }

  /** Where regions are, how servers divide their heaps, and tables as HBase describes them. */
  private static Map<String, String> picture() throws Exception {
    Map<String, String> picture = new TreeMap<>(user.descriptors());
    JsonNode seen = observation();
    seen.path("partitions")
        .forEach(region -> picture.put(text(region, "id"), text(region, "node")));
    seen.path("nodes")
        .forEach(
            server ->
                picture.put(
                    text(server, "id"),
                    "%.4f of cache, %.4f of memstores"
                        .formatted(
                            server.path("memory").path("readCache").asDouble(),
                            server.path("memory").path("writeBuffer").asDouble())));
    return picture;
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText();
  }

  private static JsonNode observation() throws Exception {
    return user.observation();
  }

  private static Outcome run(Duration within, String... args)
      throws IOException, InterruptedException {
    return user.run(within, args);
  }
}
