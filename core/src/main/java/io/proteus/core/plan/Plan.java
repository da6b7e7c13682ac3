package io.proteus.core.plan;

import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import java.util.List;

/**
 * Ordered steps from what is to what should be.
 *
 * @param id names the plan in the journal
 * @param basedOn the number of the observation that it was made from
 * @param target what should be
 * @param steps in the order in which they are carried out
 * @param price what they cost
 * @param reasons why, the weightiest first
 */
public record Plan(
    String id, long basedOn, Layout target, List<Step> steps, Price price, List<Reason> reasons) {
  public Plan {
    steps = List.copyOf(steps);
    reasons = List.copyOf(reasons);
  }
}
