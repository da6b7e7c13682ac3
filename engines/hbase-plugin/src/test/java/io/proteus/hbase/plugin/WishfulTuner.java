package io.proteus.hbase.plugin;

import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.regionserver.HeapMemoryManager.TunerContext;
import org.apache.hadoop.hbase.regionserver.HeapMemoryManager.TunerResult;
import org.apache.hadoop.hbase.regionserver.HeapMemoryTuner;
import org.jspecify.annotations.Nullable;

/** Stands for the tuner that a cluster had before the plugin: wants what a test wants. */
public final class WishfulTuner extends Configured implements HeapMemoryTuner {
  static volatile @Nullable MemorySplit wish;

  @Override
  public TunerResult tune(TunerContext context) {
    MemorySplit wanted = wish;
    TunerResult result = new TunerResult(wanted != null);
    result.setBlockCacheSize(wanted == null ? context.getCurBlockCacheSize() : wanted.blockCache());
    result.setMemStoreSize(wanted == null ? context.getCurMemStoreSize() : wanted.memstore());
    return result;
  }
}
