package io.proteus.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.cluster.ShippedGuide;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.tuner.Space;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.TrialFile;
import io.proteus.lab.tuner.Tuner;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulator's optimum is known: every setting is worked out without noise. */
@Tag("storeless")
class SimulatedTuningIT {
  /** A standard deviation of 3 %, as repeats on the local cluster have. */
  private static final double NOISE = 0.03;

  private static final int TRIALS = 30;

  @TempDir private Path folder;

  @Test
  void tuningComesWithinFivePercentOfTheKnownOptimumWhateverTheSeed() throws Exception {
    BenchWorkload workload = BenchWorkload.MIXED;
    Space space =
        TunableParameters.space(
            List.of("blockCacheShare", "memstoreShare", "blockSize"),
            TunableParameters.SIMULATED,
            ShippedGuide.of("hbase").catalogue(),
            SimulatedBed.HEAP);
    SimulatedBed exact = new SimulatedBed(workload, 0, 1);
    Map<Map<String, String>, Double> all = new HashMap<>();
    for (Map<String, String> values : space.everything()) {
      all.put(values, exact.modelled(values));
    }
    double best = all.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double usual = all.getOrDefault(space.usualValues(), 0.0);
    assertThat(usual).as("there is something to find").isLessThan(0.9 * best);

    for (long each = 1; each <= 6; each++) {
      long seed = each;
      Tuner tuner = new Tuner(space, new Tuner.Settings(TRIALS, seed, 2, Map.of()));
      TrialFile file =
          TrialFile.open(
              folder.resolve("trials-%d.jsonl".formatted(seed)),
              TrialFile.Header.of("simulator", workload.id(), "", tuner.settings(), space),
              false);
      new ExperimentRunner(line -> {}, Instant.EPOCH, soFar -> {})
          .run(
              new Tuning(
                  new TrialsSoFar(tuner, space, file, SimulatedBed.environment()),
                  progress -> exact.with(NOISE, seed)));

      List<Trial> trials = file.trials();
      Map<String, String> chosen = tuner.chosen(trials).orElseThrow();
      assertThat(all.getOrDefault(chosen, 0.0))
          .as("seed %d chose %s of %,.0f op/s, the best are %,.0f", seed, chosen, usual, best)
          .isGreaterThan(0.95 * best);
    }
  }
}
