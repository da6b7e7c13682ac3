package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.LoadSetting;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that a load makes on a table. The keys are attributes that a region and its stores
 * read when they open. They are HBase 2's: {@code hbase.hstore.compaction.min} is the paper's
 * compactionThreshold, and a site's newer name would win over it.
 */
public enum TableSetting implements LoadSetting {
  /** 1: a region is split by its size alone (HCF-2) */
  CONSTANT_SIZE_SPLIT(Unit.COUNT, "split policy", "SPLIT_POLICY") {
    @Override
    public String shown(long amount) {
      return amount == 0 ? "off" : "constant size";
    }

    @Override
    public Optional<Map.Entry<String, String>> attribute(long amount) {
      return Optional.of(Map.entry(key(), CONSTANT_SIZE));
    }
  },
  /** the size from which a region is split */
  LARGEST_PARTITION(Unit.BYTES, "split from", "MAX_FILESIZE"),
  /** what a region collects in memory before it is written to a file */
  FLUSH_SIZE(Unit.BYTES, "flush size", "MEMSTORE_FLUSHSIZE"),
  /** flush sizes that a region collects before its writers wait */
  BLOCK_MULTIPLIER(Unit.COUNT, "block multiplier", "hbase.hregion.memstore.block.multiplier"),
  /** files of a region from which some are merged */
  COMPACT_FROM_FILES(Unit.COUNT, "compact from", "hbase.hstore.compaction.min"),
  /** files of a region that are merged at once at most */
  COMPACT_AT_MOST_FILES(Unit.COUNT, "compact at most", "hbase.hstore.compaction.max"),
  /** files of a region above which its writers wait */
  BLOCKING_FILES(Unit.COUNT, "blocking files", "hbase.hstore.blockingStoreFiles"),
  /** cells that are read and written at a time by a flush or a merge */
  COMPACTION_BATCH(Unit.COUNT, "compaction batch", "hbase.hstore.compaction.kv.max");

  /** HCF-2. */
  private static final String CONSTANT_SIZE =
      "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy";

  private final Unit unit;
  private final String title;
  private final String key;

  TableSetting(Unit unit, String title, String key) {
    this.unit = unit;
    this.title = title;
    this.key = key;
  }

  @Override
  public Scope scope() {
    return Scope.TABLE;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public String shown(long amount) {
    return unit.shown(amount);
  }

  /** The key in a table's attributes. */
  String key() {
    return key;
  }

  @Override
  public Optional<Map.Entry<String, String>> attribute(long amount) {
    return Optional.of(Map.entry(key, Long.toString(amount)));
  }
}
