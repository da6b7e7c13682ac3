package io.proteus.controller.execution;

import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.util.Optional;

/** Tries again for a while what must not be left undone. */
record Retries(Time time) {
  private static final int ATTEMPTS = 20;
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);

  /** Does the same however often it is asked for. */
  interface Attempt {
    void make() throws PortException, JournalException;
  }

  /** The problem of the last attempt; empty when an attempt succeeded. */
  Optional<String> untilDone(Attempt attempt) {
    String problem = "";
    for (int tried = 1; tried <= ATTEMPTS; tried++) {
      try {
        attempt.make();
        return Optional.empty();
      } catch (ClaimLost e) {
        return Optional.of(String.valueOf(e.getMessage())); // it is for whoever leads next
      } catch (PortException | JournalException e) {
        problem = String.valueOf(e.getMessage());
      }
      if (tried < ATTEMPTS && !slept()) {
        break;
      }
    }
    return Optional.of(problem);
  }

  private boolean slept() {
    try {
      time.sleep(BETWEEN_ATTEMPTS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
