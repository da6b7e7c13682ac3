package io.proteus.engine.hbase;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.RowKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which rows regions hold, by the start keys in their names. */
final class RegionRows {
  private RegionRows() {}

  /**
   * The rows of a region.
   *
   * @param regions in the order of {@code hbase:meta}: by table and start key
   */
  static KeyRange of(List<MetaRegion> regions, int index) {
    byte[] name = regions.get(index).name();
    RowKey from = startKey(name);
    for (int next = index + 1; next < regions.size(); next++) {
      byte[] other = regions.get(next).name();
      if (!isOfTheSameTable(name, other)) {
        break;
      }
      RowKey to = startKey(other);
      // beside one that was just split, both begin at the same key
      if (to != null && (from == null || from.compareTo(to) < 0)) {
        return new KeyRange(from, to);
      }
    }
    return new KeyRange(from, null);
  }

  static KeyRange of(byte[] startKey, byte[] endKey) {
    return new KeyRange(key(startKey), key(endKey));
  }

  private static @Nullable RowKey key(byte[] bytes) {
    return bytes.length == 0 ? null : RowKey.of(bytes);
  }

  private static @Nullable RowKey startKey(byte[] regionName) {
    int start = comma(regionName) + 1;
    int end = regionName.length;
    do {
      end--;
    } while (end > start && regionName[end] != ',');
    return key(Arrays.copyOfRange(regionName, start, Math.max(start, end)));
  }

  private static boolean isOfTheSameTable(byte[] one, byte[] other) {
    int end = comma(one) + 1;
    return end == comma(other) + 1 && Arrays.equals(one, 0, end, other, 0, end);
  }

  private static int comma(byte[] regionName) {
    int comma = 0;
    while (comma < regionName.length && regionName[comma] != ',') {
      comma++;
    }
    return comma;
  }
}
