package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Ends a machine whose node never came, or is gone for good. A machine whose node comes at the last
 * moment stays.
 *
 * @param node the node that was to run on it, or did
 * @param started when the machine was started; a later machine of the same name is another one
 */
public record EndMachine(NodeId node, Instant started) implements Step {
  public static final StepType TYPE =
      new StepType("end-machine", EndMachine.class).of(RemoveNode.KIND, RemoveNode.NODES);

  /** How far two readings of one machine's start may be apart. */
  private static final Duration SAME_START = Duration.ofMinutes(1);

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return now.knows(node) || (now.machines() != null && !runs(now.machines()));
  }

  private boolean runs(Map<NodeId, Instant> machines) {
    Instant since = machines.get(node);
    return since != null && Duration.between(started, since).abs().compareTo(SAME_START) <= 0;
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    if (now.machines() == null) {
      return Optional.of(Sentence.of("the cloud does not tell which machines run"));
    }
    return now.mayBeOwn(node)
        ? Optional.empty()
        : Optional.of(
            Sentence.of("the machine of %s does not carry Proteus's tags of this cluster", node));
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(5);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(Machines.class).terminate(node);
  }

  @Override
  public void cost(Tally tally) {
    tally.add(RemoveNode.NODES, 1);
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
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
  public boolean readsMachines() {
    return true;
  }

  /** An undo does not bring the machine back. */
  @Override
  public void tell(PriorValues prior, Topology before) {}

  @Override
  public void leaveOut(Omissions out) {
    out.staysThere(node);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("end the machine of %s, on which no {node} is", node);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
