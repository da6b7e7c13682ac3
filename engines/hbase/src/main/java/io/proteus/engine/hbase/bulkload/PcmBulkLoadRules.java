package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.Proposal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * PCM's policy for loads into an empty table, PCM-BL (PCM-2), with X the heap in gigabytes, 8 at
 * most: the paper tried up to 6, and its factors of a large heap would let files pile up until
 * loading is slower. Only the flush size goes on with the heap, as HCF-3 has it. Where a small heap
 * makes a formula come out under what the store ships with, that is kept: the paper's own formulas
 * are floors of this kind, as max(2, X).
 */
public record PcmBulkLoadRules() implements HBaseLoadRules {
  /** PCM-2: upper limit 0.6, block cache 0.1. */
  private static final int WRITE_BUFFER_PERCENT = 60;

  private static final int READ_CACHE_PERCENT = 10;

  private static final double LARGEST_X = 8;

  /** PCM-2: "(5-10)X"; the shipped policies also have the middle. */
  private static final double BLOCKING_FILES_BY_X = 7.5;

  /** The default of HBase 2. */
  private static final int SHIPPED_BLOCKING_FILES = 16;

  private static final int SHIPPED_COMPACT_FROM = 3;

  @Override
  public String name() {
    return "pcm-bl";
  }

  /** PCM-8: "regions = N x servers", N = 4. */
  @Override
  public int partitionsPerNode() {
    return 4;
  }

  @Override
  public List<Proposal> forPuts(Load load) {
    LoadTarget target = load.target();
    double x = Math.min(LARGEST_X, (double) target.heap().bytes() / (1L << 30));
    String heap =
        x < LARGEST_X
            ? String.format(Locale.ROOT, "X = %.2f GB of heap", x)
            : String.format(Locale.ROOT, "X = %.0f, as more heap was never tried", x);
    List<Proposal> proposals = new ArrayList<>(MemoryFormulas.splitPolicy(load));
    proposals.addAll(
        MemoryFormulas.flushSize(
            load,
            target.memoryOnline()
                ? WRITE_BUFFER_PERCENT / 100.0
                : target.memory().writeBuffer().value()));
    proposals.add(
        new Proposal(
            TableSetting.BLOCK_MULTIPLIER,
            Math.max(2, Math.round(x)),
            "max(2, X), %s: writers wait later".formatted(heap),
            "PCM-2"));
    proposals.add(
        new Proposal(
            TableSetting.BLOCKING_FILES,
            Math.max(SHIPPED_BLOCKING_FILES, (long) (BLOCKING_FILES_BY_X * x)),
            "%sX, %s, not below what is shipped: writers wait later"
                .formatted(BLOCKING_FILES_BY_X, heap),
            "PCM-2"));
    proposals.addAll(
        MemoryFormulas.compactFrom(
            (int) Math.max(SHIPPED_COMPACT_FROM, Math.ceil(3 * x)),
            "3X, %s: merging later leaves flushes the disk".formatted(heap),
            "PCM-2"));
    proposals.addAll(
        MemoryFormulas.memory(
            load,
            WRITE_BUFFER_PERCENT,
            READ_CACHE_PERCENT,
            "as much as collects writes, with 10 % left to reads",
            "PCM-2"));
    return proposals;
  }
}
