package io.proteus.controller.journal;

import io.proteus.core.plan.Plan;
import java.util.Set;

/**
 * How far a plan has come.
 *
 * @param issued the steps that were asked for, or were about to be
 * @param over the steps that were done, or given up without giving up the plan
 * @param ended whether nothing more is done for it; otherwise its Proteus acts or has died
 */
public record PlanProgress(Plan plan, Set<Integer> issued, Set<Integer> over, boolean ended) {
  public PlanProgress {
    issued = Set.copyOf(issued);
    over = Set.copyOf(over);
  }

  /** A plan of which no step was asked for yet. */
  public static PlanProgress begin(Plan plan) {
    return new PlanProgress(plan, Set.of(), Set.of(), false);
  }
}
