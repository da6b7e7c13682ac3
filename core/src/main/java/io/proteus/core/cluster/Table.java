package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * A table as it is configured.
 *
 * @param blockSize of all its column families; null when they differ or it could not be read
 * @param settings what is set on it and its column families; null when it is not known
 */
public record Table(TableId id, @Nullable ByteSize blockSize, @Nullable TableSettings settings) {

  /** A table whose other settings are not known. */
  public Table(TableId id, @Nullable ByteSize blockSize) {
    this(id, blockSize, null);
  }
}
