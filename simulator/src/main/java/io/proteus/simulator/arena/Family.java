package io.proteus.simulator.arena;

import io.proteus.simulator.scenario.Scenario;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Scenarios of one kind. Each seed draws another; the same seed draws the same.
 *
 * @param name as options and tables write it
 * @param about what its scenarios have in common
 * @param draws writes a scenario
 */
public record Family(String name, String about, Function<SplittableRandom, Drawn> draws) {
  /** Draws a scenario. */
  public Scenario scenario(long seed) {
    // families that are drawn with one seed have nothing in common
    SplittableRandom random = new SplittableRandom(seed * 31 + name.hashCode());
    return draws.apply(random).scenario("%s-%d".formatted(name, seed), seed);
  }
}
