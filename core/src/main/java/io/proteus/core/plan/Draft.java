package io.proteus.core.plan;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.PartitionTarget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A plan without a prediction, with the data that a prediction needs. A million partitions are not
 * looked up twice.
 */
public final class Draft {
  private final Plan plan;
  private final List<Step> following;
  private final List<DraftPartition> partitions;

  /**
   * @param following the steps of the second half, which will be planned once new nodes are there
   * @param partitions with what all of these steps do to them, in the topology's order
   */
  Draft(Plan plan, List<Step> following, List<DraftPartition> partitions) {
    this.plan = plan;
    this.following = following;
    this.partitions = partitions;
  }

  /** The same with only some of its steps, and without the effects of the others. */
  public Draft having(Plan some) {
    Set<PartitionId> brought = new HashSet<>();
    some.steps().stream()
        .filter(step -> step.relocation().isEmpty())
        .forEach(step -> brought.addAll(step.footprint().partitions()));
    partitions.forEach(partition -> partition.compacted &= brought.contains(partition.id()));
    return new Draft(some, following, partitions);
  }

  public Plan plan() {
    return plan;
  }

  /**
   * The steps that will follow once the new nodes of the plan are there, as far as can be said
   * today; none where no node is new.
   */
  public List<Step> following() {
    return following;
  }

  /** The steps of both halves. */
  public List<Step> steps() {
    if (following.isEmpty()) {
      return plan.steps();
    }
    List<Step> all = new ArrayList<>(plan.steps());
    all.addAll(following);
    return all;
  }

  public List<DraftPartition> partitions() {
    return partitions;
  }

  /** Every partition and where it should be, in the topology's order. */
  public List<? extends PartitionTarget> targets() {
    return partitions;
  }
}
