package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.units.Ratio;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The partitions that were compacted because they had lost locality, and for no other reason.
 *
 * @param compactions the newest {@value #MOST}, oldest first
 */
public record CompactionMemory(List<Compaction> compactions) {
  private static final int MOST = 512;

  public static final CompactionMemory NONE = new CompactionMemory(List.of());

  public CompactionMemory {
    compactions = Objects.requireNonNullElse(compactions, List.of());
    compactions =
        List.copyOf(
            compactions.subList(Math.max(0, compactions.size() - MOST), compactions.size()));
  }

  /**
   * A compaction.
   *
   * @param at when it was decided
   * @param node that served the partition
   * @param locality share of the partition that was local before
   */
  public record Compaction(Instant at, PartitionId partition, NodeId node, Ratio locality) {}

  public CompactionMemory and(List<Compaction> more) {
    List<Compaction> all = new ArrayList<>(compactions);
    all.addAll(more);
    return new CompactionMemory(all);
  }
}
