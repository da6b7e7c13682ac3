package io.proteus.core.step;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;

/**
 * Takes from a step how it affects clients. Moves and compactions of partitions are counted
 * separately.
 */
public interface ClientImpact {

  /** A node serves nothing for as long as the step takes. */
  void nodeIsAway(NodeId node, Step step);

  /**
   * A partition is closed for as long as the step takes, and cold afterwards.
   *
   * @param share of its requests that are to the part that is closed
   */
  void isClosed(PartitionId partition, double share, Step step);

  /** A node divides its heap anew while it runs: what a smaller cache cannot hold is lost. */
  void heapIsDivided(NodeId node, MemorySplit memory);

  /** All partitions of a table are closed and opened again. */
  void tableIsReopened(TableId table);

  /** A node serves on and streams for as long as the step takes, which takes a part of its work. */
  void isStreamed(NodeId node, Step step);

  /** The store copies so much to other nodes by itself. */
  void isHandedOver(ByteSize size);
}
