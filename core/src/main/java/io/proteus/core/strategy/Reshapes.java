package io.proteus.core.strategy;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.Token;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.MergePartitions;
import io.proteus.core.step.MoveToken;
import io.proteus.core.step.MoveUpperHalf;
import io.proteus.core.step.SplitPartition;
import io.proteus.core.step.Step;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Partitions that are to be split and merged, and boundaries between them that are to be shifted.
 *
 * @param splits the most urgent first. A partition may be split at several keys, the last one
 *     first: each split is of what is left below the one before
 * @param merges of neighbours
 * @param tokens of nodes that are to get another one
 */
public record Reshapes(List<Split> splits, List<Merge> merges, List<TokenMove> tokens) {
  public static final Reshapes NONE = new Reshapes(List.of(), List.of());

  public Reshapes {
    splits = List.copyOf(splits);
    merges = List.copyOf(merges);
    tokens = tokens == null ? List.of() : List.copyOf(tokens); // older versions had none
    Map<PartitionId, Split> before = new HashMap<>();
    for (Split split : splits) {
      Split above = before.put(split.partition, split);
      if (above != null && !split.isBelow(above)) {
        throw new InvalidValue(
            "splits: want the keys of a partition from the last to the first, got %s and then %s of %s."
                .formatted(above.at, split.at, split.partition));
      }
    }
  }

  /** Splits and merges alone. */
  public Reshapes(List<Split> splits, List<Merge> merges) {
    this(splits, merges, List.of());
  }

  /**
   * A partition to split.
   *
   * @param at the first key of the upper half; null: the middle of its data
   * @param upperTo where its upper half goes; null where both stay
   */
  public record Split(PartitionId partition, @Nullable RowKey at, @Nullable NodeId upperTo) {
    private boolean isBelow(Split other) {
      return at != null && other.at != null && at.compareTo(other.at) < 0;
    }
  }

  /** Two neighbours to merge. */
  public record Merge(PartitionId lower, PartitionId upper) {}

  /**
   * A node whose only range is to end elsewhere on the store's ring.
   *
   * @param to its token then
   * @param size what that streams to another node
   */
  public record TokenMove(NodeId node, Token to, ByteSize size) {}

  public boolean saysNothing() {
    return splits.isEmpty() && merges.isEmpty() && tokens.isEmpty();
  }

  /** Whether no partition is to be split or merged. */
  public boolean dividesNothing() {
    return splits.isEmpty() && merges.isEmpty();
  }

  /** The partitions that are to be split. */
  public Set<PartitionId> split() {
    return splits.stream().map(Split::partition).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The steps: first the splits, then the moves of their halves, then the merges. Partitions that
   * are gone, do not tell their rows, or do not have the key are left out.
   *
   * @param canMove whether Proteus places partitions there
   */
  public List<Step> steps(Topology now, boolean canMove) {
    List<Step> steps = new ArrayList<>();
    List<Step> moves = new ArrayList<>();
    Map<PartitionId, KeyRange> below = new HashMap<>();
    for (Split split : splits) {
      Partition whole = now.partition(split.partition).orElse(null);
      KeyRange lower = below.get(split.partition);
      KeyRange rows = lower != null || whole == null ? lower : whole.rows();
      NodeId node = whole == null ? null : whole.node();
      if (whole == null || rows == null || node == null) {
        continue;
      }
      if (split.at != null) {
        if (!rows.isDividedBy(split.at)) {
          continue;
        }
        below.put(whole.id(), new KeyRange(rows.from(), split.at));
      }
      steps.add(new SplitPartition(whole.id(), whole.table(), rows, split.at, node, whole.size()));
      if (canMove && split.upperTo != null && !split.upperTo.equals(node)) {
        ByteSize half = ByteSize.ofBytes(whole.size().bytes() / 2);
        moves.add(new MoveUpperHalf(whole.id(), whole.table(), rows, node, split.upperTo, half));
      }
    }
    steps.addAll(moves);
    merges.forEach(merge -> addMerge(merge, now, steps));
    return steps;
  }

  /** The steps that move tokens; nodes that have another number of tokens than one are left out. */
  public List<Step> tokenSteps(Topology now) {
    List<Step> steps = new ArrayList<>();
    for (TokenMove wanted : tokens) {
      for (Ownership owned : now.ownership()) {
        Token from = owned.token();
        if (owned.node().equals(wanted.node) && from != null && !from.equals(wanted.to)) {
          steps.add(new MoveToken(wanted.node, from, wanted.to, wanted.size));
        }
      }
    }
    return steps;
  }

  private static void addMerge(Merge merge, Topology now, List<Step> steps) {
    Partition lower = now.partition(merge.lower).orElse(null);
    Partition upper = now.partition(merge.upper).orElse(null);
    KeyRange below = lower == null ? null : lower.rows();
    KeyRange above = upper == null ? null : upper.rows();
    if (lower != null
        && upper != null
        && below != null
        && above != null
        && lower.table().equals(upper.table())
        && below.isBefore(above)) {
      steps.add(
          new MergePartitions(
              List.of(lower.id(), upper.id()),
              lower.table(),
              below.and(above),
              above.from(),
              ByteSize.ofBytes(lower.size().bytes() + upper.size().bytes())));
    }
  }
}
