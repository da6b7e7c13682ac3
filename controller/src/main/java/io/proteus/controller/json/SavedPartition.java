package io.proteus.controller.json;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.StoredFiles;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition in a {@link SavedObservation}.
 *
 * @param node left out while no node serves it
 * @param sizeBytes 0 when left out
 * @param inTransition false when left out
 * @param copies its replicas beside the one on the node; left out while there are none
 * @param rows left out where the store does not tell
 * @param requestsPerSecond left out when it is not known, which is not the same as zero
 */
record SavedPartition(
    @Required PartitionId id,
    @Required TableId table,
    @JsonPropertyDescription("one of the live nodes; left out while none serves it")
        @Nullable NodeId node,
    @JsonPropertyDescription("on disk; 0 when left out") @Nullable ByteSize sizeBytes,
    @JsonPropertyDescription("of it that is stored on the serving node's host")
        @Nullable Ratio locality,
    @JsonPropertyDescription("false when left out") @Nullable Boolean inTransition,
    @JsonPropertyDescription(
            "its replicas beside the one on the node; left out while there are none")
        @Nullable List<Replica> copies,
    @JsonPropertyDescription(
            "the first key that it holds, and the first that it no longer holds; left out where the"
                + " store does not tell")
        @Nullable KeyRange rows,
    @JsonPropertyDescription(
            "how many files it has, and the cells of its compaction; left out where the store does"
                + " not tell")
        @Nullable StoredFiles files,
    @JsonPropertyDescription(
            "left out when not known; a scan is one request and is not among the reads")
        @Nullable RequestRates requestsPerSecond) {

  static SavedPartition of(Partition partition, boolean moving, @Nullable RequestRates rates) {
    return new SavedPartition(
        partition.id(),
        partition.table(),
        partition.node(),
        partition.size(),
        partition.locality(),
        moving ? Boolean.TRUE : null,
        partition.copies().isEmpty() ? null : partition.copies(),
        partition.rows(),
        partition.files(),
        rates);
  }

  @JsonIgnore
  boolean isMoving() {
    return inTransition != null && inTransition;
  }

  Partition partition() {
    return new Partition(
        id,
        table,
        node,
        sizeBytes == null ? ByteSize.ZERO : sizeBytes,
        locality,
        copies == null ? List.of() : copies,
        rows,
        files);
  }
}
