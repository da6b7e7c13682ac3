package io.proteus.lab.policies;

import io.proteus.core.port.PortException;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * PCM's experiment (PCM-10): a store's defaults against the policy for a workload.
 *
 * @param store its name
 */
record PoliciesExperiment(
    Outline outline, String store, List<Case> cases, int repeats, Opening opening)
    implements Experiment<Side, SettingsBench.Figures> {

  PoliciesExperiment {
    cases = List.copyOf(cases);
  }

  /** Brings up what settings are measured on, and warms it up. */
  @FunctionalInterface
  interface Opening {
    Bed<Side, SettingsBench.Figures> open(Consumer<String> progress)
        throws PortException, IOException, InterruptedException;
  }

  @Override
  public List<Turn<Side>> turns() {
    return Turn.interleaved(
        cases.stream().map(one -> List.of(new Side(one, false), new Side(one, true))).toList(),
        repeats);
  }

  @Override
  public String title(Turn<Side> turn) {
    Case of = turn.of().of();
    return "%s, repeat %d, %s"
        .formatted(
            of.title(), turn.repeat(), turn.of().policy() ? of.policy() : store + "'s defaults");
  }

  @Override
  public Bed<Side, SettingsBench.Figures> open(Side first, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    return opening.open(progress);
  }

  @Override
  public Findings findings(Measurements<Side, SettingsBench.Figures> soFar) {
    return new Findings(new PolicyFigures(store, cases, soFar).sections(), List.of());
  }
}
