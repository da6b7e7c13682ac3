package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Hash slots that move together, both ends included. */
record SlotRange(int first, int last) {
  private static final Pattern NAME = Pattern.compile("slots-(\\d{5})-(\\d{5})");

  PartitionId id() {
    return new PartitionId("slots-%05d-%05d".formatted(first, last));
  }

  boolean has(int slot) {
    return slot >= first && slot <= last;
  }

  IntStream slots() {
    return IntStream.rangeClosed(first, last);
  }

  /** The fewest ranges that have these slots and no others. */
  static List<SlotRange> runs(Collection<Integer> slots) {
    List<SlotRange> runs = new ArrayList<>();
    for (int slot : new TreeSet<>(slots)) {
      int last = runs.size() - 1;
      if (last >= 0 && runs.get(last).last() == slot - 1) {
        runs.set(last, new SlotRange(runs.get(last).first(), slot));
      } else {
        runs.add(new SlotRange(slot, slot));
      }
    }
    return runs;
  }

  /** The range of a name; empty where it is none. */
  static Optional<SlotRange> of(PartitionId id) {
    Matcher matcher = NAME.matcher(id.value());
    return matcher.matches()
        ? Optional.of(
            new SlotRange(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }
}
