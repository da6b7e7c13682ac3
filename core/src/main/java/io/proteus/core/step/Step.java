package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sayable;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One change of the cluster. The cluster shows whether it is done, so a step can be resumed after a
 * crash. Issuing a step twice does no harm.
 *
 * <p>Each type of step has one file that answers all questions about it; {@link Steps} lists the
 * types.
 */
public interface Step extends Sayable {

  StepType type();

  /** Whether the cluster is as the step wants it. */
  boolean isDone(Topology now);

  /** Why the step must not be issued now; empty when it may be. */
  Optional<Sentence> blockedBy(Topology now);

  /**
   * How long the step may take from its issue until it is done.
   *
   * @param costs of this kind of store, which copies and compacts as fast as its engine says
   */
  Duration timeout(CostModel costs);

  /** Asks the store or the cloud for the change. */
  void issue(Ports ports) throws PortException;

  /** Counts what the step costs; a step that costs nothing counts nothing. */
  void cost(Tally tally);

  /** The node that is out of service while the step runs; empty when all nodes serve. */
  default Optional<NodeId> takesOut() {
    return Optional.empty();
  }

  /** The node that must be alive for the step; empty when it depends on no single node. */
  default Optional<NodeId> needs() {
    return Optional.empty();
  }

  /** The nodes that carry the step out. If one of them dies, the step may never be done. */
  default List<NodeId> carriedBy() {
    return List.of();
  }

  /**
   * What the store did instead, so that the step will never be done; empty while it may be done. It
   * is asked after a node died that took part in the step.
   */
  default Optional<Sentence> settledOtherwise(Topology now) {
    return Optional.empty();
  }

  /**
   * Why the step will not be done as the cluster is set now, so that nobody waits for it; empty
   * while it may be done.
   */
  default Optional<Sentence> futile(Topology now) {
    return Optional.empty();
  }

  /**
   * The step that restores the values from before this step; empty where no step does.
   *
   * @param before the cluster as it was before this step
   */
  default Optional<Step> inverse(Topology before) {
    return Optional.empty();
  }

  /**
   * The same step with the names of what is there now, where it was made before that had them.
   *
   * @param now the cluster as it is before this step
   */
  default Step named(Topology now) {
    return this;
  }

  /**
   * Of a step that puts back what was before: the same without what somebody else has set since;
   * empty where nothing is left of it.
   */
  default Optional<Step> leaving(LaterChanges others) {
    return Optional.of(this);
  }

  /** Whether the other step does all that this one does, so that both are one too many. */
  default boolean isPartOf(Step other) {
    return false;
  }

  /** The partitions that are no more once it is done: others hold their rows. */
  default Set<PartitionId> replaces() {
    return Set.of();
  }

  /** Whether the rest of the plan goes on when this step failed. */
  default boolean mayFail() {
    return false;
  }

  /**
   * How long the store may refuse the step before it is given up. The step is issued again until
   * then, however many attempts other steps have.
   */
  default Duration refusedAtMost() {
    return Duration.ZERO;
  }

  /** How much work it is, in the unit by which its kind is timed: a step, or its gigabytes. */
  default double work() {
    return 1;
  }

  /** Whether the time that it took tells how long its kind takes. */
  default boolean tellsPace() {
    return true;
  }

  /**
   * For how long at least what blocks it is waited for: a store's own work ends, however long it
   * takes.
   */
  default Duration blockedAtLeast(Topology now) {
    return Duration.ZERO;
  }

  /**
   * For how much longer than its timeout it is waited for, as the store shows that it is at work:
   * how much it has to move may not be known, or take hours.
   */
  default Duration lateAtMost(Topology now) {
    return Duration.ZERO;
  }

  /** Whether it waits until no other step runs, its own type's included. */
  default boolean runsAlone(Topology now) {
    return false;
  }

  /** Where its effects are felt while it runs. */
  default Footprint footprint() {
    return Footprint.NONE;
  }

  /** The partition that it puts on another node; empty when it moves none. */
  default Optional<Relocation> relocation() {
    return Optional.empty();
  }

  /** What it asks of the store's own compactions. */
  default OwnCompactions ownCompactions() {
    return OwnCompactions.ANY;
  }

  /** How many nodes it adds; below 0, how many it removes. */
  default int nodeChange() {
    return 0;
  }

  /** Whether it starts a machine, which is paid for from then on. */
  default boolean startsMachine() {
    return false;
  }

  /** The node whose machine it ends, which is paid for no more; empty when it ends none. */
  default Optional<NodeId> endsMachine() {
    return Optional.empty();
  }

  /** How many nodes the cluster has once it is done; empty when it starts none. */
  default OptionalInt nodesThen() {
    return OptionalInt.empty();
  }

  /** Whether it only removes a node, or what is left of one. */
  default boolean clearsAway() {
    return false;
  }

  /** Whether it only tidies the store's lists: what serves stays as it is, and need not settle. */
  default boolean tidies() {
    return false;
  }

  /** Whether the machines that run have to be known to tell how far it is. */
  default boolean readsMachines() {
    return false;
  }

  /** The node that it gives other settings; empty when it gives none. */
  default Optional<NodeId> reconfigures() {
    return Optional.empty();
  }

  /** Its role for a canary. */
  default CanaryRole canaryRole() {
    return CanaryRole.NONE;
  }

  /**
   * The step that gives one node first what this step gives to all; empty where no node can.
   *
   * @param keys the settings that a node takes for itself, in the store's own keys
   */
  default Optional<Step> locally(NodeId first, Set<String> keys) {
    return Optional.empty();
  }

  /**
   * Whether nothing is left to do once it was asked for but to wait for a node that starts: it
   * comes or stays away whether somebody waits or not.
   */
  default boolean awaitsStart() {
    return false;
  }

  /** The node that it stops and starts again; empty when it restarts none. */
  default Optional<NodeId> restarts() {
    return Optional.empty();
  }

  /** The node that may be dead while the plan lies half done; empty when none may. */
  default Optional<NodeId> mayFindDead() {
    return takesOut();
  }

  /** Tells what stays as it is where it is left out of its plan. */
  default void leaveOut(Omissions out) {
    out.isLeftOutAlone(this);
  }

  /** Tells what clients lose by it. */
  default void tell(ClientImpact impact) {}

  /**
   * Tells what it changes and what was before, so that an undo can put it back.
   *
   * @param before the cluster as it was before this step
   */
  default void tell(PriorValues prior, Topology before) {
    inverse(before).ifPresentOrElse(prior::isPutBackBy, () -> prior.isUnknown(this));
  }
}
