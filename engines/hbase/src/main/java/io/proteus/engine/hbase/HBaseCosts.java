package io.proteus.engine.hbase;

import io.proteus.core.model.CostModel;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.Duration;

/**
 * What changes cost and yield on HBase, and how it uses its heap. A region is away while it is
 * closed and opened, its files stay where they are on HDFS, and what was in the block cache is
 * gone.
 */
final class HBaseCosts {

  /** {@code HConstants.DEFAULT_BLOCKSIZE}. */
  private static final ByteSize BLOCK = ByteSize.ofKilobytes(64);

  /** Closing, opening and noticing it, in the simulator's model, which was fitted to HBase. */
  private static final CostModel.Transfer TRANSFER =
      new CostModel.Transfer(Duration.ofSeconds(3), null);

  /**
   * A block from disk takes 8 ms against 1 to 2 from the cache in the simulator's model; a region's
   * reads are slower until it is warm, not stopped.
   */
  private static final CostModel.ColdCache COLD_CACHE =
      new CostModel.ColdCache(5, 0.5, Duration.ofMinutes(10), BLOCK);

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

  private static final CostModel.Gains GAINS =
      new CostModel.Gains(
          // MeT, section 6.2: +35 % over a balanced layout of one configuration, where all requests
          // get a better place and clients ask for all that they can get: ln 1.35
          0.3,
          // between 1, where nodes that are saturated share their work with more of them, and
          // nothing, which updates gained in TIR-8
          0.5,
          // answer times react more than throughput where nodes are busy: a queue in front of one
          // server that is 90 % busy is three times as long as at 70 %, ln 3
          -1);

  static final CostModel COSTS = new CostModel(TRANSFER, COLD_CACHE, COMPACTION, CHANGES, GAINS);

  static final MemoryModel MEMORY =
      new MemoryModel(
          BLOCK,
          // a block cache evicts before it is full, and holds the files' indexes, too
          Ratio.of(0.9),
          // YCSB's rows have as much
          ByteSize.ofKilobytes(1),
          // a memstore takes memory in chunks (MSLAB)
          ByteSize.ofMegabytes(2),
          // half the flush size, as memstores do not fill all at once
          ByteSize.ofMegabytes(64),
          // a server refuses to start unless 20 % are free
          Ratio.of(0.8));

  /**
   * As in the simulator's model of HBase 2.6, which was fitted to the local cluster of {@code
   * docs/experiments.md}: a read that looks into 1.5 files, a scan of 50 rows of 1 KB, blocks of 64
   * KB.
   */
  static final DemandModel DEMANDS =
      new DemandModel(
          Duration.ofNanos(80_000),
          Duration.ofNanos(260_000),
          Duration.ofNanos(165_000),
          Duration.ofNanos(716_000),
          1.8,
          new DemandModel.Merging(
              Duration.ofNanos(10_500_000),
              // hbase.hregion.memstore.flush.size
              ByteSize.ofMegabytes(128),
              // of all memstores, when the largest are flushed
              Ratio.of(0.4),
              // hbase.hstore.compaction.min
              3),
          // a CPU quota serves in turn, cores do not; nobody tells which it is
          Ratio.of(0.5),
          // hbase.regionserver.handler.count
          30,
          Duration.ofNanos(500_000));

  private HBaseCosts() {}
}
