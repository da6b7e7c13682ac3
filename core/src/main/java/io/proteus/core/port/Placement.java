package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import java.util.Set;

/** Proteus says which node serves a partition. */
public non-sealed interface Placement extends Facet {
  /** Puts a partition on a node. */
  void move(PartitionId partition, NodeId to) throws PortException;

  /**
   * Partitions on two nodes, as another run of Proteus was cut off while it moved them, and nobody
   * carries on. None in a store that finishes by itself what it has begun.
   */
  default Set<PartitionId> leftMoves() throws PortException {
    return Set.of();
  }

  /** Carries on with them, in the background as other moves. */
  default void finishLeftMoves() throws PortException {}
}
