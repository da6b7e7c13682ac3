package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.scenario.RandomScenarios;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The production loop through faults by chance. One seed again: {@code simulate --soak --seed N}.
 */
class SoakTest {
  private static final int SEEDS = 200;
  private static final List<String> STRATEGIES =
      List.of("met", "threshold", "target", "mdp", "forecast");

  @Test
  void whateverGoesWrongNothingIsLostAndEveryPlanEnds() throws Exception {
    List<String> failures = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      String strategy = STRATEGIES.get((int) (seed % STRATEGIES.size()));
      failures.addAll(Soak.failuresOf(seed, strategy));
    }

    assertThat(failures).isEmpty();
  }

  @Test
  void theSameSeedGivesTheSameRun() throws Exception {
    SimulationResult once = Simulation.run(RandomScenarios.of(7), "met", 7);
    SimulationResult again = Simulation.run(RandomScenarios.of(7), "met", 7);

    assertThat(again).isEqualTo(once);
  }
}
