package io.proteus.core.decision;

import io.proteus.core.step.Step;
import java.util.List;

/**
 * A plan of which an operator left out a part.
 *
 * @param decision has the plan that is left, with its own price and name
 * @param leftOut steps of the whole that an operator named
 * @param dependent steps of the whole that go with these
 */
public record EditedPlan(Decision decision, List<Step> leftOut, List<Step> dependent) {
  public EditedPlan {
    leftOut = List.copyOf(leftOut);
    dependent = List.copyOf(dependent);
  }
}
