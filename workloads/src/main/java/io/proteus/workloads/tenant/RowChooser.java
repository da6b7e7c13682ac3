package io.proteus.workloads.tenant;

import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/**
 * Draws the rows that one worker of a tenant works on: by its {@link RowDistribution}, evenly
 * within partitions of different shares or all over the table.
 *
 * <p>Of {@code workers} workers, worker {@code w} writes only rows whose number leaves {@code w}
 * when divided by {@code workers}. So a row has a single writer and its writes are in sequence
 * without a lock, which makes the ledger of acknowledged writes exact; it changes nothing in how
 * requests spread over a partition, but a row that many write becomes as many neighbours as there
 * are workers. Reads and scans start at any loaded row.
 *
 * <p>Not YCSB's generators: they draw from the thread's own random numbers, so no run and no test
 * could be repeated from its seed. Not safe for use by several threads.
 */
public final class RowChooser {
  private final KeySpace keys;
  private final List<Double> partitionShares;
  private final int worker;
  private final int workers;
  private final SplittableRandom random;
  private final IntSupplier rows;
  private final int[] nextInsert;

  /**
   * @param worker which of the tenant's workers this is, from 0
   * @param workers how many workers share the table
   * @param distribution other than uniform only where partitions have equal shares
   */
  public RowChooser(
      KeySpace keys,
      List<Double> partitionShares,
      int worker,
      int workers,
      RowDistribution distribution,
      SplittableRandom random) {
    if (keys.loadedPerPartition() < workers
        || (keys.ringPerPartition() > 0 && keys.ringPerPartition() < workers)) {
      throw new InvalidValue(
          "rows: want at least one loaded row and one row of the insert ring in each partition for each of the %d threads, got %d and %d. Maybe use more rows or fewer threads."
              .formatted(workers, keys.loadedPerPartition(), keys.ringPerPartition()));
    }
    boolean even = partitionShares.stream().distinct().count() == 1;
    if (!even && distribution != RowDistribution.UNIFORM) {
      throw new InvalidValue(
          "rows: want partitions of equal shares where rows are drawn %s, got %s."
              .formatted(distribution.id(), partitionShares));
    }
    this.keys = keys;
    this.partitionShares = partitionShares;
    this.worker = worker;
    this.workers = workers;
    this.random = random;
    IntSupplier loaded = distribution.over(keys.loadedRows(), random);
    this.rows = even ? () -> numbered(loaded.getAsInt()) : this::byShare;
    this.nextInsert = new int[keys.partitions()];
  }

  /** A loaded row. */
  public int rowToRead() {
    return rows.getAsInt();
  }

  /** A loaded row that this worker alone writes. */
  public int rowToWrite() {
    int row = rowToRead();
    int from = keys.firstRow(keys.partitionOf(row));
    int first = firstOwned(from);
    int last = owned(first, from + keys.loadedPerPartition()) - 1;
    return first + Math.min((row - from) / workers, last) * workers;
  }

  /** The next row of the insert ring that this worker alone writes: in sequence, then around. */
  public int rowToInsert() {
    int partition = drawPartition();
    int from = keys.firstRow(partition) + keys.loadedPerPartition();
    int first = firstOwned(from);
    int step = nextInsert[partition];
    nextInsert[partition] = (step + 1) % owned(first, from + keys.ringPerPartition());
    return first + step * workers;
  }

  private int firstOwned(int from) {
    return from + Math.floorMod(worker - from, workers);
  }

  private int owned(int first, int end) {
    return (end - first + workers - 1) / workers;
  }

  private int byShare() {
    return keys.firstRow(drawPartition()) + random.nextInt(keys.loadedPerPartition());
  }

  /** The number of the row that is this many loaded rows from the first. */
  private int numbered(int loaded) {
    int partition = loaded / keys.loadedPerPartition();
    return keys.firstRow(partition) + loaded % keys.loadedPerPartition();
  }

  private int drawPartition() {
    double point = random.nextDouble();
    for (int partition = 0; partition < partitionShares.size() - 1; partition++) {
      point -= partitionShares.get(partition);
      if (point < 0) {
        return partition;
      }
    }
    return partitionShares.size() - 1;
  }
}
