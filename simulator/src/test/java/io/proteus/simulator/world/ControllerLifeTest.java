package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.simulator.fault.ControllerCrash;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.world.ControllerLife.Killed;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ControllerLifeTest {
  private static final Scenario CRASHING =
      ScenarioFile.parse(
              "test",
              """
              name: small
              nodes: 1
              lasts: 1h
              tenants: [{name: A, operations: {read: 1}, clients: 1, rows: 1000, shares: 1}]
              """)
          .withFaults(List.of(new ControllerCrash(Duration.ofMinutes(1))));

  /** So that one falls between an order and its record, and another between two orders. */
  @Test
  void aCrashComesBetweenAnyTwoOfSomeCalls() {
    TreeSet<Integer> survived = new TreeSet<>();
    for (int seed = 1; seed <= 200; seed++) {
      World world = new World(CRASHING, ModelConstants.fitted(), seed);
      ControllerLife life = new ControllerLife(world);
      life.live();
      world.advance(Duration.ofMinutes(2));
      survived.add(callsUntilDeath(life));

      assertThatThrownBy(life::live).as("dead is dead").isInstanceOf(Killed.class);
      new ControllerLife(world).live();
    }

    assertThat(survived).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  }

  private static int callsUntilDeath(ControllerLife life) {
    for (int calls = 0; calls < 100; calls++) {
      try {
        life.live();
      } catch (Killed e) {
        return calls;
      }
    }
    return -1;
  }
}
