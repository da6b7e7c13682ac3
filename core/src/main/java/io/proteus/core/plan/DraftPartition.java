package io.proteus.core.plan;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.step.MovePartition;
import io.proteus.core.strategy.PartitionTarget;
import io.proteus.core.workload.LoadedPartition;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A partition, where it will be after the steps of a draft so far, and where it should be. */
public final class DraftPartition implements PartitionTarget {
  static final Comparator<DraftPartition> BUSIEST_FIRST = DraftPartition::busiestFirst;

  final LoadedPartition loaded;
  final Partition partition;

  /** Summed once: plans compare and add it by the million. */
  private final double load;

  /** Null while no node serves it; then no step can move it. */
  @Nullable NodeId node;

  /** Null when the layout says nothing of it: it may be anywhere. */
  final @Nullable NodeId goal;

  /** Steps that move it, so far. */
  int moves;

  /** Whether its files are brought along, so far. */
  boolean compacted;

  public DraftPartition(LoadedPartition loaded, @Nullable NodeId goal) {
    this.loaded = loaded;
    this.partition = loaded.partition();
    this.load = loaded.load();
    this.goal = goal;
    this.node = partition.node();
  }

  @Override
  public LoadedPartition loaded() {
    return loaded;
  }

  @Override
  public @Nullable NodeId goal() {
    return goal;
  }

  /** All of its requests, op/s. */
  public double load() {
    return load;
  }

  public Partition partition() {
    return partition;
  }

  /** The node that serves it after the steps so far; null when none does. */
  public @Nullable NodeId node() {
    return node;
  }

  /** How many of the steps so far move it. */
  public int moves() {
    return moves;
  }

  /** Whether one of the steps so far compacts it. */
  public boolean isCompacted() {
    return compacted;
  }

  public PartitionId id() {
    return partition.id();
  }

  /** Whether it is served, and elsewhere than it should be. */
  boolean isMisplaced() {
    return node != null && goal != null && !goal.equals(node);
  }

  /** The step that brings it to its goal; empty when it is there, or cannot be brought. */
  public Optional<MovePartition> moveHome() {
    return goal == null ? Optional.empty() : moveTo(goal);
  }

  /** The step that moves it to a node; empty when it is there already or no node serves it. */
  Optional<MovePartition> moveTo(NodeId to) {
    NodeId from = node;
    if (from == null || from.equals(to)) {
      return Optional.empty();
    }
    node = to;
    moves++;
    return Optional.of(
        new MovePartition(id(), partition.table(), from, to, partition.size())
            .of(partition.rows()));
  }

  private static int busiestFirst(DraftPartition one, DraftPartition other) {
    int byLoad = Double.compare(other.load, one.load);
    return byLoad != 0 ? byLoad : one.id().compareTo(other.id());
  }
}
