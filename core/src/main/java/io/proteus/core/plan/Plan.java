package io.proteus.core.plan;

import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ordered steps from what is to what should be.
 *
 * @param id names the plan in the journal
 * @param basedOn the number of the observation that it was made from
 * @param target what should be
 * @param steps in the order in which they are carried out
 * @param price what they cost
 * @param reasons why, the weightiest first
 * @param prediction what it will cost and yield; null in plans from before there were predictions
 */
public record Plan(
    String id,
    long basedOn,
    Layout target,
    List<Step> steps,
    Price price,
    List<Reason> reasons,
    @Nullable Prediction prediction) {
  public Plan {
    steps = List.copyOf(steps);
    reasons = List.copyOf(reasons);
  }

  /** Of which nothing is predicted. */
  public Plan(
      String id, long basedOn, Layout target, List<Step> steps, Price price, List<Reason> reasons) {
    this(id, basedOn, target, steps, price, reasons, null);
  }

  public Plan with(Prediction predicted) {
    return new Plan(id, basedOn, target, steps, price, reasons, predicted);
  }

  /** What it costs with its second half, which has no steps yet. */
  public Price wholePrice() {
    return prediction == null ? price : price.plus(prediction.following());
  }
}
