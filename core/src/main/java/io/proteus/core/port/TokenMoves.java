package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Token;

/**
 * The store places ranges by a ring of tokens, and a node that has one token can be given another.
 */
public non-sealed interface TokenMoves extends Facet {
  /**
   * Has a node's only range end at this token; the store streams what that takes. The topology
   * shows ranges in transition until all of it has ended, and the node's token in its {@link
   * io.proteus.core.cluster.Ownership}.
   */
  void moveToken(NodeId node, Token token) throws PortException;
}
