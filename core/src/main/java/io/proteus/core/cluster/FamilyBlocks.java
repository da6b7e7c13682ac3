package io.proteus.core.cluster;

import io.proteus.core.units.ByteSize;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The block sizes of a table's column families.
 *
 * @param families by name of the column family
 * @param usual what a column family has of which nobody has said anything
 */
public record FamilyBlocks(SortedMap<String, ByteSize> families, ByteSize usual) {
  public FamilyBlocks {
    families = Collections.unmodifiableSortedMap(new TreeMap<>(families));
  }

  public static FamilyBlocks of(Map<String, ByteSize> families, ByteSize usual) {
    return new FamilyBlocks(new TreeMap<>(families), usual);
  }

  /** The one size of all column families; null where they differ, or there are none. */
  public @Nullable ByteSize common() {
    List<ByteSize> sizes = families.values().stream().distinct().toList();
    return sizes.size() == 1 ? sizes.get(0) : null;
  }

  /**
   * The column families whose size somebody has set by hand.
   *
   * @param ours what Proteus has set on the table; null where it has set nothing
   */
  public SortedMap<String, ByteSize> handSet(@Nullable ByteSize ours) {
    SortedMap<String, ByteSize> byHand = new TreeMap<>(families);
    byHand.values().removeIf(size -> size.equals(usual) || size.equals(ours));
    return byHand;
  }
}
