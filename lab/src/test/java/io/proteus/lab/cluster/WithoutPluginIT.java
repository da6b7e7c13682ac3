package io.proteus.lab.cluster;

import static io.proteus.lab.cluster.UserOnACluster.INTERVAL;
import static io.proteus.lab.cluster.UserOnACluster.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers that cannot divide their heap anew while they run are drained and restarted, one after
 * the other, under load (MET-11), and nothing is lost. Nobody has set how the heap is divided, as
 * in a plain installation, so that HBase's defaults count at first. The restart brings the
 * profile's number of handlers too (MeT, section 2).
 */
class WithoutPluginIT {
  private static final Duration RESTARTS = Duration.ofMinutes(8);
  private static final long SEED = 11;

  /** The number of handlers of each profile, by its share of the cache; read and scan share one. */
  private static final Map<Double, Integer> HANDLERS_BY_CACHE =
      Map.of(0.55, 14, 0.10, 12, 0.45, 13);

  /** The profiles in the order in which the file has them: read, write, read-write, scan. */
  private static final List<Double> CACHES = List.of(0.55, 0.10, 0.45, 0.55);

  @TempDir private static Path folder;
  private static UserOnACluster user;

  @BeforeAll
  static void up() throws Exception {
    user = new UserOnACluster(folder);
    user.up(
        3,
        "--without-plugin",
        "--property=hfile.block.cache.size=",
        "--property=hbase.regionserver.global.memstore.size=");
    bringHandlers();
  }

  /** Each profile says how many threads answer requests, as MeT's section 2 has it. */
  private static void bringHandlers() throws IOException {
    Path file = folder.resolve("proteus.yaml");
    String written = Files.readString(file);
    for (double cache : CACHES) {
      written =
          written.replaceFirst(
              "(?m)^      settings: \\{}.*$",
              "      settings: {hbase.regionserver.handler.count: %d}"
                  .formatted(HANDLERS_BY_CACHE.get(cache)));
    }
    Files.writeString(file, written);
  }

  @AfterAll
  static void down() throws Exception {
    user.down();
  }

  @Test
  void serversAreConfiguredByDrainedRestarts() throws Exception {
    user.underLoad(SEED, WithoutPluginIT::configure);
    JsonNode seen = user.observation();
    assertThat(seen.path("balancerOn").asBoolean()).isTrue();
    assertThat(seen.path("nodes")).hasSize(3);
    assertThat(seen.path("nodes"))
        .extracting(node -> node.path("memory").path("readCache").asDouble())
        .doesNotContain(0.40);
    assertThat(seen.path("partitions")).allMatch(partition -> partition.hasNonNull("node"));
    Map<String, Integer> handlers = user.handlers();
    for (JsonNode node : seen.path("nodes")) {
      String id = node.path("id").asText();
      double cache = Math.round(100 * node.path("memory").path("readCache").asDouble()) / 100.0;
      assertThat(handlers).as(id).containsEntry(id, HANDLERS_BY_CACHE.get(cache));
    }
  }

  private static void configure() throws Exception {
    assertThat(user.run(SHORT, "watch", "--once", "--interval", INTERVAL).succeeded().out())
        .contains("With Proteus's plugin on their class path");
    JsonNode found = user.observation();
    assertThat(found.path("gaps"))
        .extracting(gap -> gap.path("kind").asText())
        .doesNotContain("settings-unreadable");
    assertThat(found.path("nodes"))
        .extracting(node -> node.path("memory").path("readCache").asDouble())
        .containsOnly(0.40);
    assertThat(found.path("nodes"))
        .extracting(node -> node.path("memory").path("writeBuffer").asDouble())
        .containsOnly(0.40);
    String[] regardless = {"--samples", "1", "--interval", INTERVAL, "--regardless-of-load"};
    JsonNode plan = user.json(SHORT, with("plan", regardless, "--json")).path("plan");
    assertThat(plan.path("price").path("restarts").asInt()).isPositive();
    user.run(RESTARTS, with("apply", regardless, "--yes")).succeeded();
  }

  private static String[] with(String command, String[] options, String last) {
    String[] all = new String[options.length + 2];
    all[0] = command;
    System.arraycopy(options, 0, all, 1, options.length);
    all[options.length + 1] = last;
    return all;
  }
}
