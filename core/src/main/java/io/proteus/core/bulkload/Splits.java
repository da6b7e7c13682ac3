package io.proteus.core.bulkload;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a table is split: each key is the first that its partition may hold.
 *
 * @param keys ascending and all different; none leaves the table whole
 * @param largestShare share of the rows that the largest partition gets; null when nobody can tell
 */
public record Splits(List<RowKey> keys, @Nullable Ratio largestShare) {
  public Splits {
    keys = List.copyOf(keys);
    for (int i = 1; i < keys.size(); i++) {
      if (keys.get(i - 1).compareTo(keys.get(i)) >= 0) {
        throw new InvalidValue(
            "split keys: want them ascending and all different, got %s and then %s."
                .formatted(keys.get(i - 1), keys.get(i)));
      }
    }
  }

  public int partitions() {
    return keys.size() + 1;
  }

  /** How many times its fair share the largest partition gets; 1 when nobody can tell. */
  public double imbalance() {
    return largestShare == null ? 1 : largestShare.value() * partitions();
  }

  /** The largest partition's share, or a fair one when nobody can tell. */
  public Ratio expectedLargest() {
    return largestShare == null ? Ratio.share(1, partitions()) : largestShare;
  }
}
