package io.proteus.core.plan;

import io.proteus.core.cluster.Capability;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Turns what should be into ordered steps, the cheapest way that the cluster is capable of.
 *
 * @param compactBelowOnWriteNodes locality under which data is brought to its node (MET-11: 70 %)
 * @param compactBelow the same for all other profiles (MET-11: 90 %)
 * @param heapRoom which caches may not be enlarged while their node runs
 * @param prefetches how the nodes use their memory that are had read what moves to them into their
 *     caches at once; empty where none is
 */
public record Planner(
    Ratio compactBelowOnWriteNodes,
    Ratio compactBelow,
    HeapRoom heapRoom,
    Optional<MemoryModel> prefetches) {

  /** A planner with the default room in heaps, which prefetches nothing. */
  public Planner(Ratio compactBelowOnWriteNodes, Ratio compactBelow) {
    this(compactBelowOnWriteNodes, compactBelow, HeapRoom.usual(), Optional.empty());
  }

  /** The paper's values; nothing is prefetched. */
  public static Planner met() {
    return new Planner(Ratio.of(0.7), Ratio.of(0.9));
  }

  /** The plan from the present cluster to the wanted layout; without steps where both agree. */
  public Plan plan(Situation now, Verdict.Retarget wanted) {
    return new PlanDraft(this, now, wanted).finish();
  }

  /** The same with what it takes to predict what the plan will come to. */
  public Draft draft(Situation now, Verdict.Retarget wanted) {
    PlanDraft first = new PlanDraft(this, now, wanted);
    Plan plan = first.finish();
    if (plan.steps().isEmpty()
        || LayoutDifference.added(now.topology(), wanted.target()).isEmpty()) {
      return new Draft(plan, List.of(), first.partitions());
    }
    PlanDraft second = new PlanDraft(this, WithNewNodes.of(now, wanted.target()), wanted);
    List<Step> following = second.finish().steps();
    return new Draft(plan, following, second.partitions());
  }

  Prefetch prefetch(Situation now, Collection<NodeTarget> goals, List<DraftPartition> partitions) {
    return prefetches
        .filter(model -> now.latest().capabilities().contains(Capability.PREFETCH))
        .map(model -> Prefetch.into(model, now, goals, partitions))
        .orElse(Prefetch.NONE);
  }

  Ratio minimumLocality(String profile) {
    return profile.equals("write") ? compactBelowOnWriteNodes : compactBelow;
  }
}
