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

/** Divides a running node's heap anew. */
public record SetMemorySplit(NodeId node, MemorySplit memory) implements Step {
  /** The store reads the new split, and a cache shrinks. */
  public static final StepKind KIND =
      new StepKind("memorySplits", costs -> costs.changes().memoryDivided());

  public static final Measure RESTARTS_SAVED =
      Measure.count("restartsSaved", KIND, "nodes that are set online and spared a restart");

  /** A split costs a node nothing but what it evicts from its cache. */
  public static final StepType TYPE =
      new StepType("set-memory-split", SetMemorySplit.class)
          .of(KIND, RESTARTS_SAVED)
          .atOnce(Concurrency.of(4));

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return now.hasSplit(node, memory);
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    Optional<Node> found = now.node(node);
    if (found.isEmpty()) {
      return Optional.of(Sentence.of("%s is not a live {node}", node));
    }
    return found.get().takesOnline(memory)
        ? Optional.empty()
        : Optional.of(Sentence.of("%s does not take this split while it runs", node));
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(3);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(MemoryShares.class).setMemorySplit(node, memory);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(RESTARTS_SAVED, 1);
  }

  @Override
  public Optional<NodeId> needs() {
    return Optional.of(node);
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return before.node(node).map(Node::memory).map(split -> new SetMemorySplit(node, split));
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
  }

  @Override
  public Optional<NodeId> reconfigures() {
    return Optional.of(node);
  }

  @Override
  public CanaryRole canaryRole() {
    return CanaryRole.ALONE;
  }

  @Override
  public void tell(ClientImpact impact) {
    impact.heapIsDivided(node, memory);
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    prior.isDivided(node, memory);
    Optional<Node> was = before.node(node);
    was.ifPresent(known -> prior.wasPinned(node, known.pinned()));
    was.map(Node::memory)
        .ifPresentOrElse(split -> prior.wasDivided(node, split), () -> prior.isUnknown(this));
  }

  @Override
  public void leaveOut(Omissions out) {
    out.keepsItsMemory(node);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("set %s online to %s", node, memory);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
