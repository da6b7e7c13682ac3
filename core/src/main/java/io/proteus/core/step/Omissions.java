package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What stays as it is because steps are left out of a plan. Each step that is left out says it
 * here, and the plan is made anew from what is still wanted.
 */
public final class Omissions {
  private final Set<PartitionId> unmoved = new HashSet<>();
  private final Set<PartitionId> unshaped = new HashSet<>();
  private final Set<NodeId> undivided = new HashSet<>();
  private final Set<NodeId> unset = new HashSet<>();
  private final Set<NodeId> kept = new HashSet<>();
  private final Set<NodeId> notAdded = new HashSet<>();
  private final Set<TableId> unblocked = new HashSet<>();
  private final Set<TableId> unaltered = new HashSet<>();
  private final Set<Object> alone = new HashSet<>();

  /** What a step does to what; the same for a step of a later plan, whatever the sizes are then. */
  public static Object subjectOf(Step step) {
    return step.footprint().equals(Footprint.NONE)
        ? step
        : List.of(
            step.type().name(), step.footprint(), step.relocation().map(Relocation::to).toString());
  }

  // what steps tell

  public void staysInPlace(PartitionId partition) {
    unmoved.add(partition);
  }

  /** It is neither split nor merged, and no part of it moves. */
  public void keepsItsRows(PartitionId partition) {
    unshaped.add(partition);
  }

  public void keepsItsMemory(NodeId node) {
    undivided.add(node);
  }

  public void keepsItsSettings(NodeId node) {
    unset.add(node);
  }

  /** It is not removed. */
  public void staysThere(NodeId node) {
    kept.add(node);
  }

  public void isNotAdded(NodeId planned) {
    notAdded.add(planned);
  }

  public void keepsItsBlocks(TableId table) {
    unblocked.add(table);
  }

  public void keepsItsSettings(TableId table) {
    unaltered.add(table);
  }

  /** No other step depends on it. */
  public void isLeftOutAlone(Step step) {
    alone.add(subjectOf(step));
  }

  // what the plan asks that is made anew

  public Set<PartitionId> unmoved() {
    return Collections.unmodifiableSet(unmoved);
  }

  public Set<PartitionId> unshaped() {
    return Collections.unmodifiableSet(unshaped);
  }

  public boolean dividesMemoryOf(NodeId node) {
    return !undivided.contains(node);
  }

  public boolean sets(NodeId node) {
    return !unset.contains(node);
  }

  public boolean keeps(NodeId node) {
    return kept.contains(node);
  }

  public boolean adds(NodeId planned) {
    return !notAdded.contains(planned);
  }

  public boolean setsBlocksOf(TableId table) {
    return !unblocked.contains(table);
  }

  public boolean alters(TableId table) {
    return !unaltered.contains(table);
  }

  /** Whether a step of the plan that is made anew is to be left out as well. */
  public boolean leavesOut(Step step) {
    Set<PartitionId> changed = step.footprint().partitions();
    return alone.contains(subjectOf(step))
        || (step.relocation().isEmpty() && !changed.isEmpty() && unmoved.containsAll(changed));
  }
}
