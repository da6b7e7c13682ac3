package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Handover;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets a node leave for good while the store hands over its data. The machine runs on until {@link
 * RemoveNode} ends it.
 *
 * @param size what the node holds
 */
public record LeaveCluster(NodeId node, ByteSize size) implements Step {
  public static final StepType TYPE =
      new StepType("leave-cluster", LeaveCluster.class).of(RemoveNode.KIND);

  @Override
  public StepType type() {
    return TYPE;
  }

  /** A dead node is still a member: what it had not handed over may be on its disk alone. */
  @Override
  public boolean isDone(Topology now) {
    return !now.knows(node);
  }

  /** A store that still fills or empties another node is let finish first. */
  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return StoreTransfers.blocking(now);
  }

  @Override
  public Duration blockedAtLeast(Topology now) {
    return StoreTransfers.patience(now);
  }

  /** A dead node hands over nothing, whatever the store shows of it. */
  @Override
  public Duration lateAtMost(Topology now) {
    return now.deadNodes().contains(node) ? Duration.ZERO : StoreTransfers.patience(now);
  }

  /** A minute for each GB, and a quarter of an hour beside. */
  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(15 + size.bytes() / ByteSize.ofMegabytes(1024).bytes())
        .plus(costs.transfer().copying(size).multipliedBy(2));
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(Handover.class).leave(node);
  }

  @Override
  public Optional<NodeId> takesOut() {
    return Optional.of(node);
  }

  @Override
  public void cost(Tally tally) {}

  @Override
  public Optional<Step> inverse(Topology before) {
    return new RemoveNode(node).inverse(before);
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
  }

  @Override
  public void tell(ClientImpact impact) {
    impact.isHandedOver(size);
  }

  /** A node that has left is away, whether its machine was ended or not. */
  @Override
  public void tell(PriorValues prior, Topology before) {
    new RemoveNode(node).tell(prior, before);
  }

  @Override
  public void leaveOut(Omissions out) {
    out.staysThere(node);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("have %s leave, which hands over what it holds (%s)", node, size);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
