package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.time.Instant;
import java.util.Map;

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
   * The machines of this cluster that run, each by the name of the node that is to be on it, and
   * since when. Those whose node is still starting, or never came, are among them; those that were
   * not started for this cluster are not.
   */
  Map<NodeId, Instant> machines() throws PortException;

  /**
   * Ends a node that holds nothing any more, and the machine under it, whether the node ever came
   * or not.
   *
   * <p>That says nothing of what its machine stores besides. Where that also carries a part of the
   * store's file system, it is for the cloud to let that part live on, or to end the machine only
   * once the file system has all its copies elsewhere: several nodes may be ended within seconds,
   * sooner than any file system misses the first.
   */
  void terminate(NodeId node) throws PortException;
}
