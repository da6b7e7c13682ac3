package io.proteus.simulator.run;

import io.proteus.controller.configuration.InvalidConfiguration;
import io.proteus.simulator.scenario.RandomScenarios;
import io.proteus.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/** Random scenarios through which nothing may be lost. */
public final class Soak {
  private Soak() {}

  /** What must not have happened, each with how to see it again. */
  public static List<String> failuresOf(long seed, String strategy) throws InvalidConfiguration {
    Scenario scenario = RandomScenarios.of(seed);
    SimulationResult result = Simulation.run(scenario, strategy, seed);
    List<String> failures = new ArrayList<>(result.incidents());
    if (result.unfinishedPlans() > 0) {
      failures.add("%d plans have not ended".formatted(result.unfinishedPlans()));
    }
    return failures.stream()
        .map(
            failure ->
                "seed %d: %s. Again: proteus simulate --soak --strategy %s --first-seed %d --seeds 1"
                    .formatted(seed, failure, strategy, seed))
        .toList();
  }
}
