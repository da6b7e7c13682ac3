package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.workload.LoadedPartition;
import org.jspecify.annotations.Nullable;

/** A partition and where it should be. */
public interface PartitionTarget {

  /** The partition as it is, with its requests. */
  LoadedPartition loaded();

  /** The node that should hold it; null where the layout says nothing of it. */
  @Nullable NodeId goal();
}
