package io.proteus.lab.policies;

import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.policies.PolicyFigures.Run;
import io.proteus.lab.stage.Attempts;
import io.proteus.lab.stage.Interleaving;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * PCM's experiment (PCM-10): HBase's defaults against the policy for a workload, interleaved and
 * repeated, every second repeat in the reverse order.
 */
final class PoliciesExperiment {
  private final Bed bed;
  private final List<Case> cases;
  private final Consumer<String> progress;
  private final Attempts attempts;
  private final List<Run> runs = new ArrayList<>();

  /**
   * @param isEnding whether the process was asked to end
   */
  PoliciesExperiment(
      Bed bed, BooleanSupplier isEnding, List<Case> cases, Consumer<String> progress) {
    this.bed = bed;
    this.cases = List.copyOf(cases);
    this.progress = progress;
    this.attempts = new Attempts(progress, isEnding);
  }

  /** What settings are measured on. */
  @FunctionalInterface
  interface Bed {
    SettingsBench.Figures measure(BenchWorkload workload, Map<String, String> values)
        throws PortException, IOException, InterruptedException;
  }

  /** What takes all that is measured so far, to keep it. */
  interface Keeper {
    void keep() throws IOException;
  }

  List<Run> runs() {
    return List.copyOf(runs);
  }

  /** What could not be measured, a sentence each. */
  List<String> failures() {
    return attempts.failures();
  }

  /** Measures both sides of every case once. */
  void repeat(int repeat, Keeper keeper) throws IOException, InterruptedException {
    for (Case one : cases) {
      for (boolean policy : Interleaving.order(List.of(false, true), repeat)) {
        measure(one, policy, repeat);
        keeper.keep();
      }
    }
  }

  private void measure(Case one, boolean policy, int repeat) throws InterruptedException {
    String what =
        "%s, repeat %d, %s"
            .formatted(one.workload(), repeat, policy ? one.policy() : "HBase's defaults");
    Map<String, String> values = policy ? one.values() : Map.of();
    attempts
        .attempt(what, () -> bed.measure(BenchWorkload.named(one.workload(), "workload"), values))
        .ifPresent(
            figures -> {
              runs.add(
                  new Run(
                      one.workload(),
                      policy,
                      repeat,
                      figures.perSecond(),
                      figures.p99Micros(),
                      figures.failed()));
              progress.accept("%s: %,.0f op/s".formatted(what, figures.perSecond()));
            });
  }
}
