package io.proteus.engine.hbase.bulkload;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.bulkload.LoadPlanner;
import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.UniformPartitioner;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FileLoadTest {

  @Test
  void theTablesSettingsBecomeHBasesKeysAndNoOthersDo() {
    LoadTarget target =
        new LoadTarget(
            3,
            new ByteSize(1L << 30),
            new ByteSize(3L << 30),
            MemorySplit.of(0.4, 0.4),
            true,
            false);
    var plan =
        new LoadPlanner(new HConfigRules(4), UniformPartitioner.hex(new byte[0]), null, null, 1.5)
            .plan(request(1_000_000), target, LoadRoute.PUTS);

    assertThat(plan.attributes())
        .isEqualTo(
            Map.of(
                "SPLIT_POLICY",
                "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy",
                "MAX_FILESIZE",
                "10737418240",
                "MEMSTORE_FLUSHSIZE",
                "134217728",
                "hbase.hregion.memstore.block.multiplier",
                "4",
                "hbase.hstore.compaction.min",
                "12",
                "hbase.hstore.compaction.max",
                "12",
                "hbase.hstore.blockingStoreFiles",
                "20",
                "hbase.hstore.compaction.kv.max",
                "20"));
  }

  @Test
  void filesAreMadeAndHandedOverByHBasesTools() {
    List<String> lines = FileLoad.commands(request(1_000_000), List.of("f"), 3);

    assertThat(lines)
        .anyMatch(line -> line.contains("ImportTsv") && line.contains("HBASE_ROW_KEY,f:value"))
        .anyMatch(line -> line.endsWith("BulkLoadHFilesTool /tmp/shop-users-hfiles shop:users"));
  }

  @Test
  void manyFilesForARegionTakeAHigherLimit() {
    assertThat(FileLoad.commands(request(2_000_000_000), List.of("f"), 3))
        .anyMatch(line -> line.contains("max.hfiles.perRegion.perFamily=128"));
  }

  private static LoadRequest request(long rows) {
    return new LoadRequest(new TableId("shop:users"), rows, ByteSize.ofKilobytes(1));
  }
}
