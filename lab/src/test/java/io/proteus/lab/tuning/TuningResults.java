package io.proteus.lab.tuning;

import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.tuner.Comparison;
import io.proteus.lab.tuner.Noise;
import io.proteus.lab.tuner.Sensitivity;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.TuningResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Results of tunings that nobody made. */
final class TuningResults {
  private TuningResults() {}

  static TuningResult of(
      BenchWorkload workload, Map<String, String> changed, String conclusion, List<Trial> trials) {
    return new TuningResult(
        Instant.EPOCH,
        Instant.EPOCH,
        "simulator",
        workload.id(),
        "",
        SimulatedBed.environment(),
        7,
        30,
        true,
        List.of(),
        Sensitivity.TEST,
        new Noise(0.03, 5),
        Map.of(),
        List.of(),
        List.of(),
        changed.keySet(),
        changed,
        changed,
        Comparison.of(trials),
        conclusion,
        trials);
  }
}
