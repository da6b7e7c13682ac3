package io.proteus.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One daemon for three stores at once: HBase, Redis and Cassandra, all of them real. */
class FleetIT {
  private static final Duration UP = Duration.ofMinutes(4);
  private static final Duration SEEN = Duration.ofMinutes(2);
  private static final Pattern SERVING = Pattern.compile("Serving redis at (http://\\S+), mode");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How each cluster is brought up, by its name. */
  private static final Map<String, List<String>> CLUSTERS = new LinkedHashMap<>();

  static {
    CLUSTERS.put("redis", List.of("--store", "redis", "--nodes", "3"));
    CLUSTERS.put("cassandra", List.of("--store", "cassandra", "--nodes", "2"));
    CLUSTERS.put("hbase", List.of("--region-servers", "1", "--heap", "512MB"));
  }

  /** Nodes and what each store calls them. */
  private static final Map<String, String> NODES =
      Map.of("redis", "3 shards", "cassandra", "2 nodes", "hbase", "1 RegionServers");

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<CommandProcess> daemons = new ArrayList<>();

  @AfterEach
  void down() throws Exception {
    for (CommandProcess daemon : daemons) {
      daemon.kill();
    }
    for (String name : CLUSTERS.keySet()) {
      if (Files.isDirectory(folder.resolve(name))) {
        CommandProcess.start(folder.resolve(name), "local", "down", "--delete").ends(UP);
      }
    }
  }

  @Test
  void threeStoresAreAttendedToAtOnceEachInItsOwnWords() throws Exception {
    bringUp();
    List<String> arguments = new ArrayList<>(List.of("serve"));
    for (String name : CLUSTERS.keySet()) {
      arguments.addAll(List.of("-c", configured(name)));
    }
    CommandProcess daemon = CommandProcess.start(folder, arguments.toArray(String[]::new));
    daemons.add(daemon);
    await("the daemon").atMost(SEEN).until(() -> SERVING.matcher(daemon.out()).find());
    Matcher serving = SERVING.matcher(daemon.out());
    assertThat(serving.find()).isTrue();
    String api = serving.group(1) + "/api/v1/clusters";

    for (String name : CLUSTERS.keySet()) {
      await(name + " to be seen")
          .atMost(SEEN)
          .untilAsserted(
              () -> assertThat(sees(api, name)).as(daemon.err()).isEqualTo(NODES.get(name)));
    }

    JsonNode listed = get(api);
    assertThat(listed.path("items"))
        .extracting(item -> item.path("name").asText())
        .containsExactlyElementsOf(CLUSTERS.keySet());
    assertThat(listed.path("items"))
        .extracting(item -> item.path("role").asText())
        .containsOnly("leader");
    assertThat(listed.path("items"))
        .extracting(item -> item.at("/terms/partitions").asText())
        .containsExactly("slot ranges", "token ranges", "regions");
    theOthersGoOnWithoutOne(api);
  }

  /** Whoever looks at the page sees which cluster is gone, and the others as before. */
  private void theOthersGoOnWithoutOne(String api) throws Exception {
    CommandProcess.start(folder.resolve("redis"), "local", "down").ends(UP).succeeded();

    await("the lost cluster to be told")
        .atMost(SEEN)
        .until(() -> item(api, "redis").path("stale").asBoolean());
    for (String name : List.of("cassandra", "hbase")) {
      assertThat(item(api, name).path("stale").asBoolean(true)).as(name).isFalse();
      long seen = number(api, name);
      await(name + " to be looked at again").atMost(SEEN).until(() -> number(api, name) > seen);
    }
  }

  private void bringUp() throws Exception {
    Map<String, CommandProcess> starting = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> cluster : CLUSTERS.entrySet()) {
      Path own = Files.createDirectory(folder.resolve(cluster.getKey()));
      List<String> arguments = new ArrayList<>(List.of("local", "up"));
      arguments.addAll(cluster.getValue());
      starting.put(cluster.getKey(), CommandProcess.start(own, arguments.toArray(String[]::new)));
    }
    for (CommandProcess up : starting.values()) {
      up.ends(UP).succeeded();
    }
  }

  /** The settings that it was brought up with, by a name of its own. */
  private String configured(String name) throws IOException {
    Path file = folder.resolve(name).resolve("proteus.yaml");
    String written = Files.readString(file);
    String named = written.replaceFirst("(?m)^( +name: )local\\b", "$1" + name);
    assertThat(named).as("a file that names its cluster").isNotEqualTo(written);
    // the first one says where the daemon answers
    Files.writeString(
        file, named + (name.equals("redis") ? "server: {port: 0}" + System.lineSeparator() : ""));
    return name + "/proteus.yaml";
  }

  private String sees(String api, String name) throws Exception {
    JsonNode nodes = get(api + "/" + name + "/nodes");
    return "%d %s"
        .formatted(nodes.path("items").size(), item(api, name).at("/terms/nodes").asText());
  }

  private long number(String api, String name) throws Exception {
    return get(api + "/" + name).path("observation").asLong();
  }

  private JsonNode item(String api, String name) throws Exception {
    for (JsonNode item : get(api).path("items")) {
      if (item.path("name").asText().equals(name)) {
        return item;
      }
    }
    throw new AssertionError(name + " is not listed");
  }

  private JsonNode get(String address) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(20)).build();
    return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
  }
}
