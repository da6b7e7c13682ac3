package io.proteus.simulator.arena;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Plays strategies on scenarios of every family.
 *
 * @param families whose scenarios are drawn
 * @param firstSeed of each family
 * @param seeds scenarios of each family. What is tuned on some seeds is reported on others
 * @param strategies as in {@code strategy:}; doing nothing is always played beside
 * @param workers scenarios at once
 */
public record Arena(
    List<Family> families, long firstSeed, int seeds, List<String> strategies, int workers) {
  private static final Duration SLOT = Duration.ofMinutes(10);

  public Arena {
    families = List.copyOf(families);
    strategies = List.copyOf(strategies);
  }

  /** Plays all of it; the outcomes are in the order of families, seeds and strategies. */
  public List<Outcome> play(Consumer<String> progress)
      throws InvalidConfiguration, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try {
      List<Future<List<Outcome>>> played = new ArrayList<>();
      for (Family family : families) {
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
          long drawn = seed;
          played.add(pool.submit(() -> scenario(family, drawn)));
        }
      }
      List<Outcome> outcomes = new ArrayList<>();
      for (Future<List<Outcome>> one : played) {
        outcomes.addAll(one.get());
        progress.accept(
            "%d of %d scenarios"
                .formatted(outcomes.size() / (strategies.size() + 1), played.size()));
      }
      return outcomes;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InvalidConfiguration invalid) {
        throw invalid;
      }
      throw new IllegalStateException("a scenario of the arena could not be played", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private List<Outcome> scenario(Family family, long seed) throws InvalidConfiguration {
    Scenario scenario = family.scenario(seed);
    int most = Simulation.bounds(scenario).max();
    Oracle oracle = Oracle.of(scenario, Simulation.bounds(scenario).min(), most, seed);
    List<Outcome> outcomes = new ArrayList<>();
    SimulationResult nobody = Simulation.run(scenario, Simulation.NOBODY, seed);
    double missedByNobody = Service.of(scenario, nobody, SLOT).missedShare();
    outcomes.add(Outcome.of(family, nobody, missedByNobody, missedByNobody, oracle));
    for (String strategy : strategies) {
      SimulationResult run = Simulation.run(scenario, strategy, seed);
      double missed = Service.of(scenario, run, SLOT).missedShare();
      outcomes.add(Outcome.of(family, run, missed, missedByNobody, oracle));
    }
    return outcomes;
  }
}
