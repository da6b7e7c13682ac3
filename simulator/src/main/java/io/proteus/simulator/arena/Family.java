package io.proteus.simulator.arena;

import io.proteus.simulator.scenario.Scenario;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Scenarios of one kind. Each seed has another; the same seed has the same.
 *
 * @param name as options and tables write it
 * @param about what its scenarios have in common
 * @param scenarios by seed
 * @param fixed how many there are, from seed 1 on; 0: as many as there are seeds
 */
public record Family(String name, String about, LongFunction<Scenario> scenarios, int fixed) {

  /**
   * @param draws writes a scenario
   */
  static Family drawn(String name, String about, Function<SplittableRandom, Drawn> draws) {
    return new Family(
        name,
        about,
        // families that are drawn with one seed have nothing in common
        seed ->
            draws
                .apply(new SplittableRandom(seed * 31 + name.hashCode()))
                .scenario("%s-%d".formatted(name, seed), seed),
        0);
  }

  /** The scenario of a seed. */
  public Scenario scenario(long seed) {
    return scenarios.apply(seed);
  }

  /** The seeds that are played where these are asked for: a fixed family is played whole. */
  List<Long> seeds(long first, int count) {
    return (fixed == 0 ? LongStream.range(first, first + count) : LongStream.rangeClosed(1, fixed))
        .boxed()
        .toList();
  }
}
