package io.proteus.workloads.hbase;

import io.proteus.core.units.Causes;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import site.ycsb.Utils;

/**
 * Loads rows as YCSB does: keys are "user" and the number's FNV hash, so they come in no order
 * (HCF: "hash-based insert order"), and a row is ten fields of 100 bytes, or one.
 *
 * @param table that takes them
 * @param threads each with a buffer of its own
 * @param bufferBytes that a thread collects before it sends
 * @param fields of a row
 * @param fieldBytes of each
 */
public record PutLoad(String table, int threads, long bufferBytes, int fields, int fieldBytes) {
  private static final Duration SAMPLE = Duration.ofMillis(250);

  /** The name of the column families. */
  public static final String FAMILY = "f";

  public PutLoad {
    if (threads < 1 || bufferBytes < 1 || fields < 1 || fieldBytes < 1) {
      throw new InvalidValue(
          "load: want 1 or more threads, bytes of buffer, fields and bytes a field, got %d, %d, %d, %d."
              .formatted(threads, bufferBytes, fields, fieldBytes));
    }
  }

  /**
   * The result of a load.
   *
   * @param seconds from the first row to the last buffer's acknowledgement
   * @param longestPauseSeconds in which no client got on, to a quarter of a second
   */
  public record Loaded(long rows, double seconds, double longestPauseSeconds) {}

  /** The key of a row; as YCSB's, not padded, so that they lie unevenly. */
  public static String key(long row) {
    return "user" + Utils.hash(row);
  }

  /**
   * Writes rows 0 to {@code rows} and returns when all are acknowledged.
   *
   * @param progress told how many there are, now and then
   * @throws IOException when a row was not taken
   */
  public Loaded load(Connection connection, long rows, LongConsumer progress)
      throws IOException, InterruptedException {
    LongAdder done = new LongAdder();
    Pauses pauses = new Pauses();
    ExecutorService writers = Executors.newFixedThreadPool(threads);
    ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    try {
      long began = System.nanoTime();
      watch.scheduleAtFixedRate(
          () -> {
            pauses.seen(done.sum());
            progress.accept(done.sum());
          },
          SAMPLE.toMillis(),
          SAMPLE.toMillis(),
          TimeUnit.MILLISECONDS);
      List<Future<?>> parts = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int first = thread;
        parts.add(
            writers.submit(
                () -> {
                  write(connection, first, rows, done);
                  return first;
                }));
      }
      for (Future<?> part : parts) {
        part.get();
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      return new Loaded(rows, seconds, pauses.longestSeconds());
    } catch (ExecutionException e) {
      throw new IOException("load of %s: %s".formatted(table, Causes.of(e)), e.getCause());
    } finally {
      writers.shutdownNow();
      watch.shutdownNow();
    }
  }

  /** Every n-th row, so that all threads write all over the keys. */
  private void write(Connection connection, int first, long rows, LongAdder done)
      throws IOException {
    byte[] family = Bytes.toBytes(FAMILY);
    byte[][] names = new byte[fields][];
    byte[][] values = new byte[fields][];
    SplittableRandom random = new SplittableRandom(first);
    for (int field = 0; field < fields; field++) {
      names[field] = Bytes.toBytes("field" + field);
      values[field] = new byte[fieldBytes];
      random.nextBytes(values[field]);
    }
    BufferedMutatorParams params =
        new BufferedMutatorParams(TableName.valueOf(table)).writeBufferSize(bufferBytes);
    try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
      for (long row = first; row < rows; row += threads) {
        Put put = new Put(Bytes.toBytes(key(row)));
        for (int field = 0; field < fields; field++) {
          put.addColumn(family, names[field], values[field]);
        }
        mutator.mutate(put);
        done.increment();
      }
    }
  }

  /** How long the number of rows stood still at most. */
  static final class Pauses {
    private long before = -1;
    private int still;
    private int longest;

    /** Called once a sample. */
    synchronized void seen(long rows) {
      still = rows == before ? still + 1 : 0;
      longest = Math.max(longest, still);
      before = rows;
    }

    synchronized double longestSeconds() {
      return longest * SAMPLE.toMillis() / 1e3;
    }
  }
}
