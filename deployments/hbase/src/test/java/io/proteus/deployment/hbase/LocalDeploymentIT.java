package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** On real daemons. The cluster is shared: bringing one up takes most of the time. */
@TestMethodOrder(OrderAnnotation.class)
class LocalDeploymentIT {
  private static final Path PROTEUS_HOME = Path.of("../..");

  /** The second start on a machine makes the archive of classes before its first daemon. */
  private static final Duration START_PATIENCE = Duration.ofSeconds(300);

  @TempDir static Path directory;
  private static LocalDeployment cluster;

  @BeforeAll
  static void up() throws PortException {
    cluster = LocalDeployment.in(directory.resolve("shared"));
    cluster.up(spec(), System.out::println);
  }

  @AfterAll
  static void destroy() throws PortException {
    cluster.destroy(System.out::println);
    assertThat(directory.resolve("shared")).doesNotExist();
  }

  @Test
  @Order(1)
  void everyDaemonRunsInAProcessOfItsOwn() throws PortException {
    ClusterStatus status = cluster.status();

    assertThat(status.isComplete()).isTrue();
    assertThat(status.daemons())
        .extracting(DaemonStatus::name)
        .containsExactly("zookeeper", "namenode", "master", "dn1", "rs1", "dn2", "rs2");
    assertThat(status.daemons().map(DaemonStatus::pid)).doesNotHaveDuplicates();
    assertThat(liveServers()).contains("127.0.0.11,").contains("127.0.0.12,");
  }

  @Test
  @Order(2)
  void whatTheDaemonsUnpackIsInTheClustersFolder() throws IOException {
    try (Stream<Path> unpacked = Files.list(directory.resolve("shared/data/jvm"))) {
      assertThat(unpacked).anyMatch(folder -> folder.getFileName().toString().startsWith("jetty-"));
    }
  }

  @Test
  @Order(2)
  void aSecondClusterInTheSameDirectoryIsRefused() {
    assertThatThrownBy(() -> cluster.up(spec(), line -> {}))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("a cluster is running here already");
  }

  @Test
  @Order(3)
  void aServerThatDoesNotExistIsNamedBesideThoseThatDo() {
    assertThatThrownBy(() -> cluster.stopRegionServer("rs7", line -> {}))
        .isInstanceOf(PortException.class)
        .hasMessage("RegionServer rs7: not in this cluster, which has rs1, rs2.");
  }

  @Test
  @Order(4)
  void aRestartedServerHasItsNewSettingsAndTheOthersHaveNot() throws Exception {
    assertThat(setting("127.0.0.11", "hfile.block.cache.size")).isEqualTo("0.4");

    cluster.restartRegionServer(
        "rs1",
        SettingsChange.setting(
            Map.of(
                "hfile.block.cache.size",
                "0.55",
                "hbase.regionserver.global.memstore.size",
                "0.1")),
        System.out::println);

    assertThat(setting("127.0.0.11", "hfile.block.cache.size")).isEqualTo("0.55");
    assertThat(setting("127.0.0.12", "hfile.block.cache.size")).isEqualTo("0.4");
    assertThat(cluster.status().isComplete()).isTrue();
  }

  @Test
  @Order(5)
  void aKilledServerIsSeenDeadAndStartsAgain() throws PortException {
    cluster.kill("rs2");

    assertThat(cluster.servers().get(1).daemon().isRunning()).isFalse();
    assertThat(cluster.servers().get(1).dataNode().isRunning()).isTrue();

    cluster.startRegionServer("rs2", System.out::println);

    assertThat(cluster.status().isComplete()).isTrue();
  }

  @Test
  @Order(6)
  void aProteusThatIsKilledWhileItStartsAClusterLeavesNothingUnknown() throws Exception {
    Path other = directory.resolve("killed");
    Path words = directory.resolve("killed.log");
    Process starter =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Starter.class.getName(),
                other.toString())
            .redirectErrorStream(true)
            .redirectOutput(words.toFile())
            .start();
    try {
      await()
          .atMost(START_PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(processesOf(other).size() >= 3 || !starter.isAlive())
                      .as(() -> "three daemons of a cluster that said: " + textOf(words))
                      .isTrue());
      assertThat(starter.isAlive()).as(() -> textOf(words)).isTrue();
    } finally {
      starter.destroyForcibly().waitFor();
    }
    assertThat(processesOf(other)).isNotEmpty();

    LocalDeployment.in(other).down(System.out::println);

    assertThat(processesOf(other)).isEmpty();
    assertThat(LocalDeployment.in(other).isDown()).isTrue();
    assertThat(cluster.status().isComplete()).as("the other cluster is left alone").isTrue();
  }

  @Test
  @Order(7)
  void aStartThatIsCancelledLeavesNothing() throws Exception {
    Path cancelled = directory.resolve("cancelled");
    LocalDeployment starting = LocalDeployment.in(cancelled);
    CompletableFuture<@Nullable Void> start =
        CompletableFuture.runAsync(
            () -> {
              try {
                starting.up(spec(), line -> {});
              } catch (PortException e) {
                throw new CompletionException(e);
              }
            });
    await().atMost(START_PATIENCE).until(() -> processesOf(cancelled).size() >= 2);

    starting.down(line -> {});

    assertThatThrownBy(start::join).hasMessageContaining("the start was cancelled");
    assertThat(processesOf(cancelled)).isEmpty();
  }

  @Test
  @Order(8)
  void aStartThatFailsShowsTheDaemonsOwnReasonAndLeavesNothing() throws Exception {
    Path broken = directory.resolve("broken");
    // a file where ZooKeeper wants a folder
    Files.createDirectories(broken.resolve("data"));
    Files.createFile(broken.resolve("data/zookeeper"));

    assertThatThrownBy(() -> LocalDeployment.in(broken).up(spec(), line -> {}))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("zookeeper ended while it was started.")
        .hasMessageContaining("zookeeper says (" + broken.resolve("logs/zookeeper.log"))
        .hasMessageContaining(broken.resolve("data/zookeeper").toString());

    assertThat(processesOf(broken)).isEmpty();
  }

  /** Another Proteus, to be killed. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] arguments) throws PortException {
      LocalDeployment.in(Path.of(arguments[0])).up(spec(), System.out::println);
    }
  }

  private static ClusterSpec spec() throws PortException {
    return ClusterSpec.on(ServerJars.find(PROTEUS_HOME, null))
        .regionServers(2)
        .heap(ByteSize.ofMegabytes(384))
        .build();
  }

  private static String liveServers() throws PortException {
    JsonNode master =
        Jmx.bean(
            "127.0.0.1",
            cluster.ports().masterPage(),
            "Hadoop:service=HBase,name=Master,sub=Server");
    assertThat(master).isNotNull();
    return master.path("tag.liveRegionServers").asText();
  }

  private static String setting(String address, String name) throws Exception {
    URI page =
        URI.create("http://%s:%d/conf".formatted(address, cluster.ports().regionServerPage()));
    String xml =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
            .body();
    String begin = "<name>" + name + "</name><value>";
    int at = xml.indexOf(begin) + begin.length();
    return xml.substring(at, xml.indexOf("</value>", at));
  }

  /**
   * Living processes with that directory in their environment's marker, looked up independently.
   */
  private static String textOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Long> processesOf(Path clusterDirectory) throws IOException {
    List<Long> found = new ArrayList<>();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process :
          processes.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
        try {
          String environment =
              Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
          if (environment.contains("PROTEUS_PROCESS=" + clusterDirectory)) {
            found.add(Long.valueOf(process.getFileName().toString()));
          }
        } catch (IOException endedMeanwhile) {
          // then it is not living
        }
      }
    }
    return found;
  }
}
