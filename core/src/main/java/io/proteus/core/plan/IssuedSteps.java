package io.proteus.core.plan;

import io.proteus.core.cluster.Topology;
import io.proteus.core.step.Step;
import java.util.List;

/**
 * What of a plan was asked for, and what was before.
 *
 * @param before the cluster before the plan, as {@link Plan#toRemember} has it
 * @param steps that were asked for, in the order of the plan
 */
public record IssuedSteps(Topology before, List<Step> steps) {
  public IssuedSteps {
    steps = List.copyOf(steps);
  }
}
