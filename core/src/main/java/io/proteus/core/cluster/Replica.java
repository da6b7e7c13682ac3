package io.proteus.core.cluster;

/**
 * One copy of a partition.
 *
 * @param node a node, dead ones included, or a follower's process, which is no node of its own
 */
public record Replica(NodeId node, Role role) {

  /** What a copy does beside the others. */
  public enum Role {
    /** It serves the partition: all writes, and reads unless a follower answers them. */
    PRIMARY,
    /** It follows a primary, goes where the primary goes, and is moved by nobody alone. */
    FOLLOWER,
    /** All copies serve alike, and the store places each of them. */
    PEER
  }
}
