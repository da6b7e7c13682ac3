package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.Proposal;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;

/**
 * HConfig's settings for a load (HCF-1 to HCF-4), as far as a step of its evaluation.
 *
 * @param step 0: pre-split only; 1: the flush size as well; 2: files and merging; 3: the batch of
 *     merging; 4: the block multiplier; {@link #WHOLE}: what its section 3.3 recommends, the heap
 *     for writes included
 * @param constants the sizes that it tried
 */
public record HConfigRules(int step, HConfigSettings constants) implements HBaseLoadRules {
  /** All that HConfig has. */
  public static final int WHOLE = 5;

  /** The rules with the paper's constants. */
  public HConfigRules(int step) {
    this(step, HConfigSettings.PAPER);
  }

  public HConfigRules {
    if (step < 0 || step > WHOLE) {
      throw new InvalidValue("HConfig: want a step 0..%d, got %d.".formatted(WHOLE, step));
    }
  }

  @Override
  public String name() {
    return "hconfig";
  }

  /** HCF-1: as many partitions as live nodes. */
  @Override
  public int partitionsPerNode() {
    return 1;
  }

  @Override
  public List<Proposal> forPuts(Load load) {
    List<Proposal> proposals = new ArrayList<>(MemoryFormulas.splitPolicy(load));
    boolean dividesHeap = step == WHOLE && load.target().memoryOnline();
    if (step >= 1) {
      double share =
          dividesHeap
              ? constants.writeBuffer().value()
              : load.target().memory().writeBuffer().value();
      proposals.addAll(MemoryFormulas.flushSize(load, share));
    }
    if (step >= 2) {
      proposals.add(
          new Proposal(
              TableSetting.BLOCKING_FILES,
              constants.blockingFiles(),
              "flushes first: writers wait later; 30 lost throughput in the paper",
              "HCF-4"));
      proposals.addAll(
          MemoryFormulas.compactFrom(
              constants.compactFrom(),
              "flushes first: merging later leaves them the disk; more risks that it never catches"
                  + " up",
              "HCF-4"));
    }
    if (step >= 3) {
      proposals.add(
          new Proposal(
              TableSetting.COMPACTION_BATCH,
              constants.compactionBatch(),
              "longer runs on the disk; 40 was slower in the paper",
              "HCF-4"));
    }
    if (step == 4 || step == WHOLE && load.isBeyondMemory()) {
      proposals.add(
          new Proposal(
              TableSetting.BLOCK_MULTIPLIER,
              constants.blockMultiplier(),
              "data beyond memory: shorter pauses while flushing and merging compete for the disk",
              "HCF-3, HCF-4"));
    }
    if (dividesHeap) {
      proposals.addAll(
          MemoryFormulas.memory(
              load,
              HConfigSettings.percent(constants.writeBuffer()),
              HConfigSettings.percent(constants.readCache()),
              "as much as collects writes safely: %s of the heap"
                  .formatted(constants.writeBuffer()),
              "HCF-3"));
    }
    return proposals;
  }
}
