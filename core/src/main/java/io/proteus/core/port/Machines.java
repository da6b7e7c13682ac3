package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Nodes can be started and ended for good, each with its machine (MET-10). */
public non-sealed interface Machines extends Facet, CloudFacet {
  /**
   * Starts one more node, unless there are {@code total} already.
   *
   * @param total how many nodes there are to be afterwards, those still starting included
   * @param settings of the new node, in the store's own keys
   */
  void launch(int total, Map<String, String> settings) throws PortException;

  /**
   * The same, said by a step of a plan. A cloud that has tags writes {@link MachineTags#of} on the
   * machine. A cloud whose list of machines may lag behind starts one machine for one token, so
   * that a start whose answer was lost is not one too many.
   */
  default void launch(Launch launch) throws PortException {
    launch(launch.total(), launch.settings());
  }

  /**
   * The same, told stage by stage where the cloud sees what becomes of the machine. A start that is
   * asked for again after a crash goes on after the last stage that holds.
   */
  default void launch(Launch launch, Stages stages) throws PortException {
    launch(launch);
  }

  /**
   * The settings of running nodes, in the store's own keys, from which the files of a new one are
   * made; empty where its {@link Launch#neighbours} are not asked for at all.
   */
  default Optional<Set<String>> neighboursWanted() {
    return Optional.empty();
  }

  /**
   * The machines of this cluster that run, each by the name of the node that is to be on it, and
   * since when. Those whose node is still starting, or never came, are among them; those that were
   * not started for this cluster are not.
   */
  Map<NodeId, Instant> machines() throws PortException;

  /**
   * Ends an empty node and its machine, whether or not the node ever came.
   *
   * <p>The machine may store other data. Where it carries a part of the store's file system, the
   * cloud must preserve that part, or wait until the file system has copies of everything
   * elsewhere: several nodes may end within seconds, before the file system notices the first loss.
   */
  void terminate(NodeId node) throws PortException;

  /**
   * The same, said by a step of a plan. A cloud that gives the name of an ended machine to the next
   * one leaves that one alone when the order is given once more.
   *
   * @param token the same for the same step of the same plan, after a crash too
   */
  default void terminate(NodeId node, String token) throws PortException {
    terminate(node);
  }
}
