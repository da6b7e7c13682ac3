package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

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
}
