package io.proteus.hbase.plugin;

import io.proteus.hbase.plugin.MemorySplitReport.State;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tuner's answer to HBase and the report about it.
 *
 * <p>A pure function: no ZooKeeper, no clock, no HBase.
 */
final class SplitDecision {

  /** HBase gets a target this often before it is reported as not taken. */
  static final int OFFERS = 3;

  final State state;

  /** The change that HBase is asked for; null leaves everything as it is. */
  final @Nullable MemorySplit change;

  final @Nullable String reason;

  private SplitDecision(State state, @Nullable MemorySplit change, @Nullable String reason) {
    this.state = state;
    this.change = change;
    this.reason = reason;
  }

  /**
   * @param current what HBase runs on now
   * @param offersMade how often this very target was handed to HBase before
   */
  static SplitDecision decide(
      MemorySplit current, ReceivedTarget target, MemorySplitLimits limits, int offersMade) {
    if (target.unreadable != null) {
      return new SplitDecision(State.REFUSED, null, "target is unreadable: " + target.unreadable);
    }
    MemorySplit wanted = target.split;
    if (wanted == null) {
      return new SplitDecision(State.UNPINNED, null, null);
    }
    if (wanted.sameAs(current)) {
      return new SplitDecision(State.PINNED, null, null);
    }
    Optional<String> refusal = limits.refusal(wanted);
    if (refusal.isPresent()) {
      return new SplitDecision(State.REFUSED, null, refusal.get());
    }
    if (offersMade >= OFFERS) {
      return new SplitDecision(
          State.REFUSED,
          null,
          "HBase did not take "
              + wanted
              + " though offered "
              + OFFERS
              + " times; its log (HeapMemoryManager) says why, maybe"
              + " hbase.regionserver.free.heap.min.memory.size wants more free heap");
    }
    return new SplitDecision(State.PENDING, wanted, null);
  }
}
