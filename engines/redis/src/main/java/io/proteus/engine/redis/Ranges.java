package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of slots that are partitions: a fixed grid, with a cut wherever the owner once changed
 * within one. Cuts are kept, so that a range never grows again and its name stays true. A range
 * that Proteus is moving is not cut.
 */
final class Ranges {
  private static final String CUTS = "cuts";

  private final int width;
  private final Notes notes;

  Ranges(int width, Notes notes) {
    this.width = width;
    this.notes = notes;
  }

  /**
   * The ranges with which no other owner begins within one.
   *
   * @param unfinished moves that were not finished when the owners were looked at
   */
  List<SlotRange> of(@Nullable String[] owners, Set<PartitionId> unfinished) throws PortException {
    Map<String, String> noted = notes.read();
    BitSet cuts = cuts(noted);
    BitSet moving = new BitSet();
    unfinished.stream()
        .map(SlotRange::of)
        .flatMap(Optional::stream)
        .forEach(range -> moving.set(range.first() + 1, range.last() + 1));
    boolean more = false;
    for (int slot = 1; slot < owners.length; slot++) {
      boolean changes = !Objects.equals(owners[slot], owners[slot - 1]);
      if (changes && !moving.get(slot) && !cuts.get(slot)) {
        cuts.set(slot);
        more = true;
      }
    }
    if (more) {
      BitSet all = cuts;
      notes.change(
          now -> {
            all.or(cuts(now));
            now.put(
                CUTS, all.stream().mapToObj(Integer::toString).collect(Collectors.joining(",")));
            return now;
          });
    }
    List<SlotRange> ranges = new ArrayList<>();
    int first = 0;
    for (int slot = 1; slot <= owners.length; slot++) {
      if (slot == owners.length || cuts.get(slot)) {
        ranges.add(new SlotRange(first, slot - 1));
        first = slot;
      }
    }
    return ranges;
  }

  private BitSet cuts(Map<String, String> noted) {
    BitSet cuts = new BitSet();
    for (int slot = width; slot < RedisSettings.ALL_SLOTS; slot += width) {
      cuts.set(slot);
    }
    Arrays.stream(noted.getOrDefault(CUTS, "").split(","))
        .filter(text -> !text.isBlank())
        .forEach(text -> cuts.set(Integer.parseInt(text)));
    return cuts;
  }
}
