package io.proteus.engine.cassandra;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Token;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Membership;
import io.proteus.core.port.NeedsCure;
import io.proteus.core.port.PortException;
import io.proteus.core.port.TokenMoves;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
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

  private static final String[] FLAG = {boolean.class.getName()};
  private static final String[] TEXT = {String.class.getName()};

  private final CassandraStore store;

  /** What was ordered here and may not show in the ring yet. */
  private final UnderWay underWay;

  private final Cleanups cleanups;

  RingOrders(CassandraStore store) {
    this.store = store;
    this.underWay = store.underWay();
    this.cleanups = new Cleanups(store);
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
    if (ring.up().contains(name) || underWay.is(JOIN + name)) {
      return;
    }
    String mode = store.connections().ask(name, Ring::mode);
    boolean failed = mode.equals(Bootstrap.FAILED);
    if (!failed
        && (ring.joining().contains(name)
            || mode.equals(Bootstrap.JOINING)
            || mode.equals("NORMAL"))) {
      return;
    }
    if (!failed) {
      refuseUsed(node, mode);
    }
    String ours = tells(ring.up().iterator().next(), "ClusterName");
    String its = tells(name, "ClusterName");
    if (!ours.equals(its)) {
      throw new PortException(
          "%s belongs to cluster %s, want %s: see its cluster_name.".formatted(node, its, ours));
    }
    refuseUnrest(ring.apartFrom(name), node + " is not taken in");
    refuseBlind(ring, name);
    underWay.hasLeft(name);
    begin(JOIN + name, () -> join(ring, name, failed, moreFollow));
  }

  /**
   * A node that was a member before takes its old tokens and no data: what it missed meanwhile
   * would be missing in it, and be cleaned up on those that have it.
   */
  private void refuseUsed(NodeId node, String mode) throws PortException {
    if (!mode.equals("STARTING")) {
      throw new PortException(
          "%s is %s: a node that has left joins again only with an empty data folder."
              .formatted(node, mode));
    }
    if (store.connections().ask(node.value(), Ring::bootstrapState).equals("COMPLETED")) {
      throw new NeedsCure(
          "%s was a member before, and has data of then: it joins only with an empty data folder."
              .formatted(node));
    }
  }

  private @Nullable String join(Ring before, String name, boolean failed, boolean moreFollow)
      throws PortException {
    Bootstrap bootstrap =
        new Bootstrap(store.connections(), name, () -> underWay.isFilled(JOIN + name));
    try {
      if (failed) {
        bootstrap.resume();
      } else {
        bootstrap.join();
      }
    } catch (PortException e) {
      if (!isAbout(now -> now.members().contains(name))) {
        return e.getMessage();
      }
      return bootstrap.takesOver() ? UnderWay.LEFT_UNDONE : UnderWay.EMPTY;
    }
    if (!bootstrap.takesOver()) {
      return UnderWay.EMPTY;
    }
    if (!cleanups.allKnow(before, seen -> seen.members().contains(name))) {
      return UnderWay.LEFT_UNDONE;
    }
    return moreFollow ? UnderWay.LEFT_TO_THE_NEXT : cleanups.ofAll(before);
  }

  /** Whether an order was carried out whose answer was lost; yes where that cannot be known. */
  private boolean isAbout(Predicate<Ring> change) {
    try {
      return change.test(store.look());
    } catch (PortException e) {
      return true;
    }
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

  /** None that would wait for what does not end by itself, and hold up who ends it. */
  @Override
  public boolean hasLeftWork() throws PortException {
    if (underWay.order().isPresent()) {
      return false;
    }
    Ring ring = store.look();
    for (String node : underWay.empty()) {
      // Proteus ended before it saw so much
      if (ring.joining().contains(node) && store.connections().ask(node, Ring::isFilled)) {
        underWay.isFilled(JOIN + node);
      }
    }
    return underWay.isLeftToDo()
        && ring.members().stream().noneMatch(underWay.empty()::contains)
        && !isStuck(ring);
  }

  private boolean isStuck(Ring ring) {
    return !ring.down().isEmpty()
        || Stream.concat(ring.joining().stream(), ring.leaving().stream())
            .anyMatch(node -> !store.isOnItsWay(node));
  }

  /** Cleans up on all nodes, once nothing else is under way, such as an earlier cleanup there. */
  @Override
  public void finishLeftWork() throws PortException {
    begin(
        CLEAN_UP,
        () -> {
          Ring now = cleanups.awaitRest(this::unrest, this::isStuck);
          cleanups.refuseBesideEmpty(now);
          underWay.isTakenOver();
          return cleanups.ofAll(now);
        });
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
        || store.connections().ask(name, Ring::mode).equals("MOVING")
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
    begin(what, () -> move(ring, name, token, isLeft));
  }

  private @Nullable String move(Ring before, String name, long token, boolean isLeft)
      throws PortException {
    Predicate<Ring> moved =
        seen -> seen.moving().isEmpty() && seen.onlyToken(name).equals(Optional.of(token));
    try {
      order(name, "move", new Object[] {Long.toString(token)}, TEXT);
    } catch (PortException e) {
      boolean moves =
          isAbout(
              now -> now.moving().contains(name) || now.onlyToken(name).equals(Optional.of(token)));
      return moves ? UnderWay.LEFT_UNDONE : e.getMessage();
    }
    if (!cleanups.allKnow(before, moved)) {
      return UnderWay.LEFT_UNDONE;
    }
    return isLeft ? cleanups.ofAll(before) : cleanups.ofLosers(before, name);
  }

  /**
   * What it gives back to a node that was not cleaned up since would meet what that had before:
   * rows that were deleted meanwhile would be there again. So that is cleaned up first.
   */
  @Override
  public void leave(NodeId node) throws PortException {
    Ring ring = store.look();
    String name = node.value();
    String what = "leave " + name;
    if (!ring.members().contains(name) || underWay.is(what)) {
      return;
    }
    if (ring.down().contains(name)) {
      throw new PortException(
          "%s is dead, and hands over nothing. Start it again, or have it struck off."
              .formatted(node));
    }
    boolean failed = store.connections().ask(name, Ring::mode).equals("DECOMMISSION_FAILED");
    if (ring.leaving().contains(name) && !failed) {
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
    refuseUnrest(ring.apartFrom(name), node + " must not leave");
    boolean isLeft = underWay.isLeftToCleanUp() && !underWay.empty().contains(name);
    begin(
        what,
        () -> {
          if (isLeft) {
            cleanups.ofAll(ring);
          }
          order(name, "decommission", new Object[] {false}, FLAG);
          underWay.hasLeft(name);
          return null;
        });
    // such as where its data centre would have fewer nodes than copies
    underWay.refuseEarly(what);
  }

  /** Copies on other nodes serve meanwhile: all of them have to be there. */
  @Override
  public void readyForRestart(NodeId node) throws PortException {
    Ring ring = store.look();
    if (ring.up().contains(node.value())) {
      refuseUnrest(ring, node + " is not restarted");
    }
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
    String by = ring.up().iterator().next();
    refuseOnlyCopies(ring, name, by);
    // a removal whose node died meanwhile is gone on with
    String others = ring.apartFrom(name).unrest().orElse(null);
    if (others != null) {
      throw new PortException(
          "%s is not struck off: others are down, joining or leaving (%s)."
              .formatted(node, others));
    }
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
    begin(
        "forget " + name,
        () -> {
          order(by, "removeNode", new Object[] {id}, TEXT);
          return null;
        });
  }

  /** Roles are kept in a keyspace of Cassandra's own, which has one copy where nobody saw to it. */
  private void refuseOnlyCopies(Ring ring, String dead, String by) throws PortException {
    Map<String, Map<String, List<String>>> all = new TreeMap<>(ring.ranges());
    if (store.hasRoles()) {
      all.put(Ring.ROLES, store.connections().ask(by, jmx -> Ring.ranges(jmx, Ring.ROLES)));
    }
    for (Map.Entry<String, Map<String, List<String>>> keyspace : all.entrySet()) {
      if (keyspace.getValue().values().stream().anyMatch(owners -> owners.size() < 2)) {
        throw new PortException(
            "%s is not struck off: keyspace %s has one copy only, and what %s holds would be lost. Start it again, or run `nodetool assassinate %s`."
                .formatted(dead, keyspace.getKey(), dead, dead));
      }
    }
  }

  /** What is done in the background; tells what is left to do then. */
  @FunctionalInterface
  private interface Afterwards {
    @Nullable String run() throws PortException;
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

  /** Has a node do what takes as long as it takes. */
  private void order(String node, String operation, Object[] arguments, String[] types)
      throws PortException {
    store
        .connections()
        .run(node, jmx -> jmx.invoke(new ObjectName(Ring.STORAGE), operation, arguments, types));
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
