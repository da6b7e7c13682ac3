package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * A table as it is configured.
 *
 * @param blockSize of all its column families; null when they differ or it could not be read
 */
public record Table(TableId id, @Nullable ByteSize blockSize) {}
