package io.proteus.engine.cassandra;

import io.proteus.core.port.PortException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;

/**
 * Has a node join, and sees whether it takes its data over meanwhile. A node does not that is a
 * seed of its own, or has {@code auto_bootstrap: false}: it is a member at once, and empty.
 */
final class Bootstrap {
  /** As modes are named by the class {@code StorageService.Mode}. */
  static final String JOINING = "JOINING";

  static final String FAILED = "JOINING_FAILED";

  /** A bootstrap takes seconds at least, as a node first waits for what gossip tells. */
  private static final long BETWEEN_LOOKS_MILLIS = 200;

  /** As long as a node may take to be filled. */
  private static final Duration WITHIN = Duration.ofHours(6);

  private final Connections connections;
  private final String node;
  private volatile boolean hasEnded;
  private volatile boolean takesOver;

  Bootstrap(Connections connections, String node) {
    this.connections = connections;
    this.node = node;
  }

  /**
   * Returns once the node has joined.
   *
   * @param operation joinRing, or resumeBootstrap of one that failed
   * @return whether it has taken its data over
   */
  boolean isFilledBy(String operation) throws PortException {
    connections.beside(this::watch);
    try {
      connections.run(
          node,
          jmx -> jmx.invoke(new ObjectName(Ring.STORAGE), operation, new Object[0], new String[0]));
      if (awaitMode().equals(FAILED)) {
        throw new PortException(
            "not all of its data came: see the log of %s. It goes on where it was once it is told to join again."
                .formatted(node));
      }
      return takesOver;
    } finally {
      hasEnded = true;
    }
  }

  /** A bootstrap that is taken up again goes on by itself. */
  private String awaitMode() throws PortException {
    Instant until = Instant.now().plus(WITHIN);
    String mode = JOINING;
    while (mode.equals(JOINING) && Instant.now().isBefore(until)) {
      try {
        mode = connections.ask(node, Ring::mode);
      } catch (PortException e) {
        // it is asked again
      }
      if (mode.equals(JOINING)) {
        pause();
      }
    }
    return mode;
  }

  private void watch() {
    while (!hasEnded && !takesOver) {
      try {
        takesOver = connections.ask(node, Ring::bootstrapState).equals("IN_PROGRESS");
        pause();
      } catch (PortException e) {
        // it is asked again
      }
    }
  }

  private static void pause() throws PortException {
    try {
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("interrupted while a node joins", e);
    }
  }
}
