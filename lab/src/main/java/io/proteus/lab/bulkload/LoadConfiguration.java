package io.proteus.lab.bulkload;

import io.proteus.core.bulkload.LoadRules;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.engine.hbase.bulkload.HConfigRules;
import io.proteus.engine.hbase.bulkload.PcmBulkLoadRules;
import io.proteus.lab.stage.Choice;
import io.proteus.lab.stage.HeapDivision;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the bulk load experiment compares (HCF-7, PCM-10). */
enum LoadConfiguration {
  DEFAULT("default", null, "as HBase ships: one region", "1x: 13,171 op/s at 10 M rows"),
  PRE_SPLIT(
      "presplit",
      new HConfigRules(0),
      "a region for each server, ConstantSizeRegionSplitPolicy",
      "2.3x at 10 M rows, 4 threads"),
  HCONFIG_1(
      "hconfig1",
      new HConfigRules(1),
      "and flush size an eighth of the heap",
      "2-3.7x at 10 M rows, by threads"),
  HCONFIG_2(
      "hconfig2",
      new HConfigRules(2),
      "and blockingStoreFiles 20, compaction from 12 files",
      "2.81x at 10 M rows"),
  HCONFIG_3(
      "hconfig3",
      new HConfigRules(3),
      "and compaction.kv.max 20",
      "2.81x at 10 M rows, 1.32x at 100 M"),
  HCONFIG_4(
      "hconfig4",
      new HConfigRules(4),
      "and block multiplier 4 instead of 2",
      "1.92x at 100 M rows"),
  PCM_BL(
      "pcm-bl",
      new PcmBulkLoadRules(),
      "four regions for each server, 60 % memstore, 10 % cache, the rest by the heap",
      "5.2x / 2.9x / 2.4x at 1 / 10 / 100 M rows");

  private static final MemorySplit PCM_MEMORY = MemorySplit.of(0.10, 0.60);

  private static final String MULTIPLIER = "hbase.hregion.memstore.block.multiplier";

  private final String id;
  private final @Nullable LoadRules rules;
  private final String description;
  private final String paper;

  LoadConfiguration(String id, @Nullable LoadRules rules, String description, String paper) {
    this.id = id;
    this.rules = rules;
    this.description = description;
    this.paper = paper;
  }

  static LoadConfiguration named(String id) {
    return Choice.of("--configurations", id, values(), LoadConfiguration::id);
  }

  String id() {
    return id;
  }

  String description() {
    return description;
  }

  /** What the papers had for it. */
  String paper() {
    return paper;
  }

  /** How the table is set up; empty: not at all. */
  Optional<LoadRules> rules() {
    return Optional.ofNullable(rules);
  }

  /** How servers divide their heaps. */
  MemorySplit memory() {
    return this == PCM_BL ? PCM_MEMORY : HeapDivision.SHIPPED;
  }

  /**
   * What is set that the rules leave alone: until its step 4 HConfig has the multiplier that HBase
   * shipped with then, 2; HBase 2 ships with 4, so that step would change nothing.
   */
  Map<String, String> alsoSet() {
    return switch (this) {
      case HCONFIG_1, HCONFIG_2, HCONFIG_3 -> Map.of(MULTIPLIER, "2");
      case DEFAULT, PRE_SPLIT, HCONFIG_4, PCM_BL -> Map.of();
    };
  }
}
