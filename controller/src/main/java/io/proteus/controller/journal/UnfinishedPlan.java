package io.proteus.controller.journal;

import io.proteus.core.plan.Plan;
import java.util.Set;

/**
 * A plan that was begun and has not ended: its Proteus died.
 *
 * @param issued the steps that were asked for, or were about to be
 * @param over the steps that were done, or given up without giving up the plan
 */
public record UnfinishedPlan(Plan plan, Set<Integer> issued, Set<Integer> over) {
  public UnfinishedPlan {
    issued = Set.copyOf(issued);
    over = Set.copyOf(over);
  }
}
