package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;

/** A node that has started belongs to no cluster until the store is told to take it in. */
public non-sealed interface Admission extends Facet {
  /**
   * Takes a node into the cluster. The topology lists the node once it belongs to it; until then it
   * is refused where its process does not answer yet. Nothing that a node holds is deleted.
   *
   * @throws NeedsCure for a node that will not be taken in as it is, such as one that has data
   */
  void admit(NodeId node) throws PortException;
}
