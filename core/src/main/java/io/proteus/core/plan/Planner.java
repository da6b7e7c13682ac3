package io.proteus.core.plan;

import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;

/**
 * Turns what should be into ordered steps, the cheapest way that the cluster is capable of.
 *
 * @param compactBelowOnWriteNodes locality under which data is brought to its node (MET-11: 70 %)
 * @param compactBelow the same for all other profiles (MET-11: 90 %)
 */
public record Planner(Ratio compactBelowOnWriteNodes, Ratio compactBelow) {

  /** The paper's values. */
  public static Planner met() {
    return new Planner(Ratio.of(0.7), Ratio.of(0.9));
  }

  /** The plan from what is to what is wanted; without steps where nothing is left to do. */
  public Plan plan(Situation now, Verdict.Retarget wanted) {
    return new PlanDraft(this, now, wanted).finish();
  }

  Ratio minimumLocality(String profile) {
    return profile.equals("write") ? compactBelowOnWriteNodes : compactBelow;
  }
}
