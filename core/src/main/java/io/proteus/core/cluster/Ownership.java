package io.proteus.core.cluster;

import io.proteus.core.units.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * The share of all data that a node is responsible for, in a store whose ranges overlap or are too
 * many to list. A range counts once, however many copies it has.
 *
 * @param token where the node's only range ends on a ring of 2^64 tokens; null where the store has
 *     no such ring, or the node has several ranges
 */
public record Ownership(NodeId node, Ratio share, @Nullable Token token) {

  /** What a node owns that has no token, or several. */
  public Ownership(NodeId node, Ratio share) {
    this(node, share, null);
  }
}
