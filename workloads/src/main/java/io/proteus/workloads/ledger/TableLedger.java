package io.proteus.workloads.ledger;

import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.RowValue;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The writes of one table: for every row how many were sent and which is the latest that the store
 * has acknowledged. Eight bytes a row.
 *
 * <p>A row must have one writer at a time ({@link io.proteus.workloads.tenant.RowChooser}); {@link
 * #judge} must not be called before the writers have ended.
 */
public final class TableLedger {
  /**
   * Failed writes that are remembered. Beyond it, a failed write that the store applies late, over
   * an acknowledged one, is reported as a loss: a run with so many failures is void anyway.
   */
  static final int MAX_FAILED = 100_000;

  private final Dataset dataset;
  private final long epoch;
  private final int[] issued;
  private final int[] acknowledged;
  private final Map<Integer, Set<Integer>> failed = new ConcurrentHashMap<>();
  private final AtomicInteger failedCount = new AtomicInteger();

  TableLedger(Dataset dataset, long epoch) {
    this.dataset = dataset;
    this.epoch = epoch;
    this.issued = new int[dataset.keys().rows()];
    this.acknowledged = new int[dataset.keys().rows()];
  }

  public Dataset dataset() {
    return dataset;
  }

  /** The value for the next write of the row. */
  public RowValue issue(int row) {
    return new RowValue(epoch, row, ++issued[row]);
  }

  /** The store has answered that it keeps the write. */
  public void acknowledged(RowValue write) {
    acknowledged[write.row()] = write.sequence();
  }

  /** The store has confirmed every write issued so far of the rows {@code from} to {@code end}. */
  public void acknowledgedAll(int from, int end) {
    System.arraycopy(issued, from, acknowledged, from, end - from);
  }

  /** The write failed or timed out: the store may keep it, now or later, or not. */
  public void failed(RowValue write) {
    if (failedCount.incrementAndGet() <= MAX_FAILED) {
      failed
          .computeIfAbsent(write.row(), row -> ConcurrentHashMap.newKeySet())
          .add(write.sequence());
    }
  }

  int acknowledgedSequence(int row) {
    return acknowledged[row];
  }

  /**
   * Compares what the store has with what it has acknowledged.
   *
   * @param stored what the row says; empty when the store has no such row, or not a value of ours
   */
  Finding judge(int row, Optional<RowValue> stored) {
    if (acknowledged[row] == 0) {
      return Finding.KEPT;
    }
    if (stored.isEmpty() || stored.get().epoch() != epoch || stored.get().row() != row) {
      return Finding.LOST;
    }
    int sequence = stored.get().sequence();
    if (sequence >= acknowledged[row] && sequence <= issued[row]) {
      return Finding.KEPT;
    }
    return failed.getOrDefault(row, Set.of()).contains(sequence) ? Finding.OVERTAKEN : Finding.LOST;
  }

  /** The fate of a row's latest acknowledged write. */
  enum Finding {
    /** The write, or a later one, is there. */
    KEPT,
    /** An earlier write that failed for the client was applied after it: allowed, and rare. */
    OVERTAKEN,
    LOST
  }
}
