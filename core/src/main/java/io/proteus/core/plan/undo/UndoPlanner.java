package io.proteus.core.plan.undo;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.strategy.Reason;
import java.util.List;
import java.util.Set;

/**
 * Makes the plan that undoes an action, as far as its steps were issued. The steps follow from the
 * cluster as it is, so half an action or half an undo can be undone too. What the action did not
 * touch stays as it is.
 */
public final class UndoPlanner {
  private UndoPlanner() {}

  /**
   * An action to undo.
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
   * The plan, in a harmless order: missing nodes start first, and the rest waits for them; then
   * restarts of empty nodes, moves, online settings, compactions, and nodes that leave. It has no
   * steps where nothing is left to undo.
   *
   * @param id of the new plan
   */
  public static Plan plan(String id, Action action, Topology now, Set<Capability> capabilities) {
    return new UndoDraft(action, now, capabilities).finish(id);
  }
}
