package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import io.proteus.hbase.plugin.MemorySplitReport;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportedSettingsTest {

  @Test
  void aValueComesWithTheFileThatItIsFrom() throws Exception {
    String conf =
        """
        {"properties":[
        {"key":"hbase.regionserver.handler.count","value":"30","isFinal":false,"resource":"hbase-default.xml"},
        {"key":"some.other","value":"1","isFinal":false,"resource":"hbase-site.xml"},
        {"key":"hfile.block.cache.size","value":"0.25","isFinal":false,"resource":"hbase-site.xml"}]}
        """;

    assertThat(
            ReportedSettings.parse(
                conf.getBytes(StandardCharsets.UTF_8),
                Set.of("hfile.block.cache.size", "hbase.regionserver.handler.count")))
        .containsOnlyKeys("hfile.block.cache.size", "hbase.regionserver.handler.count")
        .containsEntry("hfile.block.cache.size", new ReportedValue("0.25", "hbase-site.xml"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      nullValues = "-",
      value = {
        // state, split in effect, what the files say, value and origin of cache and memstores
        "UNPINNED|0.4|0.25|0.4|0.25|0.4|hbase-site.xml|0.25|hbase-site.xml",
        "UNPINNED|0.4|0.4|0.4||0.4|hbase-site.xml|-|-",
        "UNPINNED|0.3|0.25|0.4|0.25|0.3|the server's own heap tuner|0.25|hbase-site.xml",
        "PINNED|0.4|0.25|0.4|0.25|0.4|in effect by Proteus' plugin|0.25|in effect by Proteus' plugin",
        "REFUSED|0.4|0.25|0.4|0.25|0.4|hbase-site.xml|0.25|hbase-site.xml",
        "PENDING|0.2|0.5|0.4|0.25|0.2|in effect by Proteus' plugin|0.5|in effect by Proteus' plugin"
      })
  void aSplitComesFromThePluginOnlyWhereItWasSetByIt(
      String state,
      String cacheNow,
      String memstoreNow,
      String cacheOfFile,
      @Nullable String memstoreOfFile,
      String cache,
      String cacheOrigin,
      @Nullable String memstore,
      @Nullable String memstoreOrigin) {
    ServerName server = ServerName.valueOf("rs1", 16020, 99);
    MemorySplitReport report =
        MemorySplitReport.parse(
            """
            version=1
            plugin=0.1.0
            server=%s
            state=%s
            cache=%s
            memstore=%s
            heapMaxBytes=805306368
            tunerPeriodMs=1000
            memstoreOffHeap=false
            """
                .formatted(server.getServerName(), state, cacheNow, memstoreNow)
                .getBytes(StandardCharsets.UTF_8));
    Map<String, ReportedValue> files =
        Map.of(
            HBaseTranslation.BLOCK_CACHE,
            new ReportedValue(cacheOfFile, "hbase-site.xml"),
            HBaseTranslation.MEMSTORE,
            new ReportedValue(memstoreOfFile == null ? "" : memstoreOfFile, "hbase-site.xml"));

    Map<String, ReportedValue> values =
        HBaseSettings.report(
                server,
                ServerMetricsBuilder.of(server),
                "2.6.4",
                new InfoServers.Answer.Read<>(files),
                report)
            .values();

    assertThat(values)
        .containsEntry(HBaseTranslation.BLOCK_CACHE, new ReportedValue(cache, cacheOrigin));
    if (memstore == null || memstoreOrigin == null) {
      assertThat(values).doesNotContainKey(HBaseTranslation.MEMSTORE);
    } else {
      assertThat(values)
          .containsEntry(HBaseTranslation.MEMSTORE, new ReportedValue(memstore, memstoreOrigin));
    }
  }

  @Test
  void aTableTellsWhatIsSetOnItAndOnItsFamilies() {
    TableReport report =
        HBaseSettings.report(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setMemStoreFlushSize(1 << 28)
                .setValue("hbase.hstore.blockingStoreFiles", "40")
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                        .setBlocksize(32768)
                        .setConfiguration("hbase.hstore.compaction.min", "12")
                        .build())
                .build());

    assertThat(report.values())
        .containsEntry("MEMSTORE_FLUSHSIZE", "268435456")
        .containsEntry("hbase.hstore.blockingStoreFiles", "40");
    assertThat(report.families().get("f"))
        .containsEntry("BLOCKSIZE", "32768")
        .containsEntry("hbase.hstore.compaction.min", "12");
  }

  @Test
  void onlyWhatWinsOverTheTableIsAFamilysOwn() {
    assertThat(
            HBaseTables.ofFamilies(
                TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                    .setValue("hbase.hstore.blockingStoreFiles", "40")
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of("plain"))
                    .setColumnFamily(
                        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                            .setBlocksize(32768)
                            .setConfiguration("hbase.hstore.compaction.min", "12")
                            .build())
                    .build()))
        .isEqualTo(Map.of("f", Map.of("hbase.hstore.compaction.min", "12")));
  }
}
