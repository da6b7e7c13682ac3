package io.proteus.core.bulkload;

import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;

/**
 * A load as an operator asks for it.
 *
 * @param rows how many
 * @param recordSize what a row has in it: keys, values and what the store adds to them
 */
public record LoadRequest(TableId table, long rows, ByteSize recordSize) {
  public LoadRequest {
    if (rows < 1) {
      throw new InvalidValue("--rows: want 1 or more, got %,d.".formatted(rows));
    }
    if (recordSize.bytes() < 1) {
      throw new InvalidValue(
          "--record-size: want 1 byte or more, such as 1KB, got %s.".formatted(recordSize));
    }
    if (Math.multiplyHigh(rows, recordSize.bytes()) != 0 || rows * recordSize.bytes() < 0) {
      throw new InvalidValue(
          "--rows, --record-size: want less than 8192 PB together, got %,d rows of %s. Maybe one of them has a digit too many."
              .formatted(rows, recordSize));
    }
  }

  public ByteSize data() {
    return ByteSize.ofBytes(rows * recordSize.bytes());
  }
}
