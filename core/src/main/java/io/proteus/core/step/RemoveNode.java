package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Membership;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Ends a node that holds nothing any more (MET-10).
 *
 * @param left whether it has left the cluster by itself before ({@link LeaveCluster}), so that its
 *     machine alone is to be ended; false in plans from before that was known
 */
public record RemoveNode(NodeId node, Boolean left) implements Step {
  public static final StepKind KIND =
      new StepKind("nodesRemoved", costs -> costs.changes().nodeRemoved());

  public static final Measure NODES =
      Measure.count("nodesRemoved", KIND, "nodes that are stopped for good");
  public static final StepType TYPE = new StepType("remove-node", RemoveNode.class).of(KIND, NODES);

  public RemoveNode {
    left = Objects.requireNonNullElse(left, false);
  }

  /** A removal of a node that serves until it is ended. */
  public RemoveNode(NodeId node) {
    this(node, false);
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  /**
   * The store has let go of the node, and its machine runs no more: a store may let go of an empty
   * node by itself while its process runs on. Where the machines are not known, the store alone
   * tells, unless the node left before.
   */
  @Override
  public boolean isDone(Topology now) {
    boolean ended = now.machines() == null ? !left : !now.machines().containsKey(node);
    return ended && now.node(node).isEmpty();
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    if (left) {
      return now.knows(node)
          ? Optional.of(Sentence.of("%s has not left yet", node))
          : Optional.empty();
    }
    long held = now.placing().leaving() == Placing.Emptying.BY_MOVES ? now.served(node) : 0;
    return held == 0
        ? Optional.empty()
        : Optional.of(Sentence.of("%s still holds {%d partitions}", node, held));
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(5);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    Machines machines = ports.need(Machines.class);
    Optional<Membership> membership = ports.find(Membership.class);
    if (membership.isPresent()) {
      membership.get().letGo(node);
    }
    machines.terminate(node);
    if (membership.isPresent()) {
      membership.get().isEnding(node);
    }
  }

  @Override
  public Optional<NodeId> takesOut() {
    return Optional.of(node);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(NODES, 1);
  }

  /** A node in its stead, which gets another name. */
  @Override
  public Optional<Step> inverse(Topology before) {
    return before
        .node(node)
        .filter(was -> !was.split().isUnknown())
        .map(was -> new AddNode(node, before.nodes().size(), was.memory()));
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
  }

  @Override
  public int nodeChange() {
    return -1;
  }

  @Override
  public Optional<NodeId> endsMachine() {
    return Optional.of(node);
  }

  @Override
  public boolean clearsAway() {
    return true;
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    before
        .node(node)
        .filter(was -> !was.split().isUnknown())
        .ifPresentOrElse(was -> prior.wasStopped(node, was.memory()), () -> prior.isUnknown(this));
  }

  @Override
  public boolean readsMachines() {
    return true;
  }

  /** If the node left before, only a machine ends, which does not measure how long nodes take. */
  @Override
  public boolean tellsPace() {
    return !left;
  }

  @Override
  public void leaveOut(Omissions out) {
    out.staysThere(node);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("stop %s for good", node);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
