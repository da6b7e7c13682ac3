package io.proteus.controller.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several Proteus on one cluster: whatever befalls them, no two of them act on it. */
class FailoverTest {
  private static final int TRIALS = 200;
  private static final Duration LONGEST_TAKEOVER = Duration.ofSeconds(15);

  @Test
  void noStepIsIssuedByOneWhoseClaimAnotherHasTaken() throws Exception {
    List<Duration> takeovers = new ArrayList<>();
    int changes = 0;
    int faults = 0;
    long epochs = 0;
    int trials = 0;
    for (long seed = 1; trials < TRIALS; seed++) {
      FailoverTrial trial = new FailoverTrial(seed);
      if (!trial.hasPlan()) {
        continue;
      }
      trials++;
      FailoverTrial.Result result;
      try {
        result = trial.run();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
      assertThat(result.violations()).as("seed %d", seed).isEmpty();
      assertThat(result.ended()).as("seed %d: the plan has ended", seed).isTrue();
      assertThat(trial.rig().cluster.incidents()).as("seed %d", seed).isEmpty();
      assertThat(result.takeovers())
          .as("seed %d", seed)
          .allMatch(took -> took.compareTo(LONGEST_TAKEOVER) <= 0);
      takeovers.addAll(result.takeovers());
      changes += result.changes();
      faults += result.faults();
      epochs += result.epochs();
    }
    Collections.sort(takeovers);
    System.out.printf(
        "%d trials: %d faults, %d changes of the cluster, %d claims, %d takeovers, half within %d ms, all within %d ms%n",
        trials,
        faults,
        changes,
        epochs,
        takeovers.size(),
        takeovers.get(takeovers.size() / 2).toMillis(),
        takeovers.get(takeovers.size() - 1).toMillis());
    assertThat(takeovers).hasSizeGreaterThan(TRIALS / 2);
    assertThat(changes).isGreaterThan(TRIALS * 5);
  }
}
