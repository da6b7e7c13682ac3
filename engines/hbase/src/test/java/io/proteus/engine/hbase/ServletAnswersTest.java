package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers as an HBase 2.6.4 RegionServer gives them, shortened. */
class ServletAnswersTest {

  private static final String ONE = "0123456789abcdef0123456789abcdef";

  @Test
  void readsAreGetsBecauseReadRequestsCountRows() throws IOException {
    ServerCounters counters =
        regions(
            metric("default_table_t", ONE, "readRequestCount", 1000)
                + metric("default_table_t", ONE, "getCount", 10)
                + metric("default_table_t", ONE, "scanCount", 20)
                + metric("default_table_t", ONE, "putCount", 1)
                + metric("default_table_t", ONE, "writeRequestCount", 30));

    assertThat(counters.regions())
        .containsOnlyKeys(new PartitionId(ONE))
        .containsValue(new RequestCounters(10, 20, 30));
  }

  @Test
  void aRegionIsFoundWhateverItsTableIsCalled() throws IOException {
    assertThat(
            regions(
                    metric("a_table_b_table__region_x_metric_y", ONE, "getCount", 1)
                        + metric("a_table_b_table__region_x_metric_y", ONE, "scanCount", 2)
                        + metric("a_table_b_table__region_x_metric_y", ONE, "writeRequestCount", 3))
                .regions())
        .containsEntry(new PartitionId(ONE), new RequestCounters(1, 2, 3));
  }

  @Test
  void aRegionWithoutAllThreeCountersIsNotKnown() throws IOException {
    assertThat(regions(metric("default_table_t", ONE, "getCount", 1)).regions()).isEmpty();
  }

  @Test
  void hBasesOwnRegionsAreLeftOut() throws IOException {
    assertThat(
            regions(
                    metric("hbase_table_meta", "1588230740", "getCount", 1)
                        + metric("hbase_table_meta", "1588230740", "scanCount", 1)
                        + metric("hbase_table_meta", "1588230740", "writeRequestCount", 1))
                .regions())
        .isEmpty();
  }

  @Test
  void whatAServerDoesNotSayIsNotThere() throws IOException {
    ServerCounters counters =
        ServerCounters.parse(
            bytes("{\"beans\":[]}"),
            bytes(
                "{\"beans\":[{\"tag.serverName\":\"rs1,16020,7\",\"totalRequestCount\":42,\"percentFilesLocal\":NaN}]}"),
            bytes(
                "{\"beans\":[{\"numCallsInGeneralQueue\":3,\"TotalCallTime_num_ops\":9,\"TotalCallTime_99th_percentile\":377}]}"));

    assertThat(counters.serverName()).isEqualTo("rs1,16020,7");
    assertThat(counters.totals())
        .containsEntry(ServerCounters.REQUESTS, 42.0)
        .containsEntry(ServerCounters.QUEUED, 3.0)
        .containsEntry(ServerCounters.P99_MS, 377.0)
        .doesNotContainKeys(ServerCounters.LOCALITY_PERCENT, ServerCounters.CACHE_HITS);
  }

  @Test
  void whatCollectionsLeftOfTheHeapIsTheSumOfItsPools() throws IOException {
    assertThat(
            HeapPools.left(
                pools(
                    pool("Eden Space", "HEAP", false, 7_000_000L),
                    pool("Metaspace", "NON_HEAP", true, 90_000_000L),
                    pool("Survivor Space", "HEAP", false, 1_000_000L),
                    pool("Tenured Gen", "HEAP", true, 400_000_000L))))
        .isEqualTo(408_000_000L);
  }

  @Test
  void aHeapThatWasNeverCollectedWhereObjectsStayIsNotEmptyButUnknown() throws IOException {
    assertThat(
            HeapPools.left(
                pools(
                    pool("G1 Eden Space", "HEAP", false, 0L),
                    pool("G1 Old Gen", "HEAP", true, 0L),
                    pool("G1 Survivor Space", "HEAP", false, 3_000_000L))))
        .isNull();
    assertThat(HeapPools.left(bytes("{\"beans\":[]}"))).isNull();
  }

  @Test
  void aPoolThatTellsNothingOfItsCollectionsDoesNotCount() throws IOException {
    assertThat(
            HeapPools.left(
                bytes(
                    """
                    {"beans":[{"name":"java.lang:type=MemoryPool,name=Old","Type":"HEAP",
                      "CollectionUsage":null,"Usage":{"used":5},"UsageThresholdSupported":true}]}\
                    """)))
        .isNull();
  }

  @Test
  void theCacheOnTheHeapIsReadBesideTheWholeCache() throws IOException {
    ServerCounters counters =
        ServerCounters.parse(
            bytes("{}"),
            bytes("{\"beans\":[{\"blockCacheSize\":900,\"l1CacheSize\":100}]}"),
            bytes("{}"));

    assertThat(counters.totals())
        .containsEntry(ServerCounters.CACHE_BYTES, 900.0)
        .containsEntry(ServerCounters.HEAP_CACHE_BYTES, 100.0);
  }

  @Test
  void whatIsNoJsonIsRefused() {
    assertThatThrownBy(() -> ServerConfiguration.parse(bytes("<html>Forbidden</html>")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aSplitIsReadFromTheConfServlet() throws IOException {
    assertThat(
            conf("hfile.block.cache.size", "0.4", "hbase.regionserver.global.memstore.size", "0.25")
                .inEffect())
        .isEqualTo(MemorySplit.of(0.4, 0.25));
  }

  @Test
  void whereHBasesOwnTunerIsOnTheSettingsDoNotTellTheSplit() throws IOException {
    ServerConfiguration tuned =
        conf(
            "hfile.block.cache.size", "0.4",
            "hfile.block.cache.size.max.range", "0.6",
            "hbase.regionserver.global.memstore.size", "0.25",
            "hbase.regionserver.global.memstore.size.min.range", "0.1");

    assertThatThrownBy(tuned::inEffect).hasMessageContaining("HBase's own heap tuner is on");
  }

  @Test
  void aPluginThatIsConfiguredButSilentIsSaid() throws IOException {
    ServerConfiguration silent =
        conf(
            "hfile.block.cache.size",
            "0.4",
            "hbase.regionserver.heapmemory.tuner.class",
            "io.proteus.hbase.plugin.PinnedHeapMemoryTuner");

    assertThatThrownBy(silent::inEffect)
        .hasMessageContaining("configured but does not report")
        .hasMessageContaining("PinnedHeapMemoryTuner");
  }

  /** hbase-default.xml leaves it empty; what the servlet then shows depends on Hadoop's version. */
  @Test
  void aMemstoreShareThatNobodySetIsHBasesDefault() throws IOException {
    MemorySplit usual = MemorySplit.of(0.3, 0.4);

    assertThat(conf("hfile.block.cache.size", "0.3").inEffect()).isEqualTo(usual);
    assertThat(
            conf("hfile.block.cache.size", "0.3", "hbase.regionserver.global.memstore.size", "")
                .inEffect())
        .isEqualTo(usual);
  }

  @Test
  void aMemstoreShareByItsOlderNameCountsWhereItIsAlone() throws IOException {
    String older = "hbase.regionserver.global.memstore.upperLimit";

    assertThat(conf("hfile.block.cache.size", "0.3", older, "0.35").inEffect())
        .isEqualTo(MemorySplit.of(0.3, 0.35));
    assertThat(
            conf(
                    "hfile.block.cache.size",
                    "0.3",
                    older,
                    "0.35",
                    "hbase.regionserver.global.memstore.size",
                    "0.2")
                .inEffect())
        .isEqualTo(MemorySplit.of(0.3, 0.2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.81", "-1"})
  void forAMemstoreShareOutOfRangeHBaseTakesItsDefault(String share) throws IOException {
    assertThat(
            conf("hfile.block.cache.size", "0.3", "hbase.regionserver.global.memstore.size", share)
                .inEffect())
        .isEqualTo(MemorySplit.of(0.3, 0.4));
  }

  @Test
  void anAnswerWithoutTheCachesShareIsNotAWholeOne() {
    assertThatThrownBy(() -> conf("hbase.regionserver.global.memstore.size", "0.25").inEffect())
        .hasMessageContaining("does not show hfile.block.cache.size");
  }

  @Test
  void aShareThatIsNoNumberIsSaid() {
    assertThatThrownBy(
            () ->
                conf(
                        "hfile.block.cache.size",
                        "0.4",
                        "hbase.regionserver.global.memstore.size",
                        "a lot")
                    .inEffect())
        .hasMessage("its hbase.regionserver.global.memstore.size is 'a lot', want a number");
  }

  private static ServerCounters regions(String metrics) throws IOException {
    return ServerCounters.parse(
        bytes("{\"beans\":[{\"name\":\"Hadoop:service=HBase\"" + metrics + "}]}"),
        bytes("{}"),
        bytes("{}"));
  }

  private static String metric(String table, String region, String name, long value) {
    return ",\"Namespace_%s_region_%s_metric_%s\" : %d".formatted(table, region, name, value);
  }

  private static byte[] pools(String... beans) {
    return bytes("{\"beans\":[" + String.join(",", beans) + "]}");
  }

  /** In the order of HBase 2.6.4's servlet, but for what is not read. */
  private static String pool(String name, String type, boolean lasting, long left) {
    return """
    {"name":"java.lang:type=MemoryPool,name=%s","modelerType":"sun.management.MemoryPoolImpl",
     "Usage":{"committed":1,"init":1,"max":1,"used":999999999},
     "PeakUsage":{"committed":1,"init":1,"max":1,"used":999999999},
     "MemoryManagerNames":["Copy","MarkSweepCompact"],"UsageThreshold":0,
     "UsageThresholdSupported":%s,"CollectionUsageThreshold":0,
     "CollectionUsage":{"committed":1,"init":1,"max":1,"used":%d},
     "Name":"%s","Type":"%s","Valid":true}\
    """
        .formatted(name, lasting, left, name, type);
  }

  private static ServerConfiguration conf(String... keysAndValues) throws IOException {
    StringBuilder json = new StringBuilder("{\"properties\":[{\"key\":\"x\",\"value\":\"y\"}");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      json.append(
          ",{\"key\":\"%s\",\"value\":\"%s\",\"isFinal\":false}"
              .formatted(keysAndValues[i], keysAndValues[i + 1]));
    }
    return ServerConfiguration.parse(bytes(json + "]}"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
