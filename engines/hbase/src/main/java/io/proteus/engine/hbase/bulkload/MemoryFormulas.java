package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.CommonLoadSetting;
import io.proteus.core.bulkload.LoadRules.Load;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.Proposal;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Noun;
import java.util.ArrayList;
import java.util.List;

/** The common formulas of the rule books. */
final class MemoryFormulas {
  /** HCF-3: "the biggest memstore.flush.size to be 1/8 of the heapsize"; PCM-2: 128 MB times X. */
  private static final int HEAP_PER_FLUSH = 8;

  /** Flushes smaller than this leave so many files that merging them is all a node does. */
  private static final ByteSize LEAST_FLUSH = ByteSize.ofMegabytes(16);

  /** PCM-2: max.filesize is the larger of 10 GB and the data set's share. */
  private static final ByteSize LEAST_LARGEST = new ByteSize(10L << 30);

  /**
   * The margin over the expected largest partition: HBase draws each partition's limit from
   * 87.5-112.5 % of the setting, and a row takes more than its record.
   */
  private static final double HEADROOM = 1.3;

  /** A size that no partition reaches. */
  private static final ByteSize NEVER = new ByteSize(1L << 50);

  private static final int RECORDS_PER_FLUSH = 8;

  /** The largest number of files in a compaction by default. */
  private static final int STORE_COMPACTS_AT_MOST = 10;

  private static final Noun REGIONS = new Noun("region", "regions");

  private MemoryFormulas() {}

  /**
   * HCF-2 with PCM-2's size: split by size alone, from max(10 GB, data of the largest partition and
   * some more) on, so that nothing is split while it is loaded.
   */
  static List<Proposal> splitPolicy(Load load) {
    return List.of(
        new Proposal(
            TableSetting.CONSTANT_SIZE_SPLIT,
            1,
            "the usual policy would split and reassign regions that are split well already",
            "HCF-2, PCM-2"),
        load.target().holdsRows() ? neverSplit() : splitBeyondTheLoad(load));
  }

  /**
   * Proposes that regions never split: the load's data does not include what partitions hold
   * already, and a split cannot be undone.
   */
  private static Proposal neverSplit() {
    return new Proposal(
        TableSetting.LARGEST_PARTITION,
        NEVER.bytes(),
        "a size that no region reaches: those of a table with rows may be larger than all that"
            + " is loaded, and none is to be split meanwhile",
        "HCF-2, completed");
  }

  private static Proposal splitBeyondTheLoad(Load load) {
    double share = load.splits().expectedLargest().value();
    double expected = Math.ceil(load.request().data().bytes() * share);
    double wanted = Math.max(LEAST_LARGEST.bytes(), HEADROOM * expected);
    return new Proposal(
        TableSetting.LARGEST_PARTITION,
        wholeMegabytes((long) Math.min(wanted, NEVER.bytes())),
        "the larger of 10 GB and %s times the %s that the largest region gets, so that none is split while it is loaded: each region's limit is drawn from around this"
            .formatted(HEADROOM, ByteSize.ofBytes((long) expected)),
        "HCF-2, PCM-2, completed");
  }

  /**
   * HCF-3: an eighth of the heap (PCM-2 has the same, 128 MB a gigabyte); less where a node's
   * partitions would together collect more than its write buffers may hold, as nodes flush early
   * then, and unevenly. None where those of a table that stays as it is split leave too little.
   *
   * @param writeBufferShare share of the heap that buffers writes during the load
   */
  static List<Proposal> flushSize(Load load, double writeBufferShare) {
    LoadTarget target = load.target();
    long eighth = target.heap().bytes() / HEAP_PER_FLUSH;
    int partitions = load.partitionsPerNode();
    String regions = REGIONS.count(partitions);
    ByteSize all = target.ofHeap(writeBufferShare);
    long fitting = all.bytes() / partitions;
    long flush = Math.min(eighth, fitting) >> 20 << 20;
    if (flush < LEAST_FLUSH.bytes() && load.inPlace()) {
      return List.of();
    }
    if (flush < LEAST_FLUSH.bytes()) {
      throw new InvalidValue(
          "--partitions-per-node: %s share %s for what is written on a RegionServer with %s of heap, and want at least %s each. At most %,d fit; else give the RegionServers more heap."
              .formatted(
                  regions, all, target.heap(), LEAST_FLUSH, all.bytes() / LEAST_FLUSH.bytes()));
    }
    if (load.request().recordSize().bytes() * RECORDS_PER_FLUSH > flush) {
      throw new InvalidValue(
          "--record-size: a flush of %s (heap %s, %s a RegionServer) holds fewer than %d records of %s. Want records of at most %s, or more heap; keep such values in files and store where they are."
              .formatted(
                  ByteSize.ofBytes(flush),
                  target.heap(),
                  regions,
                  RECORDS_PER_FLUSH,
                  load.request().recordSize(),
                  ByteSize.ofBytes(flush / RECORDS_PER_FLUSH)));
    }
    String reason =
        fitting < eighth
            ? "%s of a RegionServer share %s for what is written; an eighth of the heap would be %s"
                .formatted(regions, all, ByteSize.ofBytes(eighth))
            : "an eighth of the %s heap: fewer, larger files; a larger heap alone loses 20-30 %%"
                .formatted(target.heap());
    return List.of(new Proposal(TableSetting.FLUSH_SIZE, flush, reason, "HCF-3, PCM-2"));
  }

  /** The share of the heap for writes and the one for reads, where nodes take them online. */
  static List<Proposal> memory(
      Load load, int writePercent, int readPercent, String reason, String source) {
    List<Proposal> memory = new ArrayList<>();
    if (load.target().memoryOnline()) {
      memory.add(new Proposal(CommonLoadSetting.WRITE_BUFFER_SHARE, writePercent, reason, source));
      memory.add(
          new Proposal(
              CommonLoadSetting.READ_CACHE_SHARE,
              readPercent,
              "a load reads little; both together stay under 80 % of the heap",
              "PCM-3"));
    }
    return memory;
  }

  /**
   * How many files are merged at once must not be less than from how many on they are: the store
   * would find no set of files to merge at all, until writers are blocked.
   */
  static List<Proposal> compactFrom(int files, String reason, String source) {
    List<Proposal> proposals = new ArrayList<>();
    proposals.add(new Proposal(TableSetting.COMPACT_FROM_FILES, files, reason, source));
    if (files > STORE_COMPACTS_AT_MOST) {
      proposals.add(
          new Proposal(
              TableSetting.COMPACT_AT_MOST_FILES,
              files,
              "as many as it starts from: with the usual 10 no set of files would do, and none be"
                  + " merged",
              source + ", completed"));
    }
    return proposals;
  }

  private static long wholeMegabytes(long bytes) {
    long megabyte = 1L << 20;
    return (bytes + megabyte - 1) / megabyte * megabyte;
  }
}
