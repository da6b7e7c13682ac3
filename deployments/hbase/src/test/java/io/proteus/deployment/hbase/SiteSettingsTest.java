package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SiteSettingsTest {
  private static final String CACHE = "hfile.block.cache.size";

  private final Member first = new Member(1, Map.of());
  private final Member second = new Member(2, Map.of());

  @Test
  void theHeapSplitIsTheClustersAtFirst() {
    SiteSettings settings = settings(spec().memory(MemorySplit.of(0.30, 0.35)).build());

    assertThat(settings.hbase(first))
        .containsEntry(CACHE, "0.3")
        .containsEntry("hbase.regionserver.global.memstore.size", "0.35");
  }

  @Test
  void theNarrowerScopeWins() {
    ClusterSpec spec =
        spec()
            .properties(Map.of(CACHE, "0.2", "a", "cluster"))
            .serverProperties(Map.of("rs2", Map.of(CACHE, "0.5", "a", "server")))
            .build();
    Member changed = second.with(Map.of(CACHE, "0.55"));

    assertThat(settings(spec).hbase(first)).containsEntry(CACHE, "0.2");
    assertThat(settings(spec).hbase(second)).containsEntry(CACHE, "0.5");
    assertThat(settings(spec).hbase(changed)).containsEntry(CACHE, "0.55");
    assertThat(settings(spec).hbase(changed)).containsEntry("a", "server");
  }

  @Test
  void whatIsSetForEveryDaemonReachesHdfsToo() {
    String blocks = "dfs.blocksize";
    SiteSettings settings = settings(spec().properties(Map.of(blocks, "1048576")).build());

    assertThat(settings.hdfs(null)).containsEntry(blocks, "1048576");
    assertThat(settings.hdfs(first)).containsEntry(blocks, "1048576");
    assertThat(settings.core("127.0.0.12")).containsEntry(blocks, "1048576");
  }

  @Test
  void whatIsSetToNothingIsLeftToHBasesOwnDefault() {
    SiteSettings settings = settings(spec().properties(Map.of(CACHE, "", "a", " ")).build());

    assertThat(settings.hbase(first)).doesNotContainKeys(CACHE, "a");
    assertThat(settings.hbase(first.with(Map.of(CACHE, "0.55")))).containsEntry(CACHE, "0.55");
  }

  @Test
  void aServerIsKnownByItsOwnAddressToHBaseAndToHdfs() {
    SiteSettings settings = settings(spec().build());

    assertThat(settings.hbase(second))
        .containsEntry("hbase.unsafe.regionserver.hostname", "127.0.0.12");
    assertThat(settings.hdfs(second)).containsEntry("dfs.datanode.hostname", "127.0.0.12");
    assertThat(settings.core("127.0.0.12")).containsEntry("proteus.source.address", "127.0.0.12");
  }

  @Test
  void withoutAPluginHBaseTunesAsItShips() {
    assertThat(settings(spec().build()).hbase(first).keySet())
        .noneMatch(key -> key.contains("heapmemory") || key.endsWith(".range"));
  }

  @Test
  void withThePluginItsTunerMayMoveTheSplitFar() {
    ClusterSpec spec = spec().plugin(List.of(Path.of("/plugin.jar"))).build();

    assertThat(settings(spec).hbase(first))
        .containsEntry(
            "hbase.regionserver.heapmemory.tuner.class",
            "io.proteus.hbase.plugin.PinnedHeapMemoryTuner")
        .containsEntry("hbase.regionserver.global.memstore.size.max.range", "0.75")
        .containsEntry("hfile.block.cache.size.min.range", "0.05")
        .containsEntry("hbase.hregion.memstore.chunkpool.maxsize", "0");
    assertThat(settings(spec).hbase(null).keySet()).noneMatch(key -> key.contains("heapmemory"));
  }

  @Test
  void nothingListensBeyondTheLoopback() {
    SiteSettings settings = settings(spec().build());

    Stream.of(settings.hbase(first), settings.hdfs(first))
        .flatMap(site -> site.entrySet().stream())
        .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).endsWith("address"))
        .forEach(entry -> assertThat(entry.getValue()).as(entry.getKey()).startsWith("127.0.0."));
  }

  @Test
  void theMasterWaitsNoLongerThanUntilAllServersAreThere() {
    assertThat(settings(spec().build()).hbase(null))
        .containsEntry("hbase.master.wait.on.regionservers.maxtostart", "2");
  }

  @Test
  void aClientNeedsTheQuorumOnly() {
    assertThat(settings(spec().build()).client())
        .containsEntry("hbase.zookeeper.quorum", "127.0.0.1")
        .containsEntry("hbase.zookeeper.property.clientPort", "16081");
  }

  @Test
  void whatXmlReservesIsEscaped() {
    assertThat(ConfigurationFiles.xml(Map.of("a", "1 < 2 & 3")))
        .contains("<property><name>a</name><value>1 &lt; 2 &amp; 3</value></property>");
  }

  private SiteSettings settings(ClusterSpec spec) {
    return new SiteSettings(
        new Layout(Path.of("/cluster")),
        new Cluster(spec, new Ports(16_000), List.of(first, second)));
  }

  private static ClusterSpec.Builder spec() {
    return ClusterSpec.on(
        new ServerJars(List.of("/lib/*"), List.of("/classes"), "/built/archives"));
  }
}
