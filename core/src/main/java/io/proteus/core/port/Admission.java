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

  /**
   * The same, for a plan that takes in more than one.
   *
   * @param moreFollow whether another follows, so that what a store does after a join, such as a
   *     cleanup of the former owners, is left to the last
   */
  default void admit(NodeId node, boolean moreFollow) throws PortException {
    admit(node);
  }

  /** Whether what follows a join, or a move of a token, was left undone and nobody is at it. */
  default boolean hasLeftWork() throws PortException {
    return false;
  }

  /** Begins with what was left. The topology shows what is in transition until it is done. */
  default void finishLeftWork() throws PortException {}
}
