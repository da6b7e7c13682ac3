package io.proteus.core.cluster;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A live store process.
 *
 * @param id the same across restarts
 * @param incarnation differs after each restart
 * @param split how its memory is divided; none where the store divides none
 * @param memoryOnline whether the split can be changed without a restart on this very node
 * @param shrinksOnline whether its write buffer can be made smaller without a restart, too: where
 *     not, the store keeps the memory that it gives up until then
 * @param settings what it was started with, or set to since, in the store's own keys: those that
 *     were asked for and are not at their default; null when it is not known
 * @param pinned whether it was asked for its split while it ran, and keeps to it until it is
 *     forgotten; false where it goes by what it was started with. True where nobody knows, as in
 *     journals from before this was told
 * @param effects when it has a changed setting in effect, by the store's own keys; by a restart
 *     where a key is not in it
 */
public record Node(
    NodeId id,
    String incarnation,
    Known<MemorySplit> split,
    boolean memoryOnline,
    boolean shrinksOnline,
    @Nullable SortedMap<String, String> settings,
    Boolean pinned,
    SortedMap<String, Effect> effects) {

  public Node {
    effects =
        effects == null
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(effects));
    split = Objects.requireNonNullElseGet(split, () -> Known.read(null));
    pinned = Objects.requireNonNullElse(pinned, true);
    settings = settings == null ? null : Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** A node that takes every other setting by a restart. */
  public Node(
      NodeId id,
      String incarnation,
      Known<MemorySplit> split,
      boolean memoryOnline,
      boolean shrinksOnline,
      @Nullable SortedMap<String, String> settings,
      Boolean pinned) {
    this(
        id,
        incarnation,
        split,
        memoryOnline,
        shrinksOnline,
        settings,
        pinned,
        Collections.emptySortedMap());
  }

  /**
   * A node of a store that divides memory.
   *
   * @param memory the split in effect; null when it could not be read
   */
  public Node(
      NodeId id,
      String incarnation,
      @Nullable MemorySplit memory,
      boolean memoryOnline,
      boolean shrinksOnline,
      @Nullable SortedMap<String, String> settings,
      Boolean pinned) {
    this(id, incarnation, Known.read(memory), memoryOnline, shrinksOnline, settings, pinned);
  }

  /** A node of a store that divides no memory, started with no settings of ours. */
  public static Node undivided(NodeId id, String incarnation) {
    return new Node(id, incarnation, new Known.None<>(), false, false, null, true);
  }

  /** A node of a store that divides no memory, and is set in keys of its own. */
  public static Node undivided(
      NodeId id,
      String incarnation,
      SortedMap<String, String> settings,
      SortedMap<String, Effect> effects) {
    return new Node(id, incarnation, new Known.None<>(), false, false, settings, false, effects);
  }

  /** Says when the node has another value of a setting in effect. */
  public Effect effectOf(String key) {
    return effects.getOrDefault(key, Effect.RESTART);
  }

  /** A node for which it is not known whether it was asked for its split. */
  public Node(
      NodeId id,
      String incarnation,
      @Nullable MemorySplit memory,
      boolean memoryOnline,
      boolean shrinksOnline,
      @Nullable SortedMap<String, String> settings) {
    this(id, incarnation, memory, memoryOnline, shrinksOnline, settings, true);
  }

  /** A node that takes either every split or none while it runs. */
  public Node(
      NodeId id,
      String incarnation,
      @Nullable MemorySplit memory,
      boolean memoryOnline,
      @Nullable SortedMap<String, String> settings) {
    this(id, incarnation, memory, memoryOnline, memoryOnline, settings);
  }

  /** A node whose other settings are not known. */
  public Node(NodeId id, String incarnation, @Nullable MemorySplit memory, boolean memoryOnline) {
    this(id, incarnation, memory, memoryOnline, null);
  }

  /** The split in effect; null when it could not be read, or where the store divides none. */
  public @Nullable MemorySplit memory() {
    return split.orNull();
  }

  /** Whether it can be divided so without a restart. */
  public boolean takesOnline(MemorySplit wanted) {
    MemorySplit memory = memory();
    return memoryOnline
        && (shrinksOnline
            || (memory != null
                && (memory.writeBuffer().isAbout(wanted.writeBuffer())
                    || wanted.writeBuffer().exceeds(memory.writeBuffer()))));
  }

  /** Whether its cache would be smaller then, as far as is known. */
  public boolean losesCacheBy(MemorySplit wanted) {
    MemorySplit memory = memory();
    return memory != null
        && !memory.isAbout(wanted)
        && memory.readCache().exceeds(wanted.readCache());
  }
}
