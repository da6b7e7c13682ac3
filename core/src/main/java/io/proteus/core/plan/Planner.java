package io.proteus.core.plan;

import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;
import java.util.List;

/**
 * Turns what should be into ordered steps, the cheapest way that the cluster is capable of.
 *
 * @param compactBelowOnWriteNodes locality under which data is brought to its node (MET-11: 70 %)
 * @param compactBelow the same for all other profiles (MET-11: 90 %)
 * @param heapRoom which caches may not be enlarged while their node runs
 */
public record Planner(Ratio compactBelowOnWriteNodes, Ratio compactBelow, HeapRoom heapRoom) {

  /** With the usual room. */
  public Planner(Ratio compactBelowOnWriteNodes, Ratio compactBelow) {
    this(compactBelowOnWriteNodes, compactBelow, HeapRoom.usual());
  }

  /** The paper's values. */
  public static Planner met() {
    return new Planner(Ratio.of(0.7), Ratio.of(0.9));
  }

  /** The plan from what is to what is wanted; without steps where nothing is left to do. */
  public Plan plan(Situation now, Verdict.Retarget wanted) {
    return new PlanDraft(this, now, wanted).finish();
  }

  /**
   * The steps that will follow once the new nodes of a plan are there, as far as can be said today;
   * none where no node is new.
   */
  public List<Step> following(Situation now, Verdict.Retarget wanted) {
    if (LayoutDifference.added(now.topology(), wanted.target()).isEmpty()) {
      return List.of();
    }
    return plan(WithNewNodes.of(now, wanted.target()), wanted).steps();
  }

  Ratio minimumLocality(String profile) {
    return profile.equals("write") ? compactBelowOnWriteNodes : compactBelow;
  }
}
