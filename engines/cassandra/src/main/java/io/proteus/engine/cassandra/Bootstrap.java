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

  /** A node that takes nothing over is in such a state for a moment, too. */
  private static final int LOOKS_IN_A_ROW = 2;

  /** As long as a node may take to be filled. */
  private static final Duration WITHIN = Duration.ofHours(6);

  /** One that streams nothing for so long, or says nothing, has failed. */
  private static final Duration AT_REST = Duration.ofMinutes(2);

  private final Connections connections;
  private final String node;
  private final Runnable whenSeen;
  private volatile boolean hasEnded;
  private volatile boolean takesOver;

  /**
   * @param whenSeen is run once the node is seen to take its data over
   */
  Bootstrap(Connections connections, String node, Runnable whenSeen) {
    this.connections = connections;
    this.node = node;
    this.whenSeen = whenSeen;
  }

  /** Whether the node was seen to take its data over. */
  boolean takesOver() {
    return takesOver;
  }

  /** Returns once the node has joined. */
  void join() throws PortException {
    connections.beside(this::watch);
    try {
      order("joinRing");
      if (connections.ask(node, Ring::mode).equals(FAILED)) {
        throw failed();
      }
    } finally {
      hasEnded = true;
    }
  }

  /**
   * Takes up a bootstrap that has failed. Cassandra begins with it and answers at once; the mode
   * stays that of a failure until all has come.
   */
  void resume() throws PortException {
    isSeen();
    order("resumeBootstrap");
    Instant until = Instant.now().plus(WITHIN);
    Instant atWork = Instant.now();
    while (Instant.now().isBefore(until)) {
      try {
        if (connections.ask(node, Ring::mode).equals("NORMAL")) {
          return;
        }
        if (connections.ask(node, Figures::busy).isPresent()) {
          atWork = Instant.now();
        }
      } catch (PortException e) {
        // it is asked again
      }
      if (Instant.now().isAfter(atWork.plus(AT_REST))) {
        throw failed();
      }
      pause();
    }
    throw failed();
  }

  private void order(String operation) throws PortException {
    connections.run(
        node,
        jmx -> jmx.invoke(new ObjectName(Ring.STORAGE), operation, new Object[0], new String[0]));
  }

  private PortException failed() {
    return new PortException(
        "not all of its data came: see the log of %s. It goes on where it was once it is told to join again."
            .formatted(node));
  }

  private void watch() {
    int looks = 0;
    while (!hasEnded && !takesOver) {
      try {
        looks = connections.ask(node, Ring::isFilled) ? looks + 1 : 0;
      } catch (PortException e) {
        // it is asked again
      }
      if (looks == LOOKS_IN_A_ROW) {
        isSeen();
      }
      try {
        pause();
      } catch (PortException e) {
        return;
      }
    }
  }

  private void isSeen() {
    takesOver = true;
    whenSeen.run();
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
