package io.proteus.core.step;

import io.proteus.core.cluster.Topology;
import java.util.List;

/**
 * The steps of a plan that were issued, and the cluster before them.
 *
 * @param before the cluster before the plan, as the journal has it
 * @param steps that were asked for, in the order of the plan
 */
public record IssuedSteps(Topology before, List<Step> steps) {
  public IssuedSteps {
    steps = List.copyOf(steps);
  }
}
