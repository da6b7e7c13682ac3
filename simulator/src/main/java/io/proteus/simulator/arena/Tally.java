package io.proteus.simulator.arena;

import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;

/**
 * What a run came to.
 *
 * @param lost share of the operations that were never answered, 0..1
 * @param late share of the operations that were answered late, 0..1
 * @param failures what must not have happened
 */
public record Tally(
    double lost,
    double late,
    double nodeHours,
    int resizes,
    int opposite,
    int moves,
    double movedBytes,
    int failures) {

  static Tally of(Scenario scenario, SimulationResult run) {
    Service service = Service.of(scenario, run, Oracle.SLOT);
    return new Tally(
        service.lostShare(),
        service.lateShare(),
        run.nodeHours(),
        run.resizes(),
        run.oppositeResizes(),
        run.moves(),
        run.movedBytes(),
        run.failures().size());
  }

  /** Share of the operations that were lost or late, 0..1. */
  public double missed() {
    return lost + late;
  }
}
