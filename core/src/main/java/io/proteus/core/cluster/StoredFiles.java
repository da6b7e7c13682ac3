package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;

/**
 * The files of a partition, and how far their compaction is (PCM-11).
 *
 * @param count how many there are
 * @param compacting cells of the running compaction, or of the last one
 * @param compacted cells of it that are done
 */
public record StoredFiles(int count, long compacting, long compacted) {
  public StoredFiles {
    if (count < 0 || compacting < 0 || compacted < 0) {
      throw new InvalidValue(
          "files: want no negative count, got %d, %d, %d.".formatted(count, compacting, compacted));
    }
  }

  /** Cells that a running compaction has still before it; 0 where none runs. */
  public long waiting() {
    return Math.max(0, compacting - compacted);
  }
}
