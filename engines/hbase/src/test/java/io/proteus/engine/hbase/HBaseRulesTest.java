package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.parameter.Finding;
import io.proteus.controller.parameter.SettingsReview;
import io.proteus.core.bulkload.LoadPlan;
import io.proteus.core.bulkload.LoadPlanner;
import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.UniformPartitioner;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.units.ByteSize;
import io.proteus.engine.hbase.bulkload.HConfigRules;
import io.proteus.engine.hbase.bulkload.PcmBulkLoadRules;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the shipped rules find in an HBase cluster, and what they leave alone. */
class HBaseRulesTest {
  private static final ParameterCatalogue CATALOGUE =
      CatalogueFile.shipped(HBaseEngine.catalogue());
  private static final TableId TABLE = new TableId("usertable");

  private static NodeReport server(long heapMb, String... keysAndValues) {
    Map<String, ReportedValue> values = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], new ReportedValue(keysAndValues[i + 1], "hbase-site.xml"));
    }
    values.put(
        "HBASE_HEAPSIZE", new ReportedValue(Long.toString(heapMb << 20), "the server's JVM"));
    return new NodeReport(
        "2.6.4-hadoop3", Map.of("partitions", BigDecimal.valueOf(20)), values, null);
  }

  private static List<String> rules(NodeReport server, Map<TableId, TableReport> tables) {
    return new SettingsReview(CATALOGUE, Map.of(new NodeId("rs1:16020"), server), tables)
        .findings().stream().map(Finding::rule).toList();
  }

  private static List<String> rules(NodeReport server) {
    return rules(server, Map.of());
  }

  @Test
  void aServerAsInstalledHasNothingThatContradicts() {
    assertThat(rules(server(1024))).isEmpty();
  }

  @Test
  void aLargerHeapWithASmallFlushSizeIsThePapersTrap() {
    assertThat(rules(server(4096))).containsExactly("heap-without-flush");
    assertThat(rules(server(4096, "hbase.hregion.memstore.flush.size", "536870912"))).isEmpty();
  }

  @Test
  void aFlushSizeBeyondAnEighthOfTheHeapIsTheOtherOne() {
    assertThat(rules(server(1024, "hbase.hregion.memstore.flush.size", "536870912")))
        .containsExactlyInAnyOrder("flush-above-heap", "flush-above-memstore");
  }

  @Test
  void cacheAndMemstoreStayWithinFourFifthsOfTheHeap() {
    assertThat(rules(server(1024, "hfile.block.cache.size", "0.45"))).containsExactly("memory-sum");
    assertThat(
            rules(
                server(
                    1024,
                    "hfile.block.cache.size",
                    "0.55",
                    "hbase.regionserver.global.memstore.size",
                    "0.25")))
        .isEmpty();
  }

  @Test
  void anOlderKeyCountsWhereThePresentOneIsNotSet() {
    assertThat(rules(server(1024, "hbase.regionserver.global.memstore.upperLimit", "0.5")))
        .containsExactly("memory-sum");
  }

  @Test
  void aKeyWhoseMeaningHasChangedIsSaid() {
    assertThat(rules(server(1024, "hbase.regionserver.global.memstore.lowerLimit", "0.38")))
        .containsExactly("old-key");
  }

  @Test
  void compactionsThatAreDueTooLateStopWrites() {
    assertThat(
            rules(
                server(
                    1024,
                    "hbase.hstore.compaction.min",
                    "12",
                    "hbase.hstore.compaction.max",
                    "20",
                    "hbase.hstore.blockingStoreFiles",
                    "10")))
        .containsExactly("blocking-below-compaction");
  }

  @Test
  void whatATableOverridesIsJudgedWithWhatItsServersHave() {
    TableReport large =
        new TableReport(Map.of("MEMSTORE_FLUSHSIZE", "1073741824"), family(Map.of()));
    TableReport leftFromALoad =
        new TableReport(
            Map.of("COMPACTION_ENABLED", "false", "DURABILITY", "SKIP_WAL"), family(Map.of()));

    assertThat(rules(server(1024), Map.of(TABLE, large)))
        .containsExactlyInAnyOrder("flush-above-heap", "flush-above-memstore");
    assertThat(rules(server(1024), Map.of(TABLE, leftFromALoad)))
        .containsExactlyInAnyOrder("compaction-off", "writes-not-logged");
    assertThat(
            rules(
                server(1024),
                Map.of(
                    TABLE,
                    new TableReport(
                        Map.of(), family(Map.of("IN_MEMORY", "true", "BLOCKCACHE", "false"))))))
        .containsExactly("in-memory-not-cached");
  }

  @ParameterizedTest
  @CsvSource({"1,pcm-bl", "6,pcm-bl", "31,pcm-bl", "100,pcm-bl", "1,hconfig", "31,hconfig"})
  void whatALoadSetsOnItsTableContradictsNothingHoweverLargeTheHeapIs(int heapGb, String rules) {
    ByteSize heap = new ByteSize((long) heapGb << 30);
    LoadTarget target =
        new LoadTarget(
            3, heap, new ByteSize(3 * heap.bytes()), MemorySplit.of(0.1, 0.6), true, false);
    LoadPlan plan =
        new LoadPlanner(
                rules.equals("pcm-bl")
                    ? new PcmBulkLoadRules()
                    : new HConfigRules(HConfigRules.WHOLE),
                UniformPartitioner.hex(new byte[0]),
                null,
                null,
                1.5)
            .plan(
                new LoadRequest(TABLE, 1_000_000_000, ByteSize.ofKilobytes(1)),
                target,
                LoadRoute.PUTS);
    NodeReport server =
        server(
            heapGb * 1024L,
            "hfile.block.cache.size",
            "0.1",
            "hbase.regionserver.global.memstore.size",
            "0.6",
            "hbase.hregion.memstore.flush.size",
            Long.toString(heap.bytes() / 8));

    assertThat(rules(server, Map.of(TABLE, new TableReport(plan.attributes(), family(Map.of())))))
        .isEmpty();
  }

  private static Map<String, Map<String, String>> family(Map<String, String> values) {
    return Map.of("f", values);
  }

  @Test
  void readingPastTheDataNodeNeedsASocket() {
    assertThat(rules(server(1024, "dfs.client.read.shortcircuit", "true")))
        .containsExactly("short-circuit-without-socket");
    assertThat(
            rules(
                server(
                    1024,
                    "dfs.client.read.shortcircuit",
                    "true",
                    "dfs.domain.socket.path",
                    "/run/hdfs/dn")))
        .isEmpty();
  }

  @Test
  void serversWithTooManyRegionsAreOneFindingHoweverManyEachHas() {
    Map<NodeId, NodeReport> servers = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      servers.put(
          new NodeId("rs" + i + ":16020"),
          new NodeReport(
              "2.6.4",
              Map.of("partitions", BigDecimal.valueOf(i < 4 ? 20 : 1000 + i)),
              Map.of("HBASE_HEAPSIZE", new ReportedValue("1073741824", "the server's JVM")),
              null));
    }

    List<Finding> findings = new SettingsReview(CATALOGUE, servers, Map.of()).findings();

    assertThat(findings).extracting(Finding::rule).containsExactly("too-many-regions");
    assertThat(findings.get(0).nodes()).hasSize(6);
  }

  @Test
  void ofAServerThatDoesNotTellNothingIsSaid() {
    assertThat(
            rules(
                new NodeReport("2.6.4", Map.of(), Map.of(), "nothing answers at http://rs1:16030")))
        .isEmpty();
  }
}
