package io.proteus.lab.failover;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What came of leaders that were killed and stopped while they carried plans out.
 *
 * @param afterAnother moves that the master took from one whose claim another had taken
 * @param byTwo moves of one plan that the master took from two
 */
record FailoverResult(
    String schema,
    Instant started,
    Instant ended,
    List<Trial> trials,
    int moves,
    List<String> afterAnother,
    List<String> byTwo) {
  static final String SCHEMA = "proteus/failover/1";

  FailoverResult {
    trials = List.copyOf(trials);
    afterAnother = List.copyOf(afterAnother);
    byTwo = List.copyOf(byTwo);
  }

  /**
   * One leader that fell.
   *
   * @param fault killed, or stood still
   * @param after steps of its plan that were done
   * @param takeover from the fault until another led
   * @param outcome of the plan, as the next leader ended it
   * @param planEnded from the fault until then
   */
  record Trial(
      int number, String fault, int after, Duration takeover, String outcome, Duration planEnded) {}

  /** The takeovers, the shortest first. */
  List<Duration> takeovers() {
    return trials.stream().map(Trial::takeover).sorted().toList();
  }
}
