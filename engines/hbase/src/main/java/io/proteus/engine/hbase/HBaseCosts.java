package io.proteus.engine.hbase;

import io.proteus.core.port.CostModel;
import io.proteus.core.units.ByteSize;
import java.time.Duration;

/**
 * What changes cost on HBase. A region is away while it is closed and opened, its files stay where
 * they are on HDFS, and what was in the block cache is gone.
 */
final class HBaseCosts {

  /** Closing, opening and noticing it, in the simulator's model, which was fitted to HBase. */
  private static final CostModel.Transfer TRANSFER =
      new CostModel.Transfer(Duration.ofSeconds(3), null);

  /**
   * A block from disk takes 8 ms against 1 to 2 from the cache in the simulator's model; a region's
   * reads are slower until it is warm, not stopped. 64 KB is {@code HConstants.DEFAULT_BLOCKSIZE}.
   */
  private static final CostModel.ColdCache COLD_CACHE =
      new CostModel.ColdCache(5, 0.5, Duration.ofMinutes(10), ByteSize.ofKilobytes(64));

  /** A minute for a gigabyte is MeT's, section 6.2. */
  private static final CostModel.Compaction COMPACTION =
      new CostModel.Compaction(Duration.ofSeconds(2), Duration.ofMinutes(1), 0.2);

  private static final CostModel.Changes CHANGES =
      new CostModel.Changes(
          // a znode that is read, and a cache that shrinks
          Duration.ofSeconds(5),
          // a process on a small heap that ends and starts
          Duration.ofSeconds(40),
          // regions take it when they are next opened
          Duration.ofSeconds(2),
          // TIR-8: 3 minutes for the machine, 30 seconds for its configuration
          Duration.ofSeconds(210),
          Duration.ofSeconds(30));

  static final CostModel COSTS = new CostModel(TRANSFER, COLD_CACHE, COMPACTION, CHANGES);

  private HBaseCosts() {}
}
