package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;

/**
 * The store keeps a list of its nodes, on which one stays after it has left or died. A store that
 * gives up copies when it strikes a dead node off does not offer this.
 */
public non-sealed interface Membership extends Facet {
  /** Strikes a node that was stopped for good, or died, off the list of the dead. */
  void forget(NodeId node) throws PortException;

  /**
   * Is told before an empty node is ended for good, and once more if that is tried again. A store
   * that gives such a node another role meanwhile remembers that it is to be struck off all the
   * same. Most stores need not know.
   */
  default void letGo(NodeId node) throws PortException {}

  /**
   * Is told once a cloud has taken the order to end the machine of a node that was let go, which
   * may serve for a while yet. From here on the store counts it as one to be struck off, also while
   * it answers. Most stores need not know.
   */
  default void isEnding(NodeId node) throws PortException {}
}
