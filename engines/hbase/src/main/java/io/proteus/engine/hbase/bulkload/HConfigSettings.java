package io.proteus.engine.hbase.bulkload;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;

/**
 * HConfig's constants (HCF-3, HCF-4). Their defaults are the paper's, which found them on its own
 * disks; other disks may want others.
 *
 * @param blockingFiles files of a region above which its writers wait
 * @param compactFrom files of a region from which some are merged
 * @param compactionBatch cells that are read and written at a time by a flush or a merge
 * @param blockMultiplier flush sizes that a region collects before its writers wait, where the data
 *     are beyond memory
 * @param writeBuffer share of the heap that buffers writes during the load
 * @param readCache share of the heap that caches reads meanwhile
 */
public record HConfigSettings(
    @Key(
            doc = "files of a region above which its writers wait (HCF-4; 30 lost throughput)",
            usual = "20")
        int blockingFiles,
    @Key(
            doc = "files of a region from which some are merged (HCF-4; more may never catch up)",
            usual = "12")
        int compactFrom,
    @Key(doc = "cells that a flush or a merge moves at a time (HCF-4; 40 was slower)", usual = "20")
        int compactionBatch,
    @Key(
            doc = "flush sizes before writers wait, where the data are beyond memory (HCF-3)",
            usual = "4")
        int blockMultiplier,
    @Key(
            doc = "share of the heap for writes during the load, half of it at most (HCF-3)",
            usual = "0.50")
        Ratio writeBuffer,
    @Key(doc = "share of the heap for reads during the load; the paper names none", usual = "0.20")
        Ratio readCache) {
  /** The paper's. */
  public static final HConfigSettings PAPER =
      new HConfigSettings(20, 12, 20, 4, Ratio.of(0.5), Ratio.of(0.2));

  /** PCM-3: both together stay under 80 % of the heap. */
  private static final double BOTH = 0.8;

  /** A merge takes two files at least. */
  private static final int LEAST_MERGED = 2;

  public HConfigSettings {
    if (compactFrom < LEAST_MERGED || compactFrom > blockingFiles) {
      throw new InvalidValue(
          "engine.hconfig.compactFrom: want %d to blockingFiles (%d), as writers would wait for a merge that does not begin; got %d."
              .formatted(LEAST_MERGED, blockingFiles, compactFrom));
    }
    if (compactionBatch < 1 || blockMultiplier < 1) {
      throw new InvalidValue(
          "engine.hconfig: want compactionBatch and blockMultiplier of 1 or more, got %d and %d."
              .formatted(compactionBatch, blockMultiplier));
    }
    if (writeBuffer.value() <= 0 || writeBuffer.value() + readCache.value() > BOTH) {
      throw new InvalidValue(
          "engine.hconfig: want a writeBuffer above 0 which with readCache stays within %s of the heap, got %s and %s."
              .formatted(Ratio.of(BOTH), writeBuffer, readCache));
    }
  }

  static int percent(Ratio share) {
    return (int) Math.round(100 * share.value());
  }
}
