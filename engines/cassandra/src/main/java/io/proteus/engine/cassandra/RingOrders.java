package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Token;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Membership;
import io.proteus.core.port.PortException;
import io.proteus.core.port.TokenMoves;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Nodes come, go, are struck off and get another token, one after the other: never while another is
 * on its way, while data streams, while a node is down, or while nodes disagree about the schema.
 */
final class RingOrders implements Admission, Handover, Membership, TokenMoves {
  /** The replication of system_distributed: Cassandra refuses to go below. */
  private static final int FEWEST = 3;

  static final String JOIN = "join ";
  static final String MOVE = "move the token of ";
  static final String CLEAN_UP = "clean up";

  /** Gossip tells all nodes within seconds. */
  private static final int LOOKS_UNTIL_TOLD = 60;

  /** As long as a node may take to be filled. */
  private static final Duration REST_WITHIN = Duration.ofHours(6);

  private static final String[] FLAG = {boolean.class.getName()};
  private static final String[] TEXT = {String.class.getName()};
  private static final String[] CLEANUP = {
    int.class.getName(), String.class.getName(), String[].class.getName()
  };

  private final CassandraStore store;

  /** What was ordered here and may not show in the ring yet. */
  private final UnderWay underWay;

  RingOrders(CassandraStore store) {
    this.store = store;
    this.underWay = store.underWay();
  }

  @Override
  public void admit(NodeId node) throws PortException {
    admit(node, false);
  }

  /** A cleanup reads and writes all that a node has, so it is made once, after the last join. */
  @Override
  public void admit(NodeId node, boolean moreFollow) throws PortException {
    Ring ring = store.look();
    String name = node.value();
    if (ring.up().contains(name) || ring.joining().contains(name)) {
      return;
    }
    String mode = tells(name, "OperationMode");
    if (mode.equals("JOINING") || mode.equals("NORMAL") || underWay.is(JOIN + name)) {
      return;
    }
    if (!mode.equals("STARTING")) {
      throw new PortException(
          "%s is %s: a node that has left joins again only with an empty data folder."
              .formatted(node, mode));
    }
    String ours = tells(ring.up().iterator().next(), "ClusterName");
    String its = tells(name, "ClusterName");
    if (!ours.equals(its)) {
      throw new PortException(
          "%s belongs to cluster %s, want %s: see its cluster_name.".formatted(node, its, ours));
    }
    refuseUnrest(ring, node + " is not taken in");
    refuseBlind(ring, name);
    begin(
        JOIN + name,
        name,
        "joinRing",
        new Object[0],
        new String[0],
        () -> {
          awaitTold(ring, name + " has joined", seen -> seen.members().contains(name));
          return moreFollow ? UnderWay.LEFT_TO_THE_NEXT : cleanUp(ring);
        });
  }

  /**
   * A node that started a moment ago takes for dead whom it has not heard of yet; it would then
   * fail to join, as what it takes over may not come from fewer copies than there are.
   */
  private void refuseBlind(Ring ring, String name) throws PortException {
    Set<String> unseen = new TreeSet<>(ring.up());
    unseen.removeAll(store.connections().ask(name, Ring::live));
    if (!unseen.isEmpty()) {
      throw new PortException(
          "%s is not taken in yet: it has not heard of %s. Wait until it has."
              .formatted(name, String.join(", ", unseen)));
    }
  }

  /**
   * What the newcomer took over lies on its former owners until it is cleaned up there: on one
   * after the other, as a cleanup reads and writes everything that a node has.
   */
  @Override
  public boolean hasLeftWork() throws PortException {
    return underWay.order().isEmpty() && underWay.isLeftToDo();
  }

  /** Cleans up on all nodes, once nothing else is under way, such as an earlier cleanup there. */
  @Override
  public void finishLeftWork() throws PortException {
    begin(
        CLEAN_UP,
        () -> {
          awaitRest();
          underWay.isTakenOver();
          return cleanUp(store.look());
        });
  }

  private void awaitRest() throws PortException {
    Instant until = Instant.now().plus(REST_WITHIN);
    while (true) {
      Optional<String> unrest = unrest(store.look());
      if (unrest.isEmpty()) {
        return;
      }
      if (Instant.now().isAfter(until)) {
        throw new PortException("nothing is cleaned up: %s.".formatted(unrest.get()));
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

  private @Nullable String cleanUp(Ring before) throws PortException {
    cleanUp(before, keyspace -> before.up(), "all has moved");
    underWay.allIsCleanedUp();
    return null;
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
                  .run(member, jmx -> invoke(jmx, "forceKeyspaceCleanup", all, CLEANUP));
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
   * Gives a node another token. A node that moves already is let finish, and one that has the token
   * needs no order.
   */
  @Override
  public void moveToken(NodeId node, Token to) throws PortException {
    long token = to.value();
    Ring ring = store.look();
    String name = node.value();
    String what = MOVE + name;
    if (ring.moving().contains(name)
        || underWay.is(what)
        || tells(name, "OperationMode").equals("MOVING")
        || ring.onlyToken(name).equals(Optional.of(token))) {
      return;
    }
    for (String member : ring.members()) {
      if (ring.onlyToken(member).isEmpty()) {
        throw new PortException(
            "the token of %s is not moved: %s has %d tokens of Murmur3Partitioner, and each node must have one (num_tokens: 1)."
                .formatted(node, member, ring.tokens().getOrDefault(member, List.of()).size()));
      }
      if (ring.onlyToken(member).equals(Optional.of(token))) {
        throw new PortException(
            "the token of %s is not moved: %s has %d already.".formatted(node, member, token));
      }
    }
    refuseUnrest(ring, "the token of " + node + " is not moved");
    boolean isLeft = underWay.isLeftToCleanUp();
    begin(
        what,
        name,
        "move",
        new Object[] {Long.toString(token)},
        TEXT,
        () -> {
          awaitTold(
              ring,
              name + " has its new token",
              seen -> seen.moving().isEmpty() && seen.onlyToken(name).equals(Optional.of(token)));
          return isLeft ? cleanUp(ring) : cleanUpLosers(ring, name);
        });
  }

  private @Nullable String cleanUpLosers(Ring before, String node) throws PortException {
    Ring after = store.look();
    cleanUp(before, keyspace -> after.losersSince(before, keyspace), node + " has its new token");
    return null;
  }

  /**
   * Gossip tells of a change within seconds. A node that does not know of it yet would refuse to
   * clean up, or would keep all, and would not leave.
   */
  private void awaitTold(Ring before, String what, Predicate<Ring> knows) throws PortException {
    for (String member : before.up()) {
      awaitTold(member, what, knows);
    }
  }

  private void awaitTold(String member, String what, Predicate<Ring> knows) throws PortException {
    for (int look = 0; look < LOOKS_UNTIL_TOLD; look++) {
      if (knows.test(Ring.look(store.connections(), List.of(member)))) {
        return;
      }
      pause();
    }
    throw new PortException(
        "%s does not know that %s: nothing is cleaned up. Run `nodetool cleanup` once it does."
            .formatted(member, what));
  }

  @Override
  public void leave(NodeId node) throws PortException {
    Ring ring = store.look();
    String name = node.value();
    if (!ring.members().contains(name)
        || ring.leaving().contains(name)
        || underWay.is("leave " + name)) {
      return;
    }
    int copies =
        ring.ranges().values().stream()
            .flatMap(ranges -> ranges.values().stream())
            .mapToInt(Collection::size)
            .max()
            .orElse(1);
    int needed = Math.max(FEWEST, copies);
    if (ring.members().size() <= needed) {
      throw new PortException(
          "%s must stay: there are %d nodes, and copies on %d are kept."
              .formatted(node, ring.members().size(), needed));
    }
    refuseUnrest(ring, node + " must not leave");
    begin("leave " + name, name, "decommission", new Object[] {false}, FLAG, () -> null);
  }

  /**
   * Strikes a dead node off; Cassandra makes its copies anew from the others. Where a keyspace has
   * one copy only, what the dead node has would be lost, so it is refused.
   */
  @Override
  public void forget(NodeId node) throws PortException {
    Ring ring = store.look();
    String name = node.value();
    if (!ring.down().contains(name) || underWay.is("forget " + name)) {
      return;
    }
    for (Map.Entry<String, Map<String, List<String>>> keyspace : ring.ranges().entrySet()) {
      if (keyspace.getValue().values().stream().anyMatch(owners -> owners.size() < 2)) {
        throw new PortException(
            "%s is not struck off: keyspace %s has one copy only, and what %s holds would be lost. Start it again, or run `nodetool assassinate %s`."
                .formatted(node, keyspace.getKey(), node, name));
      }
    }
    Set<String> down = new TreeSet<>(ring.down());
    down.remove(name);
    if (!down.isEmpty() || !ring.joining().isEmpty() || !ring.leaving().isEmpty()) {
      throw new PortException(
          "%s is not struck off: others are down, joining or leaving (%s)."
              .formatted(node, ring.unrest().orElse("")));
    }
    String by = ring.up().iterator().next();
    String id =
        store
            .connections()
            .ask(
                by,
                jmx ->
                    String.valueOf(
                        ((Map<?, ?>)
                                jmx.getAttribute(new ObjectName(Ring.STORAGE), "EndpointToHostId"))
                            .get(name)));
    begin("forget " + name, by, "removeNode", new Object[] {id}, TEXT, () -> null);
  }

  /** What is done in the background; tells what is left to do then. */
  @FunctionalInterface
  private interface Afterwards {
    @Nullable String run() throws PortException;
  }

  private void begin(
      String what,
      String node,
      String operation,
      Object[] arguments,
      String[] types,
      Afterwards afterwards)
      throws PortException {
    begin(
        what,
        () -> {
          store.connections().run(node, jmx -> invoke(jmx, operation, arguments, types));
          return afterwards.run();
        });
  }

  private void begin(String what, Afterwards work) throws PortException {
    underWay.refuseFailed(what);
    underWay.begin(what);
    store
        .connections()
        .beside(
            () -> {
              String failure = "it broke off";
              try {
                failure = work.run();
              } catch (PortException e) {
                failure = String.valueOf(e.getMessage());
              } finally {
                underWay.end(what, failure);
              }
            });
  }

  private static String invoke(
      MBeanServerConnection jmx, String operation, Object[] arguments, String[] types)
      throws IOException, JMException {
    return String.valueOf(jmx.invoke(new ObjectName(Ring.STORAGE), operation, arguments, types));
  }

  private void refuseUnrest(Ring ring, String what) throws PortException {
    String why = unrest(ring).orElse(null);
    if (why == null) {
      Map<String, List<String>> schemas =
          store.connections().ask(ring.up().iterator().next(), Ring::schemas);
      why = schemas.size() > 1 ? "nodes disagree about the schema " + schemas : null;
    }
    if (why != null) {
      throw new PortException("%s now: %s. Wait until that is over.".formatted(what, why));
    }
  }

  /** What is on its way in a ring, or what a node is at. */
  private Optional<String> unrest(Ring ring) throws PortException {
    Optional<String> why = ring.unrest();
    for (String member : ring.up()) {
      if (why.isEmpty()) {
        why = store.connections().ask(member, Figures::busy).map(busy -> member + " " + busy);
      }
    }
    return why;
  }

  private String tells(String node, String attribute) throws PortException {
    return store
        .connections()
        .ask(
            node, jmx -> String.valueOf(jmx.getAttribute(new ObjectName(Ring.STORAGE), attribute)));
  }
}
