package io.proteus.lab.tuning;

import io.proteus.lab.result.Environment;
import io.proteus.lab.tuner.Comparison;
import io.proteus.lab.tuner.Sensitivity;
import io.proteus.lab.tuner.Space;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.TrialFile;
import io.proteus.lab.tuner.Tuner;
import io.proteus.lab.tuner.TuningResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the trials of a tuning tell, at any moment of it.
 *
 * @param file the trials so far
 * @param machine that they are made on
 */
record TrialsSoFar(Tuner tuner, Space space, TrialFile file, Environment machine) {

  /**
   * All of it.
   *
   * @param finished whether every trial was made
   */
  TuningResult now(boolean finished) {
    TrialFile.Header about = file.header();
    List<Trial> done = file.trials();
    Sensitivity sensitivity = tuner.sensitivity(done);
    Map<String, String> chosen = tuner.chosen(done).orElse(null);
    Map<String, String> changed = new TreeMap<>(chosen == null ? Map.of() : chosen);
    changed.entrySet().removeAll(space.usualValues().entrySet());
    Set<String> searched = tuner.searched(done);
    return new TuningResult(
        done.isEmpty() ? Instant.now() : done.get(0).startedAt(),
        done.isEmpty() ? Instant.now() : end(done.get(done.size() - 1)),
        about.on(),
        about.workload(),
        about.measurement(),
        machine,
        about.seed(),
        about.trials(),
        finished,
        space.tunables(),
        Sensitivity.TEST,
        sensitivity.noise(),
        sensitivity.verdicts(),
        sensitivity.effects(),
        tuner.interactions(done),
        searched,
        chosen,
        changed,
        Comparison.of(done),
        Conclusion.of(finished, done, searched, changed).sentence(),
        done);
  }

  private static Instant end(Trial trial) {
    return trial.startedAt().plusMillis((long) (trial.seconds() * 1000));
  }
}
