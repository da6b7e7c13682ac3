package io.proteus.engine.hbase;

import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.bulkload.LoadSetting;
import io.proteus.core.bulkload.Proposal;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What core proposes for a load, in HBase's keys and tools. */
final class LoadTranslation {
  /** HCF-2. */
  private static final String CONSTANT_SIZE =
      "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy";

  /**
   * Table attributes that a region, and each of its stores, reads when it is opened. The names are
   * HBase 2's: {@code hbase.hstore.compaction.min} is the paper's compactionThreshold, which a
   * site's newer name would win over.
   */
  private static final Map<LoadSetting, String> ATTRIBUTES =
      Map.of(
          LoadSetting.CONSTANT_SIZE_SPLIT, "SPLIT_POLICY",
          LoadSetting.LARGEST_PARTITION, "MAX_FILESIZE",
          LoadSetting.FLUSH_SIZE, "MEMSTORE_FLUSHSIZE",
          LoadSetting.BLOCK_MULTIPLIER, "hbase.hregion.memstore.block.multiplier",
          LoadSetting.COMPACT_FROM_FILES, "hbase.hstore.compaction.min",
          LoadSetting.COMPACT_AT_MOST_FILES, "hbase.hstore.compaction.max",
          LoadSetting.BLOCKING_FILES, "hbase.hstore.blockingStoreFiles",
          LoadSetting.COMPACTION_BATCH, "hbase.hstore.compaction.kv.max");

  /** Size of the files that HFileOutputFormat2 writes, unless it is told otherwise. */
  private static final ByteSize FILE = new ByteSize(10L << 30);

  /** Files for one region and family that the tool refuses to exceed. */
  private static final long MOST_FILES = 32;

  private LoadTranslation() {}

  static Map<String, String> attributes(List<Proposal> proposals) {
    Map<String, String> attributes = new TreeMap<>();
    for (Proposal proposal : proposals) {
      String key = ATTRIBUTES.get(proposal.setting());
      if (key != null) {
        attributes.put(
            key,
            proposal.setting() == LoadSetting.CONSTANT_SIZE_SPLIT
                ? CONSTANT_SIZE
                : Long.toString(proposal.amount()));
      }
    }
    return attributes;
  }

  /** How rows become HFiles, and how these come into the table. */
  static List<String> fileLoad(LoadRequest request, List<String> families, int regions) {
    String table = request.table().value();
    String folder = "/tmp/" + table.replace(':', '-');
    StringBuilder columns = new StringBuilder("HBASE_ROW_KEY");
    families.forEach(family -> columns.append(",").append(family).append(":value"));
    List<String> lines = new ArrayList<>();
    lines.add(
        "# rows as lines in %s.tsv on HDFS, key and values with tabs between; name your columns"
            .formatted(folder));
    lines.add(
        "hbase org.apache.hadoop.hbase.mapreduce.ImportTsv -Dimporttsv.columns=%s -Dimporttsv.bulk.output=%s-hfiles %s %s.tsv"
            .formatted(columns, folder, table, folder));
    long files = request.data().bytes() / regions / FILE.bytes() + 1;
    String limit =
        files > MOST_FILES
            ? " -Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=" + 2 * files
            : "";
    lines.add("# hands the files over to the regions, which move them into place");
    lines.add(
        "hbase org.apache.hadoop.hbase.tool.BulkLoadHFilesTool%s %s-hfiles %s"
            .formatted(limit, folder, table));
    return lines;
  }
}
