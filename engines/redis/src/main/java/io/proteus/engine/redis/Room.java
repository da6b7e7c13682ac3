package io.proteus.engine.redis;

import io.proteus.core.units.ByteSize;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a node has left for keys that are moved to it. Without any it refuses them, and a
 * range stays half moved; or it evicts others, as its {@code maxmemory-policy} says.
 *
 * @param used by it now; null where it is not told
 * @param most that it may use ({@code maxmemory}); null where it has no bound
 */
record Room(@Nullable ByteSize used, @Nullable ByteSize most) {
  /**
   * The share of {@code maxmemory} that stays free: sizes are estimates, and clients go on writing
   * while a range is on its way.
   */
  private static final double SPARE = 0.05;

  /** A node that evicts keys is a cache, which is full for good and makes room for what comes. */
  static Room of(Figures told) {
    return new Room(told.size("used_memory"), told.evicts() ? null : told.size("maxmemory"));
  }

  /**
   * Why a range finds no room; empty where it does, or where that is not known.
   *
   * @param size of the range; zero where it is not known
   * @param coming of ranges that are on their way to the node already
   */
  Optional<String> refusal(SlotRange range, ByteSize size, ByteSize coming, String address) {
    if (used == null || most == null || size.bytes() == 0) {
      return Optional.empty();
    }
    double free = (1 - SPARE) * most.bytes() - used.bytes() - coming.bytes();
    return size.bytes() <= free
        ? Optional.empty()
        : Optional.of(
            "%s has no memory for %s, which takes about %,d bytes: it uses %,d, %,d more are on their way to it, its maxmemory is %,d, and %.0f %% of that stay free. Raise maxmemory there, or move the range to another shard."
                .formatted(
                    address,
                    range.id(),
                    size.bytes(),
                    used.bytes(),
                    coming.bytes(),
                    most.bytes(),
                    100 * SPARE));
  }
}
