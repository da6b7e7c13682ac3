package io.proteus.core.port;

import io.proteus.core.cluster.PartitionId;

/** A partition's files can be rewritten when Proteus asks for it. */
public non-sealed interface Upkeep extends Facet {
  /** Rewrites a partition's files where it is served. */
  void compact(PartitionId partition) throws PortException;
}
