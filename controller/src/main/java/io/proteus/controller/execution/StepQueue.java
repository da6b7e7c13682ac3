package io.proteus.controller.execution;

import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.plan.Step;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The steps that are still to be asked for, and which of them may be next: in the order of the
 * plan, but consecutive moves, compactions, settings or new nodes several at once: moves of
 * different tables and compactions on different nodes, where there is a choice.
 */
final class StepQueue {
  /** How far a step elsewhere is looked for, as a run of moves may be very long. */
  private static final int LOOK_AHEAD = 100;

  /** What moves is away for a moment, and cold where it arrives: the more nodes, the less of it. */
  private static final int NODES_A_MOVE = 10;

  /** A cloud that starts many nodes at once starts each of them slowly. */
  private static final int NODES_STARTING = 4;

  /**
   * A split costs a node nothing but what it evicts from its cache, and a block size a table
   * nothing before it is compacted.
   */
  private static final int SETTINGS_AT_ONCE = 4;

  private final List<Step> steps;
  private final ExecutionSettings limits;
  private final TreeSet<Integer> waiting = new TreeSet<>();

  StepQueue(List<Step> steps, Set<Integer> over, ExecutionSettings limits) {
    this.steps = steps;
    this.limits = limits;
    for (int index = 0; index < steps.size(); index++) {
      if (!over.contains(index)) {
        waiting.add(index);
      }
    }
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void remove(int index) {
    waiting.remove(index);
  }

  /** The nodes that partitions are still to be moved to. */
  Set<NodeId> destinations() {
    Set<NodeId> destinations = new HashSet<>();
    for (int index : waiting) {
      if (steps.get(index) instanceof Step.MovePartition move) {
        destinations.add(move.to());
      }
    }
    return destinations;
  }

  boolean hasNodeToAdd() {
    return waiting.stream().anyMatch(index -> steps.get(index) instanceof Step.AddNode);
  }

  /**
   * The step that may be asked for beside those that run; empty when none may.
   *
   * @param nodes that the cluster has now
   */
  OptionalInt next(Collection<Integer> running, int nodes) {
    if (waiting.isEmpty()) {
      return OptionalInt.empty();
    }
    Step head = steps.get(waiting.first());
    if (running.isEmpty()) {
      return OptionalInt.of(waiting.first());
    }
    boolean sameKind =
        running.stream().allMatch(index -> steps.get(index).getClass() == head.getClass());
    return sameKind && running.size() < mostAtOnce(head, nodes)
        ? besides(running, head.getClass())
        : OptionalInt.empty();
  }

  private int mostAtOnce(Step step, int nodes) {
    if (step instanceof Step.MovePartition) {
      return limits.movesInFlight() * ((nodes + NODES_A_MOVE - 1) / NODES_A_MOVE);
    }
    if (step instanceof Step.CompactPartition) {
      return limits.compactionsInFlight();
    }
    if (step instanceof Step.SetMemorySplit || step instanceof Step.SetBlockSize) {
      return SETTINGS_AT_ONCE;
    }
    return step instanceof Step.AddNode ? NODES_STARTING : 1;
  }

  private OptionalInt besides(Collection<Integer> running, Class<?> kind) {
    Set<Object> busyPlaces = new HashSet<>();
    Set<PartitionId> busyPartitions = new HashSet<>();
    running.forEach(index -> add(steps.get(index), busyPlaces, busyPartitions));
    int second = -1;
    int seen = 0;
    for (int index : waiting) {
      Step step = steps.get(index);
      if (step.getClass() != kind || seen++ == LOOK_AHEAD) {
        break;
      }
      // a partition that moves twice has to do so in order
      boolean free = add(step, new HashSet<>(), busyPartitions);
      if (free && add(step, busyPlaces, new HashSet<>())) {
        return OptionalInt.of(index);
      }
      if (free && second < 0) {
        second = index;
      }
    }
    return second < 0 ? OptionalInt.empty() : OptionalInt.of(second);
  }

  /**
   * Whether neither where the step is felt, a table or a node, nor its partition was there before.
   */
  private static boolean add(Step step, Set<Object> places, Set<PartitionId> partitions) {
    if (step instanceof Step.MovePartition move) {
      return places.add(move.table()) & partitions.add(move.partition());
    }
    if (step instanceof Step.CompactPartition compaction) {
      return places.add(compaction.node()) & partitions.add(compaction.partition());
    }
    return true;
  }
}
