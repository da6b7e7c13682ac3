package io.proteus.core.strategy;

import io.proteus.core.units.InvalidValue;

/**
 * What earlier plans of one kind changed in one figure: the sums that a straight line through the
 * origin is fitted from, so its size is fixed. Older plans weigh less.
 *
 * @param plans how many there are, the faded ones counted in part
 * @param squares sum of the squared scores of the plans
 * @param products sum of score times change
 * @param changes sum of the squared changes; a change is the logarithm of after over before
 */
public record Evidence(double plans, double squares, double products, double changes) {
  public static final Evidence NONE = new Evidence(0, 0, 0, 0);

  /** Weight of all that was known when one more comes: 14 plans back it is a half. */
  private static final double FADE = 0.95;

  /** A change beyond 20 times is another load, not a better layout. */
  private static final double MOST = 3;

  public Evidence {
    if (!(plans >= 0 && squares >= 0 && changes >= 0) || Double.isNaN(products)) {
      throw new InvalidValue(
          "evidence: want sums of squares, 0 or more, got plans=%s squares=%s products=%s changes=%s."
              .formatted(plans, squares, products, changes));
    }
  }

  /**
   * The same with one more plan.
   *
   * @param score how much was expected of it
   * @param before the figure, more than 0
   * @param after the same, more than 0
   */
  public Evidence with(double score, double before, double after) {
    double change = Math.max(-MOST, Math.min(MOST, Math.log(after / before)));
    return new Evidence(
        FADE * plans + 1,
        FADE * squares + score * score,
        FADE * products + score * change,
        FADE * changes + change * change);
  }
}
