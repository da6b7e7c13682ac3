package io.proteus.simulator.arena;

import io.proteus.simulator.run.SimulationResult;

/**
 * What one strategy made of one scenario.
 *
 * @param missed share of the operations that were lost or late, 0..1
 * @param harm how much larger that is than where nobody acts, in shares of all operations; 0 where
 *     it is not
 * @param regret node-hours over those of an oracle that misses as little, less 1
 * @param failures what must not have happened
 */
public record Outcome(
    Family family,
    long seed,
    String strategy,
    double missed,
    double harm,
    double nodeHours,
    double regret,
    int resizes,
    int opposite,
    int moves,
    int failures) {

  static Outcome of(
      Family family, SimulationResult run, double missed, double missedByNobody, Oracle oracle) {
    return new Outcome(
        family,
        run.seed(),
        run.strategy(),
        missed,
        Math.max(0, missed - missedByNobody),
        run.nodeHours(),
        run.nodeHours() / oracle.asGoodAs(missed).nodeHours() - 1,
        run.resizes(),
        run.oppositeResizes(),
        run.moves(),
        run.failures().size());
  }
}
