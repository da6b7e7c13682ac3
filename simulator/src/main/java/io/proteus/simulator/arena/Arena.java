package io.proteus.simulator.arena;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Plays strategies on scenarios of every family.
 *
 * @param families whose scenarios are drawn
 * @param firstSeed of each family
 * @param seeds scenarios of each family. What is tuned on some seeds is reported on others
 * @param strategies as in {@code strategy:}; doing nothing is always played beside
 * @param workers scenarios at once
 * @param cache folder in which yardsticks and outcomes are kept
 * @param unchanged strategies whose outcome is taken from there, as they decide as they did then
 */
public record Arena(
    List<Family> families,
    long firstSeed,
    int seeds,
    List<String> strategies,
    int workers,
    Path cache,
    Set<String> unchanged) {

  public Arena {
    families = List.copyOf(families);
    strategies = strategies.stream().filter(name -> !name.equals(Simulation.NOBODY)).toList();
    unchanged = Set.copyOf(unchanged);
  }

  /** Is told how far it is. */
  public interface Progress {
    /**
     * @param outcomes of one more scenario
     * @param played so many now
     */
    void played(List<Outcome> outcomes, int played, int scenarios);
  }

  /** Plays all of it; the outcomes are in the order of families, seeds and strategies. */
  public List<Outcome> play(Progress progress) throws InvalidConfiguration, InterruptedException {
    KeptRuns kept = new KeptRuns(cache, unchanged);
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try {
      List<Future<List<Outcome>>> played = new ArrayList<>();
      for (Family family : families) {
        for (long seed : family.seeds(firstSeed, seeds)) {
          played.add(pool.submit(() -> scenario(family, seed, kept)));
        }
      }
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < played.size(); i++) {
        List<Outcome> more = played.get(i).get();
        outcomes.addAll(more);
        progress.played(more, i + 1, played.size());
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

  private List<Outcome> scenario(Family family, long seed, KeptRuns kept)
      throws InvalidConfiguration {
    Scenario scenario = family.scenario(seed);
    Yardsticks yardsticks = kept.yardsticks(scenario, seed, () -> yardsticks(scenario, seed));
    List<Outcome> outcomes = new ArrayList<>();
    String name = scenario.name();
    Tally nobody = yardsticks.nobody();
    outcomes.add(Outcome.of(family, seed, name, Simulation.NOBODY, nobody, yardsticks));
    for (String strategy : strategies) {
      Tally tally = kept.tally(scenario, seed, strategy, () -> tally(scenario, strategy, seed));
      outcomes.add(Outcome.of(family, seed, name, strategy, tally, yardsticks));
    }
    return outcomes;
  }

  private static Yardsticks yardsticks(Scenario scenario, long seed) throws InvalidConfiguration {
    int least = Simulation.bounds(scenario).min();
    int most = Simulation.bounds(scenario).max();
    return new Yardsticks(
        Oracle.of(scenario, least, most, seed), tally(scenario, Simulation.NOBODY, seed));
  }

  private static Tally tally(Scenario scenario, String strategy, long seed)
      throws InvalidConfiguration {
    return Tally.of(scenario, Simulation.run(scenario, strategy, seed));
  }
}
