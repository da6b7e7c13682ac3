package io.proteus.core.bulkload;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a table is split: each key is the first one of a partition.
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

  /** How many times its fair share the largest partition gets; 1 when that is not known. */
  public double imbalance() {
    return largestShare == null ? 1 : largestShare.value() * partitions();
  }

  /** The share of the largest partition; a fair share when it is not known. */
  public Ratio expectedLargest() {
    return largestShare == null ? Ratio.share(1, partitions()) : largestShare;
  }
}
