package io.proteus.core.strategy;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.TableId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The partitions that were split for their load.
 *
 * @param splits the newest {@value #MOST}, oldest first
 */
public record SplitMemory(List<Split> splits) {
  private static final int MOST = 64;

  public static final SplitMemory NONE = new SplitMemory(List.of());

  public SplitMemory {
    splits = Objects.requireNonNullElse(splits, List.of());
    splits = List.copyOf(splits.subList(Math.max(0, splits.size() - MOST), splits.size()));
  }

  /**
   * A split.
   *
   * @param at when it was decided
   * @param rows of the whole
   * @param load of the whole at that time, op/s
   */
  public record Split(Instant at, TableId table, KeyRange rows, double load) {}

  public SplitMemory and(List<Split> more) {
    List<Split> all = new ArrayList<>(splits);
    all.addAll(more);
    return new SplitMemory(all);
  }
}
