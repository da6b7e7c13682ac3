package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How far a plan has come.
 *
 * @param issued the steps that were asked for, or were about to be
 * @param over the steps that were done, or given up without giving up the plan
 * @param outcome how it ended, as {@link PlanEnded} has it; null while its Proteus acts or has died
 * @param before the cluster before it, as {@link Plan#toRemember} has it; null when it was not
 *     written down
 * @param continues the plan that it goes on with; null when it begins something new
 * @param rest the plan that is to follow it; null when none is
 * @param failed the steps that were given up without giving up the plan
 */
public record PlanProgress(
    Plan plan,
    Set<Integer> issued,
    Set<Integer> over,
    @Nullable String outcome,
    @Nullable Topology before,
    @Nullable String continues,
    @Nullable Plan rest,
    Set<Integer> failed) {
  public PlanProgress {
    issued = Set.copyOf(issued);
    over = Set.copyOf(over);
    failed = Set.copyOf(failed);
  }

  /** Progress of a plan that has not ended and whose earlier cluster is not known. */
  public PlanProgress(Plan plan, Set<Integer> issued, Set<Integer> over) {
    this(plan, issued, over, null, null, null, null, Set.of());
  }

  /** A plan without issued steps. */
  public static PlanProgress begin(Plan plan) {
    return new PlanProgress(plan, Set.of(), Set.of());
  }

  /** A plan without issued steps, with what the journal noted at its begin. */
  public static PlanProgress begin(Planned planned) {
    return new PlanProgress(
        planned.plan(),
        Set.of(),
        Set.of(),
        null,
        planned.before(),
        planned.continues(),
        planned.rest(),
        Set.of());
  }

  /**
   * The same, with nothing left to do but the steps that were asked for already; steps that may
   * fail are not waited for.
   */
  public PlanProgress onlyBegun() {
    Set<Integer> others = new HashSet<>(over);
    IntStream.range(0, plan.steps().size())
        .filter(step -> !issued.contains(step) || plan.steps().get(step).mayFail())
        .forEach(others::add);
    return new PlanProgress(plan, issued, others, outcome, before, continues, rest, failed);
  }
}
