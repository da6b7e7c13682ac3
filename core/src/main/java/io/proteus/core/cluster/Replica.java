package io.proteus.core.cluster;

/**
 * A copy of a partition.
 *
 * @param node a node, dead ones included, or a follower's process, which is no node of its own
 */
public record Replica(NodeId node, Role role) {

  /** How a copy relates to the other copies. */
  public enum Role {
    /** It serves the partition: all writes, and all reads that no follower answers. */
    PRIMARY,
    /** It follows a primary and moves only with it. */
    FOLLOWER,
    /** All copies serve alike, and the store places each of them. */
    PEER
  }
}
