package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Handover;
import io.proteus.core.port.PortException;
import io.proteus.simulator.fault.StoreErrors;
import io.proteus.simulator.world.RingChange.Kind;

/**
 * What Proteus may order of a ring. It refuses what the engines for real rings refuse: whatever
 * would change it while it is changing, and a leave that would leave too few nodes for the copies.
 */
final class RingOrders implements Admission, Handover {
  private final World world;
  private final Ring ring;
  private final ControllerLife life;

  RingOrders(World world, Ring ring, ControllerLife life) {
    this.world = world;
    this.ring = ring;
    this.life = life;
  }

  private void enter(String what) throws PortException {
    life.live();
    if (world.faults().fails(StoreErrors.class)) {
      throw new PortException("the store does not answer: " + what);
    }
    world.catchUp();
  }

  @Override
  public void admit(NodeId node) throws PortException {
    admit(node, false);
  }

  @Override
  public void admit(NodeId node, boolean moreFollow) throws PortException {
    enter("admit " + node);
    if (ring.listed().contains(node) || isUnderWay(Kind.JOIN, node)) {
      return;
    }
    SimulatedNode started = world.find(node);
    if (started == null || !started.isUp(world.seconds())) {
      throw new PortException("%s does not answer.".formatted(node));
    }
    refuseFailed(ring, Kind.JOIN, node);
    String unfit = ring.unfit(node).orElse(null);
    if (unfit != null) {
      throw new PortException("%s is not taken in: %s.".formatted(node, unfit));
    }
    refuseUnrest(ring, node + " is not taken in");
    ring.join(node, moreFollow);
  }

  @Override
  public boolean hasLeftWork() {
    return ring.cleanup().isLeft() && ring.unrest().isEmpty();
  }

  @Override
  public void finishLeftWork() throws PortException {
    enter("clean up");
    ring.cleanup().begin(ring.layout().members());
  }

  private boolean isUnderWay(Kind what, NodeId node) {
    RingChange change = ring.change();
    return change != null && change.is(what, node);
  }

  /** The node hands over what it has, and serves meanwhile. */
  @Override
  public void leave(NodeId node) throws PortException {
    enter("leave " + node);
    if (!ring.listed().contains(node) || isUnderWay(Kind.LEAVE, node)) {
      return;
    }
    if (!ring.isAlive(node)) {
      throw new PortException("%s is dead, and cannot hand over anything.".formatted(node));
    }
    int stay = ring.listed().size() - 1;
    if (!ring.kind().waitsForTheDead()) {
      stay -= ring.dead().size();
    }
    if (stay < ring.fewest()) {
      throw new PortException(
          "%s must stay: there are %d nodes, and copies on %d are kept."
              .formatted(node, stay + 1, ring.fewest()));
    }
    refuseFailed(ring, Kind.LEAVE, node);
    refuseUnrest(ring, node + " must not leave");
    ring.leave(node);
  }

  /** Riak's ring has to be settled and whole; beside Cassandra's restart the copies serve. */
  @Override
  public void readyForRestart(NodeId node) throws PortException {
    enter("ready %s for a restart".formatted(node));
    boolean matters = !ring.kind().waitsForTheDead() && ring.isAlive(node);
    if (matters && (ring.change() != null || !ring.dead().isEmpty())) {
      throw new PortException("%s is not restarted before the ring is settled.".formatted(node));
    }
  }

  /** Strikes a dead node off, whose copies are made anew from the others. */
  static void forget(Ring ring, NodeId node) throws PortException {
    RingChange change = ring.change();
    if (!ring.dead().contains(node) || (change != null && change.is(Kind.STRIKE_OFF, node))) {
      return;
    }
    if (ring.copies() < 2) {
      throw new PortException(
          "%s is not struck off: there is one copy of everything, and what it holds would be lost."
              .formatted(node));
    }
    if (change != null || ring.dead().size() > 1) {
      throw new PortException(
          "%s is not struck off: others are down, joining or leaving.".formatted(node));
    }
    refuseFailed(ring, Kind.STRIKE_OFF, node);
    ring.strikeOff(node);
  }

  private static void refuseFailed(Ring ring, Kind what, NodeId node) throws PortException {
    String failure = ring.failed(what, node).orElse(null);
    if (failure != null) {
      throw new PortException("%s failed: %s".formatted(node, failure));
    }
  }

  private static void refuseUnrest(Ring ring, String what) throws PortException {
    String why = ring.unrest().orElse(null);
    if (why != null) {
      throw new PortException("%s now: %s. Wait until that is over.".formatted(what, why));
    }
  }
}
