package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Machines;
import io.proteus.core.port.NeedsCure;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Takes a node into the cluster whose machine was started before ({@link AddNode}).
 *
 * @param total counts it in
 * @param moreFollow true where another node joins after it in the same plan; null where none does,
 *     and in plans from before that was told
 */
public record JoinCluster(int total, @Nullable Boolean moreFollow) implements Step {
  public static final StepType TYPE =
      new StepType("join-cluster", JoinCluster.class).of(AddNode.KIND);

  public JoinCluster {
    moreFollow = Boolean.TRUE.equals(moreFollow) ? true : null;
  }

  /** One after which none joins. */
  public JoinCluster(int total) {
    this(total, null);
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return now.nodes().size() >= total;
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

  @Override
  public Duration lateAtMost(Topology now) {
    return StoreTransfers.patience(now);
  }

  @Override
  public Duration timeout(CostModel costs) {
    return AddNode.TIMEOUT;
  }

  /** Its process takes as long to start as any. */
  @Override
  public Duration refusedAtMost() {
    return AddNode.TIMEOUT;
  }

  /**
   * All machines without a node are asked to join: which of them was started for it is the same.
   * One that is refused stands in no other's way: its process may be dead, as that of a node that
   * was struck off, and its data may be of then. It is told where no other one is taken in, or may
   * be once it answers.
   */
  @Override
  public void issue(Ports ports) throws PortException {
    Admission admission = ports.need(Admission.class);
    Topology now = ports.store().topology().withMachines(ports.need(Machines.class).machines());
    NeedsCure inNeed = null;
    PortException refused = null;
    boolean isTakenIn = false;
    for (NodeId node : now.machinesWithoutNode().keySet()) {
      try {
        admission.admit(node, moreFollow != null);
        isTakenIn = true;
      } catch (NeedsCure e) {
        inNeed = inNeed == null ? e : inNeed;
      } catch (PortException e) {
        refused = refused == null ? e : refused;
      }
    }
    if (isTakenIn) {
      return;
    }
    if (refused != null) {
      throw refused;
    }
    if (inNeed != null) {
      throw inNeed;
    }
  }

  @Override
  public void cost(Tally tally) {}

  /** What its time tells is told by the start of its machine. */
  @Override
  public boolean tellsPace() {
    return false;
  }

  @Override
  public int nodeChange() {
    return 1;
  }

  @Override
  public OptionalInt nodesThen() {
    return OptionalInt.of(total);
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    prior.nodeWasAdded();
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("have the new {node} join, %d in all", total);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
