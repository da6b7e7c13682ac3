package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;

/** The store itself hands over what a node holds, once it is told that the node goes. */
public non-sealed interface Handover extends Facet {
  /**
   * Lets a node leave the cluster for good. The topology lists the node until it has handed over
   * everything, and no longer, even if its process still runs.
   */
  void leave(NodeId node) throws PortException;

  /**
   * Readies a node for a restart that follows at once; does nothing to one that is down. Most
   * stores need nothing of the kind.
   */
  default void readyForRestart(NodeId node) throws PortException {}
}
