package io.proteus.core.cluster;

/** One copy of a partition. */
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

  /** A follower's process need not be a node of its own: a primary with its followers is one. */
  boolean mayBeOutsideOfTheNodes() {
    return role == Role.FOLLOWER;
  }
}
