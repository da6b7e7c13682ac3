package io.proteus.simulator.arena;

/**
 * What one strategy made of one scenario.
 *
 * @param scenario its name
 * @param harm how much more is missed than where nobody acts, in shares of all operations; 0 where
 *     it is not
 * @param oracle the cheapest way that misses as little
 * @param cost one figure for service and nodes: node-hours over those of the oracle where it misses
 *     as little as can be, and {@value #MISSED_COSTS} times the share missed
 */
public record Outcome(
    Family family,
    long seed,
    String scenario,
    String strategy,
    Tally tally,
    double harm,
    Oracle.Way oracle,
    double cost) {
  /** One operation of a hundred is worth a tenth of the nodes. */
  public static final double MISSED_COSTS = 10;

  static Outcome of(
      Family family,
      long seed,
      String scenario,
      String strategy,
      Tally tally,
      Yardsticks yardsticks) {
    Oracle oracle = yardsticks.oracle();
    return new Outcome(
        family,
        seed,
        scenario,
        strategy,
        tally,
        Math.max(0, tally.missed() - yardsticks.nobody().missed()),
        oracle.asGoodAs(tally.missed()),
        tally.nodeHours() / oracle.asGoodAs(0).nodeHours() + MISSED_COSTS * tally.missed());
  }

  public double missed() {
    return tally.missed();
  }

  public double nodeHours() {
    return tally.nodeHours();
  }

  /** Node-hours over those of the oracle, less 1. */
  public double regret() {
    return tally.nodeHours() / oracle.nodeHours() - 1;
  }
}
