package io.proteus.core.strategy;

import io.proteus.core.units.InvalidValue;

/**
 * How much wider an interval has to be than a model says, so that four of five plans end within it:
 * each plan outside of it widens the next one, each within it narrows the next one a little, so
 * that both even out at the wanted share, whatever the errors are (adaptive conformal inference,
 * Gibbs and Candes 2021, on a scale of logarithms). A load that is unsteady for a while widens it
 * for a while.
 *
 * @param factor by which the logarithmic width is multiplied
 */
public record Width(double factor) {
  /** As wide as the model says. */
  public static final Width USUAL = new Width(1);

  /** The share of the plans that should be within. */
  private static final double WANTED = 0.8;

  /** How far one plan changes it. */
  private static final double STEP = 0.5;

  private static final double LEAST = 0.5;
  private static final double MOST = 8;

  public Width {
    if (!(factor >= LEAST && factor <= MOST)) {
      throw new InvalidValue(
          "width: want %s to %s times the usual, got %s.".formatted(LEAST, MOST, factor));
    }
  }

  /** The width after one more plan. */
  public Width after(boolean inside) {
    double change = STEP * (inside ? WANTED - 1 : WANTED);
    return new Width(Math.max(LEAST, Math.min(MOST, factor * Math.exp(change))));
  }
}
