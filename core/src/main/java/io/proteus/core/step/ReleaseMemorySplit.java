package io.proteus.core.step;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;

/**
 * Ends that a node is held to a split: from its next start on it takes the split that it is started
 * with.
 *
 * @param memory the split that the node must have before; it keeps this split while it runs
 */
public record ReleaseMemorySplit(NodeId node, MemorySplit memory) implements Step {
  public static final StepType TYPE =
      new StepType("release-memory-split", ReleaseMemorySplit.class);

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return now.node(node).filter(found -> !found.pinned()).isPresent();
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    if (now.node(node).isEmpty()) {
      return Optional.of(Sentence.of("%s is not a live {node}", node));
    }
    return now.hasSplit(node, memory)
        ? Optional.empty()
        : Optional.of(Sentence.of("%s does not have %s yet", node, memory));
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(3);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(MemoryShares.class).forgetMemorySplit(node);
  }

  @Override
  public void cost(Tally tally) {}

  @Override
  public Optional<NodeId> needs() {
    return Optional.of(node);
  }

  /** The node is held to the split that it had. */
  @Override
  public Optional<Step> inverse(Topology before) {
    return before
        .node(node)
        .filter(Node::pinned)
        .map(Node::memory)
        .map(split -> new SetMemorySplit(node, split));
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
  }

  @Override
  public Optional<NodeId> reconfigures() {
    return Optional.of(node);
  }

  /** A node that was not pinned is as it was. */
  @Override
  public void tell(PriorValues prior, Topology before) {
    before
        .node(node)
        .filter(Node::pinned)
        .map(Node::memory)
        .ifPresent(
            split -> {
              prior.wasDivided(node, split);
              prior.isReleased(node);
            });
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("let %s go by what it is started with", node);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
