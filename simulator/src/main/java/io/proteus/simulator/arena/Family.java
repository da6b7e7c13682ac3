package io.proteus.simulator.arena;

import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Scenarios of one kind. Each seed draws another; the same seed draws the same.
 *
 * @param name as options and tables write it
 * @param about what its scenarios have in common
 * @param draws writes a scenario without its name, as a scenario file has it
 */
public record Family(String name, String about, Function<SplittableRandom, String> draws) {
  /** Draws a scenario. */
  public Scenario scenario(long seed) {
    // families that are drawn with one seed have nothing in common
    SplittableRandom random = new SplittableRandom(seed * 31 + name.hashCode());
    String drawn = "name: %s-%d%n%s".formatted(name, seed, draws.apply(random));
    return ScenarioFile.parse("arena family %s, seed %d".formatted(name, seed), drawn);
  }
}
