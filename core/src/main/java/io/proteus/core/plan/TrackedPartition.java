package io.proteus.core.plan;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.step.MovePartition;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A partition, where it will be after the steps of a draft so far, and where it should be. */
final class TrackedPartition {
  static final Comparator<TrackedPartition> BUSIEST_FIRST = TrackedPartition::busiestFirst;

  final Partition partition;

  /** Its requests, op/s. */
  final double load;

  /** Those of them that read, op/s. */
  final double reads;

  /** Null while nobody serves it; then nothing can be done with it. */
  @Nullable NodeId node;

  /** Null when the layout says nothing of it: it may be anywhere. */
  final @Nullable NodeId goal;

  /** Steps that move it, so far. */
  int moves;

  /** Whether its files are brought along, so far. */
  boolean compacted;

  TrackedPartition(Partition partition, RequestRates rates, @Nullable NodeId goal) {
    this.partition = partition;
    this.load = rates.total();
    this.reads = rates.reads() + rates.scans();
    this.goal = goal;
    this.node = partition.node();
  }

  /** One of which is not known what is read. */
  TrackedPartition(Partition partition, double load, @Nullable NodeId goal) {
    this(partition, new RequestRates(0, 0, load), goal);
  }

  PartitionId id() {
    return partition.id();
  }

  /** Whether it is served, and elsewhere than it should be. */
  boolean isMisplaced() {
    return node != null && goal != null && !goal.equals(node);
  }

  /** The step that brings it to its goal; empty when it is there, or cannot be brought. */
  Optional<MovePartition> moveHome() {
    return goal == null ? Optional.empty() : moveTo(goal);
  }

  /** The step that brings it there; empty when it is there already, or is served by nobody. */
  Optional<MovePartition> moveTo(NodeId to) {
    NodeId from = node;
    if (from == null || from.equals(to)) {
      return Optional.empty();
    }
    node = to;
    moves++;
    return Optional.of(new MovePartition(id(), partition.table(), from, to, partition.size()));
  }

  private static int busiestFirst(TrackedPartition one, TrackedPartition other) {
    int byLoad = Double.compare(other.load, one.load);
    return byLoad != 0 ? byLoad : one.id().compareTo(other.id());
  }
}
