package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Membership;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;

/** Takes a node that was stopped for good off the store's list of the dead. */
public record ForgetNode(NodeId node) implements Step {
  public static final StepType TYPE = new StepType("forget-node", ForgetNode.class);

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return now.node(node).isEmpty() && !now.deadNodes().contains(node);
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return now.node(node).isPresent()
        ? Optional.of(Sentence.of("%s is alive", node))
        : Optional.empty();
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(1);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(Membership.class).forget(node);
  }

  /** A store that still recovers what a node had keeps it on its list. */
  @Override
  public Duration refusedAtMost() {
    return Duration.ofMinutes(2);
  }

  @Override
  public boolean mayFail() {
    return true;
  }

  @Override
  public void cost(Tally tally) {}

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
  }

  @Override
  public boolean clearsAway() {
    return true;
  }

  @Override
  public boolean tidies() {
    return true;
  }

  @Override
  public Optional<NodeId> mayFindDead() {
    return Optional.of(node);
  }

  /** An undo does not bring a dead node back. */
  @Override
  public void tell(PriorValues prior, Topology before) {}

  @Override
  public Sentence sentence() {
    return Sentence.of("forget %s", node);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
