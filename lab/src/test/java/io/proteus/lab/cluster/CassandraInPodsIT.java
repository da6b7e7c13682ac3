package io.proteus.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proteus.cloud.kubernetes.ShopOnKubernetes;
import io.proteus.deployment.cassandra.CassandraDeployment;
import io.proteus.deployment.cassandra.CassandraJars;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Cassandra cluster in the pods of a StatefulSet grows from three nodes to five and shrinks
 * again, and its nodes are restarted with another setting: etcd, API server, controllers and nodes
 * are real, and pods are processes of this machine with a folder as volume.
 */
class CassandraInPodsIT {
  private static final Duration UP = Duration.ofMinutes(3);
  private static final Duration RESIZED = Duration.ofMinutes(8);

  /** For whatever they are used for. */
  private static final String MORE_CHUNKS =
      """
      schema: proteus/policy/1
      name: more-chunks
      title: more room for chunks of files
      source: the test
      workload: {class: any, when: "nodes > 2"}
      hold: 0s
      set: {fileCache: 48 * MB}
      """;

  @TempDir private Path folder;

  private CassandraImage image;
  private ShopOnKubernetes shop;
  private Path kubeconfig;
  private QuorumWrites writes;

  private void bringUp() throws Exception {
    ShopOnKubernetes.assumeItCanOpen();
    image =
        CassandraImage.in(
            folder, CassandraJars.find(Path.of("..").toAbsolutePath().normalize(), null));
    shop = ShopOnKubernetes.withVolumes(folder, image);
    kubeconfig = shop.kubeconfig("proteus");
    shop.scale(3);
    await("three nodes serve")
        .atMost(UP)
        .until(() -> addresses(3).stream().allMatch(image::isReady));
    shop.awaitPods(3);
    Files.createDirectories(folder.resolve("policies"));
    Files.writeString(folder.resolve("proteus.yaml"), configuration());
    writes = QuorumWrites.start(addresses(3));
  }

  /** Of the first pods. */
  private static List<String> addresses(int pods) {
    return IntStream.range(0, pods).mapToObj(CassandraImage::address).toList();
  }

  private String configuration() {
    return """
        cluster: {name: shop}
        engine:
          type: cassandra
          name: shop
          nodes: ["127.0.0.1", "127.0.0.2"]
          jmxPort: %1$d
          cqlPort: %2$d
          directory: %3$s/notes
        cloud:
          type: kubernetes
          namespace: %4$s
          statefulSet: %5$s
          configMap: %6$s
          lease: %7$s
          node: "{ip}"
        scaling: {policy: keep}
        configuration: {policy: policies}
        policies: {directory: %3$s/policies, restart: true}
        guards: {cooldown: 0s}
        nodes: {min: 3, max: 5}
        monitor: {period: 2s, samples: 2}
        """
        .formatted(
            CassandraDeployment.FIRST_JMX_PORT,
            CassandraDeployment.CQL_PORT,
            folder,
            ShopOnKubernetes.NAMESPACE,
            ShopOnKubernetes.NAME,
            ShopOnKubernetes.MAP,
            ShopOnKubernetes.LEASE);
  }

  @AfterEach
  void endAll() throws Exception {
    if (writes != null) {
      writes.close();
    }
    if (shop != null) {
      shop.close();
    }
    if (image != null) {
      assertThat(image.started()).as("no node is left").noneMatch(Process::isAlive);
    }
  }

  /** All that a command says, which succeeds. */
  private String proteus(String... command) throws Exception {
    CommandProcess.Outcome outcome =
        CommandProcess.start(folder, Map.of("KUBECONFIG", kubeconfig.toString()), command)
            .ends(RESIZED)
            .succeeded();
    return outcome.out() + outcome.err();
  }

  @Test
  void podsWithVolumesBecomeNodesAndGoAgainAndNoWriteIsLost() throws Exception {
    bringUp();

    String added = proteus("nodes", "add", "2", "--yes");

    assertThat(added)
        .contains("orders-3: started", "orders-4: started")
        .contains("done: have the new node join, 4 in all", "5 in all", "completed: ");
    writes.ringHas(5);
    shop.awaitPods(5);
    assertThat(shop.claims()).hasSize(5);

    String removed = proteus("nodes", "remove", "2", "--yes");

    assertThat(removed)
        .contains("orders-4: ended, on which 127.0.0.5 was")
        .contains("orders-3: ended, on which 127.0.0.4 was", "completed: ");
    writes.ringHas(3);
    shop.awaitPods(3);
    await("the volumes of nodes that have left go with them")
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              assertThat(shop.claims())
                  .containsExactlyInAnyOrder("data-orders-0", "data-orders-1", "data-orders-2");
              assertThat(shop.volumes()).hasSize(3);
            });
    assertThat(image.started()).hasSize(5).filteredOn(Process::isAlive).hasSize(3);

    List<Path> volumes = shop.volumes();
    podsStartAnewWithAnotherSetting();
    assertThat(shop.volumes()).as("the same volumes").hasSameElementsAs(volumes);

    assertThat(shop.leaseTransitions()).as("a claim for each command").isPositive();
    writes.assertNothingIsLost();
  }

  private void podsStartAnewWithAnotherSetting() throws Exception {
    Files.writeString(folder.resolve("policies/more-chunks.yaml"), MORE_CHUNKS);
    shop.protect();

    String applied = proteus("apply", "--yes");

    for (int pod = 0; pod < 3; pod++) {
      String address = CassandraImage.address(pod);
      assertThat(applied).contains("orders-%d: restarting %s".formatted(pod, address));
      assertThat(QuorumWrites.setting(address, "file_cache_size")).isEqualTo("48MiB");
    }
    assertThat(image.started()).hasSize(8).filteredOn(Process::isAlive).hasSize(3);
  }
}
