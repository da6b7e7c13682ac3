package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table as it is configured.
 *
 * @param blockSize of all its column families; null when they differ or it could not be read
 * @param settings what is set on it and its column families; null when it is not known
 * @param effects when it has a changed setting in effect, by the store's own keys; while it serves
 *     where a key is not in it
 */
public record Table(
    TableId id,
    @Nullable ByteSize blockSize,
    @Nullable TableSettings settings,
    SortedMap<String, Effect> effects) {

  public Table {
    effects =
        effects == null
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(effects));
  }

  /** A table that takes every setting while it serves. */
  public Table(TableId id, @Nullable ByteSize blockSize, @Nullable TableSettings settings) {
    this(id, blockSize, settings, Collections.emptySortedMap());
  }

  /** A table whose other settings are not known. */
  public Table(TableId id, @Nullable ByteSize blockSize) {
    this(id, blockSize, null);
  }

  /** Says when the table has another value of a setting in effect. */
  public Effect effectOf(String key) {
    return effects.getOrDefault(key, Effect.ONLINE);
  }
}
