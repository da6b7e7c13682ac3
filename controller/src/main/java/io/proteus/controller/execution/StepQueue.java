package io.proteus.controller.execution;

import io.proteus.controller.configuration.ExecutionSettings;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.step.Footprint;
import io.proteus.core.step.InFlight;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepType;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The steps that are still to be asked for, and which of them may be next: in the order of the
 * plan, but consecutive moves, compactions, settings or new nodes several at once: moves of
 * different tables between different nodes and compactions on different nodes, where there is a
 * choice.
 */
final class StepQueue {
  /** How far a step elsewhere is looked for, as a run of moves may be very long. */
  private static final int LOOK_AHEAD = 100;

  private final List<Step> steps;
  private static final InFlight ONE = new InFlight(1, 1);

  private final InFlight usual;
  private InFlight allowed;
  private final TreeSet<Integer> waiting = new TreeSet<>();

  StepQueue(List<Step> steps, Set<Integer> over, ExecutionSettings limits) {
    this.steps = steps;
    this.usual = new InFlight(limits.movesInFlight(), limits.compactionsInFlight());
    this.allowed = usual;
    for (int index = 0; index < steps.size(); index++) {
      if (!over.contains(index)) {
        waiting.add(index);
      }
    }
  }

  /** Lets one step run at a time, or as many as are allowed. */
  void oneAtATime(boolean slow) {
    allowed = slow ? ONE : usual;
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
      steps.get(index).relocation().ifPresent(move -> destinations.add(move.to()));
    }
    return destinations;
  }

  boolean hasNodeToAdd() {
    return waiting.stream().anyMatch(index -> steps.get(index).nodeChange() > 0);
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
        running.stream().allMatch(index -> steps.get(index).type().equals(head.type()));
    return sameKind && running.size() < head.type().atOnce().most(allowed, nodes)
        ? besides(running, head.type())
        : OptionalInt.empty();
  }

  /**
   * The first step whose footprint overlaps no running step; else the first that shares no table;
   * else the first whose partition does not move.
   */
  private OptionalInt besides(Collection<Integer> running, StepType type) {
    Set<NodeId> busyNodes = new HashSet<>();
    Set<TableId> busyTables = new HashSet<>();
    Set<PartitionId> busyPartitions = new HashSet<>();
    for (int index : running) {
      Footprint footprint = steps.get(index).footprint();
      busyNodes.addAll(footprint.nodes());
      busyTables.addAll(footprint.tables());
      busyPartitions.addAll(footprint.partitions());
    }
    int otherTable = -1;
    int other = -1;
    int seen = 0;
    for (int index : waiting) {
      Step step = steps.get(index);
      if (!step.type().equals(type) || seen++ == LOOK_AHEAD) {
        break;
      }
      Footprint footprint = step.footprint();
      // a partition that moves twice has to do so in order
      boolean free = Collections.disjoint(footprint.partitions(), busyPartitions);
      busyPartitions.addAll(footprint.partitions());
      boolean tableFree = Collections.disjoint(footprint.tables(), busyTables);
      if (free && tableFree && Collections.disjoint(footprint.nodes(), busyNodes)) {
        return OptionalInt.of(index);
      }
      if (free && otherTable < 0 && tableFree) {
        otherTable = index;
      }
      if (free && other < 0) {
        other = index;
      }
    }
    int second = otherTable < 0 ? other : otherTable;
    return second < 0 ? OptionalInt.empty() : OptionalInt.of(second);
  }
}
