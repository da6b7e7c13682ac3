package io.proteus.lab.faults;

import io.proteus.app.ExitCode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What came of a campaign, beside what was asked of it.
 *
 * @param asked the kinds
 * @param byName whether they were named; else all that there are were meant, as far as this machine
 *     can make them
 * @param trials of each kind
 * @param leftOut kinds that cannot be made on this machine, with the reason
 * @param made the trials, earlier ones that it went on with among them
 * @param notRun trials that could not be made, a sentence each
 */
record FaultsOutcome(
    List<FaultKind> asked,
    boolean byName,
    int trials,
    Map<FaultKind, String> leftOut,
    List<TrialRecord> made,
    List<String> notRun) {

  FaultsOutcome {
    asked = List.copyOf(asked);
    leftOut = Map.copyOf(leftOut);
    made = List.copyOf(made);
    notRun = List.copyOf(notRun);
  }

  /**
   * How many trials of a kind are still missing in which it struck; without kinds that miss none.
   */
  Map<FaultKind, Integer> notShown() {
    List<FaultKind> wanted =
        byName ? asked : asked.stream().filter(kind -> !leftOut.containsKey(kind)).toList();
    Map<FaultKind, Integer> missing = new EnumMap<>(FaultKind.class);
    FaultsExperiment.schedule(wanted, trials, made)
        .forEach(planned -> missing.merge(planned.kind(), 1, Integer::sum));
    return missing;
  }

  /** Of the {@link ExitCode}s: fine only where all that was asked for was shown, and passed. */
  int exitCode() {
    boolean failed = made.stream().anyMatch(trial -> !trial.failures().isEmpty());
    return failed || !notRun.isEmpty() || !notShown().isEmpty() ? ExitCode.ERROR : ExitCode.OK;
  }
}
