package io.proteus.lab.elasticity;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Decided;
import io.proteus.lab.result.ElasticityRun.Point;
import io.proteus.lab.result.ElasticityRun.Where;
import io.proteus.simulator.model.ColdCode;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;

/** The elasticity experiment on the simulator. */
final class SimulatedElasticity {
  /**
   * What a server spends of a core while it is warmed up: these run without their caps then, and
   * three of them have about this much each of two cores that they share with clients and daemons.
   */
  private static final double WARM_UP_CORES = 0.5;

  private SimulatedElasticity() {}

  /**
   * @param warmUp for which the real servers are at work before it begins
   */
  static ElasticityRun run(ElasticityScript script, Duration warmUp, String strategy, long seed)
      throws InvalidConfiguration {
    Scenario scenario = ScenarioFile.parse("the elasticity experiment", script.scenario());
    ModelConstants constants = ModelConstants.hbase26();
    ColdCode asBegun = constants.coldCode().spent(WARM_UP_CORES * warmUp.toSeconds());
    return of(Simulation.run(scenario, strategy, seed, constants.with(asBegun)));
  }

  static ElasticityRun of(SimulationResult result) {
    List<SimulationResult.Point> points = result.points();
    return new ElasticityRun(
        result.strategy(),
        Where.SIMULATED,
        result.seconds(),
        result.operations(),
        result.meanResponseMs(),
        result.nodeHours(),
        result.mostNodes(),
        points.isEmpty() ? 0 : points.get(points.size() - 1).machines(),
        result.resizes(),
        result.oppositeResizes(),
        null,
        null,
        points.stream()
            .map(p -> new Point(p.at(), p.total(), p.responseMs(), p.machines(), p.cpu()))
            .toList(),
        List.of(),
        result.decisions().stream()
            .map(d -> new Decided(d.from(), d.reasons(), d.outcome()))
            .toList(),
        result.failures());
  }
}
