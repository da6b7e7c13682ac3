package io.proteus.lab.faults;

import java.time.Instant;
import java.util.List;

/**
 * What came of a trial.
 *
 * @param schema of this record
 * @param kind {@link FaultKind#id}
 * @param number among those of its kind, from 0
 * @param seed of its draws
 * @param struck false when the fault's moment never came; then nothing was shown
 * @param moment what the fault did, and when
 * @param runs every start of Proteus, in order: such as held before the fault's moment, the one
 *     that the fault met, and those that picked up what it left
 * @param plans how each plan ended that the journal knows, in order
 * @param checks what must be true afterwards
 * @param acknowledged rows that were asked back
 * @param failedOperations of the clients, meanwhile; a write that failed was not acknowledged
 * @param seconds the whole trial took
 */
record TrialRecord(
    String schema,
    String proteusVersion,
    Instant at,
    String kind,
    int number,
    long seed,
    boolean struck,
    String moment,
    List<ProteusRun> runs,
    List<String> plans,
    List<Check> checks,
    long acknowledged,
    long failedOperations,
    double seconds) {
  static final String SCHEMA = "proteus/fault-trial/1";

  TrialRecord {
    runs = List.copyOf(runs);
    plans = List.copyOf(plans);
    checks = List.copyOf(checks);
  }

  /** What is not as it must be. */
  List<Check> failures() {
    return checks.stream().filter(check -> !check.passed()).toList();
  }

  /** For the screen, as the trial ends. */
  String sentence() {
    String verdict =
        failures().isEmpty()
            ? (struck ? "passed" : "the moment did not come")
            : "FAILED "
                + String.join(
                    "; ", failures().stream().map(c -> c.name() + ": " + c.seen()).toList());
    return "%s %d: %s. %s. Plans: %s".formatted(kind, number, verdict, moment, plans);
  }
}
