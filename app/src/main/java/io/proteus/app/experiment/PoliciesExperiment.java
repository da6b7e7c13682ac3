package io.proteus.app.experiment;

import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import io.proteus.workloads.experiment.PoliciesResult.Case;
import io.proteus.workloads.experiment.PoliciesResult.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * PCM's experiment (PCM-10): HBase's defaults against the policy for a workload, interleaved and
 * repeated, every second repeat in the reverse order.
 */
final class PoliciesExperiment {
  private final SettingsBench bench;
  private final List<Case> cases;
  private final Consumer<String> progress;
  private final List<Run> runs = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  PoliciesExperiment(SettingsBench bench, List<Case> cases, Consumer<String> progress) {
    this.bench = bench;
    this.cases = List.copyOf(cases);
    this.progress = progress;
  }

  /** What takes all that is measured so far, to keep it. */
  interface Keeper {
    void keep() throws IOException;
  }

  List<Run> runs() {
    return List.copyOf(runs);
  }

  List<String> failures() {
    return List.copyOf(failures);
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
    try {
      SettingsBench.Figures figures =
          bench.measure(BenchWorkload.named(one.workload(), "workload"), values);
      runs.add(
          new Run(
              one.workload(),
              policy,
              repeat,
              figures.perSecond(),
              figures.p99Micros(),
              figures.failed()));
      progress.accept("%s: %,.0f op/s".formatted(what, figures.perSecond()));
    } catch (PortException | IOException e) {
      if (bench.isEnding()) {
        throw new InterruptedException("asked to end");
      }
      String failure = "%s: %s".formatted(what, Causes.of(e));
      progress.accept("NOT MEASURED: " + failure);
      failures.add(failure);
    }
  }
}
