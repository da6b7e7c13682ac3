package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A table as it is configured.
 *
 * @param blockSize of all its column families; null when they differ or it could not be read
 * @param settings what is set on it and its column families; null when it is not known
 * @param effects when it has a changed setting in effect, by the store's own keys; while it serves
 *     where a key is not in it
 * @param blocks the block size of each column family; null where the store does not tell
 * @param explicit settings that somebody has given a value other than the store's own, and on which
 *     it depends how partitions are stored and split; in the store's own keys
 * @param local what nodes have of its settings for themselves, other than the table has
 */
public record Table(
    TableId id,
    @Nullable ByteSize blockSize,
    @Nullable TableSettings settings,
    SortedMap<String, Effect> effects,
    @Nullable FamilyBlocks blocks,
    Set<String> explicit,
    SortedMap<NodeId, TableSettings> local) {

  public Table {
    effects =
        effects == null
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(effects));
    explicit =
        explicit == null ? Set.of() : Collections.unmodifiableSortedSet(new TreeSet<>(explicit));
    local =
        local == null
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(local));
  }

  /** A table that all nodes have alike. */
  public Table(
      TableId id,
      @Nullable ByteSize blockSize,
      @Nullable TableSettings settings,
      SortedMap<String, Effect> effects,
      @Nullable FamilyBlocks blocks,
      Set<String> explicit) {
    this(id, blockSize, settings, effects, blocks, explicit, Collections.emptySortedMap());
  }

  /** A table that does not tell the block size of each column family. */
  public Table(
      TableId id,
      @Nullable ByteSize blockSize,
      @Nullable TableSettings settings,
      SortedMap<String, Effect> effects) {
    this(id, blockSize, settings, effects, null, Set.of());
  }

  /** A table that tells the block size of each column family. */
  public static Table of(
      TableId id, @Nullable TableSettings settings, FamilyBlocks blocks, Set<String> explicit) {
    return new Table(id, blocks.common(), settings, Collections.emptySortedMap(), blocks, explicit);
  }

  /** A table that takes every setting while it serves. */
  public Table(TableId id, @Nullable ByteSize blockSize, @Nullable TableSettings settings) {
    this(id, blockSize, settings, Collections.emptySortedMap());
  }

  /** A table whose other settings are not known. */
  public Table(TableId id, @Nullable ByteSize blockSize) {
    this(id, blockSize, null);
  }

  /** The same with what nodes have for themselves. */
  public Table with(SortedMap<NodeId, TableSettings> ofNodes) {
    return new Table(id, blockSize, settings, effects, blocks, explicit, ofNodes);
  }

  /** What a node has of its settings for itself. */
  public TableSettings localOn(NodeId node) {
    return local.getOrDefault(node, TableSettings.NONE);
  }

  /** Says when the table has another value of a setting in effect. */
  public Effect effectOf(String key) {
    return effects.getOrDefault(key, Effect.ONLINE);
  }
}
