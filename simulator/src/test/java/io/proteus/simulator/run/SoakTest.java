package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.InvalidConfiguration;
import io.proteus.simulator.scenario.RandomScenarios;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The production loop through faults by chance. One seed again: {@code simulate --soak --seed N}.
 */
class SoakTest {
  private static final int SEEDS = 200;
  private static final List<String> STRATEGIES =
      List.of("met", "threshold", "target", "mdp", "forecast");

  @Test
  void whateverGoesWrongNothingIsLostAndEveryPlanEnds() {
    List<String> failures =
        LongStream.rangeClosed(1, SEEDS).parallel().boxed().flatMap(SoakTest::failuresOf).toList();

    assertThat(failures).isEmpty();
  }

  private static Stream<String> failuresOf(long seed) {
    String strategy = STRATEGIES.get((int) (seed % STRATEGIES.size()));
    try {
      return Soak.failuresOf(seed, strategy).stream();
    } catch (InvalidConfiguration e) {
      throw new AssertionError(strategy, e);
    }
  }

  @Test
  void theSameSeedGivesTheSameRun() throws Exception {
    SimulationResult once = Simulation.run(RandomScenarios.of(7), "met", 7);
    SimulationResult again = Simulation.run(RandomScenarios.of(7), "met", 7);

    assertThat(again).isEqualTo(once);
  }
}
