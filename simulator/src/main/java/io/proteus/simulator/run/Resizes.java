package io.proteus.simulator.run;

/**
 * Counts resizes from how many machines there are, moment by moment. One that takes several away
 * ends them one after the other, so what goes on one way without a minute's pause is one.
 */
public final class Resizes {
  private static final double ONE_WITHIN_SECONDS = 60;

  private int machines;
  private int all;
  private int opposite;
  private int direction;
  private double changedAt = Double.NEGATIVE_INFINITY;

  /**
   * @param machines at the start
   */
  public Resizes(int machines) {
    this.machines = machines;
  }

  /**
   * At a moment there are so many.
   *
   * @param seconds since the start, not before the last
   */
  public void see(double seconds, int now) {
    int change = Integer.signum(now - machines);
    machines = now;
    if (change == 0) {
      return;
    }
    double since = seconds - changedAt;
    boolean goesOn = change == direction && since <= ONE_WITHIN_SECONDS;
    boolean isOpposite = change == -direction && since < SimulationResult.OPPOSITE_WITHIN_SECONDS;
    all += goesOn ? 0 : 1;
    opposite += isOpposite ? 1 : 0;
    direction = change;
    changedAt = seconds;
  }

  public int all() {
    return all;
  }

  /** How often one way within {@link SimulationResult#OPPOSITE_WITHIN_SECONDS} of the other. */
  public int opposite() {
    return opposite;
  }
}
