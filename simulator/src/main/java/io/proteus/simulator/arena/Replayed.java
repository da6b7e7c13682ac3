package io.proteus.simulator.arena;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;

/** An outcome played again, for its curves: the same seed plays the same. */
public record Replayed(
    Outcome outcome, Scenario scenario, SimulationResult run, SimulationResult nobody) {

  public static Replayed of(Outcome outcome) throws InvalidConfiguration {
    Scenario scenario = outcome.family().scenario(outcome.seed());
    return new Replayed(
        outcome,
        scenario,
        Simulation.run(scenario, outcome.strategy(), outcome.seed()),
        Simulation.run(scenario, Simulation.NOBODY, outcome.seed()));
  }

  /** What clients ask for at a moment, op/s. */
  public double offeredPerSecond(double seconds) {
    return Service.offeredPerSecond(scenario, seconds);
  }

  /** The oracle's nodes at a moment. */
  public int oracleNodes(double seconds) {
    int slot = (int) (seconds / Oracle.SLOT.toSeconds());
    return outcome.oracle().sizes().get(Math.min(slot, outcome.oracle().sizes().size() - 1));
  }
}
