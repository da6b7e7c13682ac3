package io.proteus.engine.cassandra;

import io.proteus.core.port.PortException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * What others have taken over lies on its former owners until it is cleaned up there: on one after
 * the other, as a cleanup reads and writes everything that a node has.
 */
final class Cleanups {
  /** Gossip tells all nodes within seconds. */
  private static final int LOOKS_UNTIL_TOLD = 60;

  /** As long as a node may take to be filled. */
  private static final Duration REST_WITHIN = Duration.ofHours(6);

  private static final String[] TYPES = {
    int.class.getName(), String.class.getName(), String[].class.getName()
  };

  private final CassandraStore store;
  private final UnderWay underWay;

  Cleanups(CassandraStore store) {
    this.store = store;
    this.underWay = store.underWay();
  }

  /** What may be on its way in the ring. */
  @FunctionalInterface
  interface Unrest {
    Optional<String> of(Ring ring) throws PortException;
  }

  /**
   * Waits until nothing is on its way; a look that fails is made again.
   *
   * @param isStuck whether something does not end by itself, so that it is not waited for
   */
  Ring awaitRest(Unrest unrest, Predicate<Ring> isStuck) throws PortException {
    Instant until = Instant.now().plus(REST_WITHIN);
    while (true) {
      String why;
      boolean ends = true;
      try {
        Ring now = store.look();
        why = unrest.of(now).orElse(null);
        if (why == null) {
          return now;
        }
        ends = !isStuck.test(now);
      } catch (PortException e) {
        why = String.valueOf(e.getMessage());
      }
      if (!ends || Instant.now().isAfter(until)) {
        throw new PortException("nothing is cleaned up: %s.".formatted(why));
      }
      pause();
    }
  }

  private static void pause() throws PortException {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("interrupted before all was cleaned up", e);
    }
  }

  /**
   * On all nodes. What a member was to hold that took nothing over is on its former owners alone,
   * so nothing is cleaned up while there is one.
   *
   * @return null, as nothing is left then
   */
  @Nullable String ofAll(Ring ring) throws PortException {
    refuseBesideEmpty(ring);
    cleanUp(ring, keyspace -> ring.up(), "all has moved");
    underWay.allIsCleanedUp();
    return null;
  }

  /** On those that own less than before. */
  @Nullable String ofLosers(Ring before, String node) throws PortException {
    Ring after = store.look();
    refuseBesideEmpty(after);
    cleanUp(before, keyspace -> after.losersSince(before, keyspace), node + " has its new token");
    return null;
  }

  void refuseBesideEmpty(Ring ring) throws PortException {
    for (String node : underWay.empty()) {
      if (ring.members().contains(node)) {
        throw new PortException(
            "nothing is cleaned up: %s joined without its data, which its former owners have alone. Have it leave first."
                .formatted(node));
      }
    }
  }

  private void cleanUp(Ring before, Function<String, Set<String>> where, String done)
      throws PortException {
    List<String> failed = new ArrayList<>();
    for (String keyspace : before.ranges().keySet()) {
      for (String member : where.apply(keyspace)) {
        Object[] all = {1, keyspace, new String[0]};
        try {
          String status =
              store
                  .connections()
                  .run(
                      member,
                      jmx ->
                          String.valueOf(
                              jmx.invoke(
                                  new ObjectName(Ring.STORAGE),
                                  "forceKeyspaceCleanup",
                                  all,
                                  TYPES)));
          if (!status.equals("0")) {
            failed.add("%s %s (status %s)".formatted(member, keyspace, status));
          }
        } catch (PortException e) {
          failed.add("%s %s (%s)".formatted(member, keyspace, e.getMessage()));
        }
      }
    }
    if (!failed.isEmpty()) {
      throw new PortException(
          "%s, but not all is cleaned up: %s. Run `nodetool cleanup` there."
              .formatted(done, String.join("; ", failed)));
    }
  }

  /**
   * Whether each node knows of a change, waited for: gossip tells of it within seconds. A node that
   * does not know of it yet would refuse to clean up, or would keep all, and would not leave.
   */
  boolean allKnow(Ring before, Predicate<Ring> change) throws PortException {
    for (String member : before.up()) {
      if (!knows(member, change)) {
        return false;
      }
    }
    return true;
  }

  private boolean knows(String member, Predicate<Ring> change) throws PortException {
    for (int look = 0; look < LOOKS_UNTIL_TOLD; look++) {
      try {
        if (change.test(Ring.look(store.connections(), List.of(member)))) {
          return true;
        }
      } catch (PortException e) {
        // it is asked again
      }
      pause();
    }
    return false;
  }
}
