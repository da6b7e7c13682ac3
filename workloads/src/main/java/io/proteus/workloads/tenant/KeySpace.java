package io.proteus.workloads.tenant;

import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the rows of a table are numbered, keyed and partitioned.
 *
 * <p>Rows have numbers from 0; the key is the number, zero-padded, so that keys lie in the order of
 * the numbers. Every partition has the same number of rows: first those that are loaded, then its
 * part of the insert ring, empty until inserts fill it.
 *
 * @param partitions how many partitions the table is split into, 1 or more
 * @param loadedPerPartition rows of a partition that the load phase writes
 * @param ringPerPartition rows of a partition that only inserts write
 */
public record KeySpace(int partitions, int loadedPerPartition, int ringPerPartition) {
  private static final int KEY_DIGITS = 10;

  public KeySpace {
    if (partitions < 1 || loadedPerPartition < 1 || ringPerPartition < 0) {
      throw new InvalidValue(
          "key space: want 1 or more partitions, 1 or more rows in each and a ring of 0 or more, got %d, %d, %d."
              .formatted(partitions, loadedPerPartition, ringPerPartition));
    }
    Math.multiplyExact(partitions, Math.addExact(loadedPerPartition, ringPerPartition));
  }

  /**
   * The key space of a tenant.
   *
   * @param rows rows of an ordinary tenant; rounded up to what its partitions can share evenly
   */
  public static KeySpace of(Tenant tenant, int rows) {
    int partitions = tenant.partitionShares().size();
    double perPartition = rows * tenant.rowsShare() / partitions;
    return new KeySpace(
        partitions,
        (int) Math.ceil(perPartition),
        (int) Math.ceil(perPartition * tenant.insertRingShare()));
  }

  public int rowsPerPartition() {
    return loadedPerPartition + ringPerPartition;
  }

  /** One more than the highest row number. */
  public int rows() {
    return partitions * rowsPerPartition();
  }

  public int loadedRows() {
    return partitions * loadedPerPartition;
  }

  public int firstRow(int partition) {
    return partition * rowsPerPartition();
  }

  public int partitionOf(int row) {
    return row / rowsPerPartition();
  }

  /** Whether the load phase writes the row; other rows belong to the insert ring. */
  public boolean isLoaded(int row) {
    return row % rowsPerPartition() < loadedPerPartition;
  }

  public String key(int row) {
    // by hand: this runs for every operation, and String.format costs more than the rest of it
    char[] digits = new char[KEY_DIGITS];
    int rest = row;
    for (int i = KEY_DIGITS - 1; i >= 0; i--) {
      digits[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
    return new String(digits);
  }

  /** The row that a key names. */
  public int row(String key) {
    return Integer.parseInt(key);
  }

  /** The keys at which the table is split: the first one of every partition but the first. */
  public List<String> splitKeys() {
    return IntStream.range(1, partitions).mapToObj(p -> key(firstRow(p))).toList();
  }
}
