package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;

/** The store keeps a list of its nodes, on which one stays after it has left. */
public non-sealed interface Membership extends Facet {
  /** Strikes a node that was stopped for good off the list of the dead. */
  void forget(NodeId node) throws PortException;
}
