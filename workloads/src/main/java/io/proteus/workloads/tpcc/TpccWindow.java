package io.proteus.workloads.tpcc;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * What terminals did in a while.
 *
 * @param length how long it was
 * @param byType each transaction's figures
 */
public record TpccWindow(Duration length, Map<TransactionType, Figures> byType) {
  /**
   * Of one transaction.
   *
   * @param committed that ran to their end
   * @param rolledBack New-Orders with an unknown item, as the standard wants one of 100
   * @param failed that ended in their middle, by a failure of the store
   * @param meanMs of those that ran to their end, without keying and thinking
   * @param p90Ms the same, nine of ten were faster
   */
  public record Figures(
      long committed, long rolledBack, long failed, double meanMs, double p90Ms) {}

  public TpccWindow {
    byType = Map.copyOf(new EnumMap<>(byType));
  }

  /** New-Orders a minute, committed; those rolled back are not counted. */
  public double tpmC() {
    Figures newOrders = byType.get(TransactionType.NEW_ORDER);
    return newOrders == null ? 0 : newOrders.committed() / (length.toNanos() / 60e9);
  }

  /** All that failed. */
  public long failed() {
    return byType.values().stream().mapToLong(Figures::failed).sum();
  }
}
