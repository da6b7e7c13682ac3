package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;

/** Proteus says which node serves a partition. */
public non-sealed interface Placement extends Facet {
  /** Puts a partition on a node. */
  void move(PartitionId partition, NodeId to) throws PortException;
}
