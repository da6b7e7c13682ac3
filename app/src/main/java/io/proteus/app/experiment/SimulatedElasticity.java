package io.proteus.app.experiment;

import io.proteus.controller.configuration.InvalidConfiguration;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.workloads.experiment.ElasticityRun;
import io.proteus.workloads.experiment.ElasticityRun.Decided;
import io.proteus.workloads.experiment.ElasticityRun.Point;
import io.proteus.workloads.experiment.ElasticityRun.Where;
import java.util.List;

/** The elasticity experiment on the simulator. */
final class SimulatedElasticity {
  private SimulatedElasticity() {}

  static ElasticityRun run(ElasticityScript script, String strategy, long seed)
      throws InvalidConfiguration {
    Scenario scenario = ScenarioFile.parse("the elasticity experiment", script.scenario());
    return of(Simulation.run(scenario, strategy, seed, ModelConstants.hbase26()));
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
