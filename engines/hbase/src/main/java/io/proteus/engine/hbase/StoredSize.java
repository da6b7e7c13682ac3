package io.proteus.engine.hbase;

import io.proteus.core.cluster.StoredFiles;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.Size;
import org.jspecify.annotations.Nullable;

/**
 * The size of a region on disk, as its server reported to the master.
 *
 * @param size of its files; HBase reports whole megabytes
 * @param locality share of it on the server's own host; null when it has no files
 * @param files how many, and how far their compaction is
 */
record StoredSize(ByteSize size, @Nullable Ratio locality, StoredFiles files) {

  static StoredSize of(RegionMetrics region) {
    return new StoredSize(
        ByteSize.ofBytes((long) region.getStoreFileSize().get(Size.Unit.BYTE)),
        locality(region),
        new StoredFiles(
            region.getStoreFileCount(),
            region.getCompactingCellCount(),
            region.getCompactedCellCount()));
  }

  private static @Nullable Ratio locality(RegionMetrics region) {
    if (region.getBlocksTotalWeight() > 0) {
      return Ratio.share(region.getBlocksLocalWeight(), region.getBlocksTotalWeight());
    }
    return region.getStoreFileCount() == 0 ? null : Ratio.share(region.getDataLocality(), 1);
  }
}
