package io.proteus.simulator.run;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.scenario.RandomScenarios;
import io.proteus.simulator.scenario.Scenario;
import java.util.List;

/** Random scenarios through which nothing may be lost. */
public final class Soak {
  private Soak() {}

  /** Plays a scenario. */
  interface Play {
    SimulationResult of(Scenario scenario, String strategy, long seed) throws InvalidConfiguration;
  }

  /**
   * What must not have happened, each with how to see it again; a run that an error ends is one of
   * them, so that other seeds go on.
   */
  public static List<String> failuresOf(long seed, String strategy) throws InvalidConfiguration {
    return failuresOf(seed, strategy, Simulation::run);
  }

  static List<String> failuresOf(long seed, String strategy, Play play)
      throws InvalidConfiguration {
    return failures(seed, strategy, play).stream()
        .map(
            failure ->
                "seed %d: %s. Again: proteus simulate --soak --strategy %s --first-seed %d --seeds 1"
                    .formatted(seed, failure, strategy, seed))
        .toList();
  }

  private static List<String> failures(long seed, String strategy, Play play)
      throws InvalidConfiguration {
    try {
      return play.of(RandomScenarios.of(seed), strategy, seed).failures();
    } catch (RuntimeException e) {
      return List.of("the run ended by an error: %s".formatted(e));
    }
  }
}
