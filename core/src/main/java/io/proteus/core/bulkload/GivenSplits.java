package io.proteus.core.bulkload;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.InvalidValue;
import java.util.List;

/**
 * Splits that another tool has found (HCF-1: "external data partitioning algorithms"), or that the
 * table already has.
 *
 * @param source what they are called in messages
 * @param inPlace whether the table is split so, and stays so whatever would be better
 */
public record GivenSplits(String source, List<RowKey> keys, boolean inPlace)
    implements Partitioner {
  public GivenSplits {
    keys = List.copyOf(keys);
    for (int i = 1; i < keys.size(); i++) {
      if (keys.get(i - 1).compareTo(keys.get(i)) >= 0) {
        throw new InvalidValue(
            "%s: want split keys ascending and all different, got %s before %s."
                .formatted(source, keys.get(i - 1), keys.get(i)));
      }
    }
  }

  /** Splits for a table that is to be made. */
  public GivenSplits(String source, List<RowKey> keys) {
    this(source, keys, false);
  }

  @Override
  public String name() {
    return "given";
  }

  /** The given ones, which have to be of that count. */
  @Override
  public Splits split(int partitions, long rows) {
    if (partitions != keys.size() + 1) {
      throw new InvalidValue(
          "%s: %,d split keys make %,d partitions, and --partitions asks for %,d. Leave --partitions out."
              .formatted(source, keys.size(), keys.size() + 1, partitions));
    }
    return new Splits(keys, null);
  }
}
