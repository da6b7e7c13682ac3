package io.proteus.core.plan.undo;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.strategy.Reason;
import java.util.List;
import java.util.Set;

/**
 * Makes the plan that puts back what an action changed, as far as it was asked for. Which steps
 * that takes is read off the cluster as it is, so that half an action, or half an undo, is put back
 * as well as a whole one; what was not touched stays as it is by now.
 */
public final class UndoPlanner {
  private UndoPlanner() {}

  /**
   * What is to be undone.
   *
   * @param plan names the last plan of the action
   * @param basedOn the observation that it was made from
   * @param steps of its plans, the oldest plan first; never empty
   * @param why it is undone
   */
  public record Action(String plan, long basedOn, List<IssuedSteps> steps, List<Reason> why) {
    public Action {
      steps = List.copyOf(steps);
      why = List.copyOf(why);
    }
  }

  /**
   * The plan, in the order in which nothing is harmed: nodes that are missing start first, and the
   * rest follows once they are there; restarts, each of an empty node; moves; what is set online;
   * compactions; nodes that go. Without steps where all is as it was.
   *
   * @param id of the new plan
   */
  public static Plan plan(String id, Action action, Topology now, Set<Capability> capabilities) {
    return new UndoDraft(action, now, capabilities).finish(id);
  }
}
