package io.proteus.simulator.arena;

/**
 * What one strategy made of one scenario.
 *
 * @param harm how much more is missed than where nobody acts, in shares of all operations; 0 where
 *     it is not
 * @param regret node-hours over those of an oracle that misses as little, less 1
 */
public record Outcome(
    Family family, String scenario, String strategy, Tally tally, double harm, double regret) {

  static Outcome of(
      Family family, String scenario, String strategy, Tally tally, Tally nobody, Oracle oracle) {
    return new Outcome(
        family,
        scenario,
        strategy,
        tally,
        Math.max(0, tally.missed() - nobody.missed()),
        tally.nodeHours() / oracle.asGoodAs(tally.missed()).nodeHours() - 1);
  }

  public double missed() {
    return tally.missed();
  }

  public double nodeHours() {
    return tally.nodeHours();
  }
}
