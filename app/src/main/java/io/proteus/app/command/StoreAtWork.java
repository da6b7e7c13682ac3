package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.controller.execution.Time;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.time.Instant;

/**
 * A command stays while a store that places by itself is at work on what it was told: what that
 * does after a join is seen to by this process, and would be left undone.
 */
record StoreAtWork(Environment environment, ClusterConnection connection, Signals signals) {
  /** A node that is cleaned up reads and writes all that it has. */
  private static final Duration PATIENCE = Duration.ofHours(6);

  private static final Duration UNSEEN_AT_MOST = Duration.ofMinutes(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /**
   * Returns when the store has ended its work, or after six hours.
   *
   * @return false where a signal ended that
   */
  boolean awaitEnd() throws PortException, InterruptedException {
    Time time = environment.at(connection.configuration()).time().steady();
    Screen screen = environment.screen();
    Instant begun = time.now();
    Instant lastSeen = begun;
    boolean isTold = false;
    while (!signals.received()) {
      try {
        Topology topology = connection.store().topology();
        if (!topology.placing().byStore() || topology.inTransition().isEmpty()) {
          return true;
        }
        lastSeen = time.now();
      } catch (PortException e) {
        // a node that is at work answers late now and then
        if (time.now().isAfter(lastSeen.plus(UNSEEN_AT_MOST))) {
          throw e;
        }
      }
      if (time.now().isAfter(begun.plus(PATIENCE))) {
        screen.err().println("It is not waited for any longer.");
        return true;
      }
      if (!isTold) {
        isTold = true;
        screen
            .err()
            .println(
                "Waiting until %s is done with what follows (Ctrl-C leaves it, and `proteus doctor` tells what is left)"
                    .formatted(connection.words().store()));
      }
      time.sleep(BETWEEN_LOOKS);
    }
    return false;
  }
}
