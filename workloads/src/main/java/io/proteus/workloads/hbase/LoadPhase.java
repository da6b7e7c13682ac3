package io.proteus.workloads.hbase;

import io.proteus.core.units.Causes;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.ledger.TableLedger;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.KeySpace;
import io.proteus.workloads.tenant.RowValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes every loaded row of the tenants' tables, several partitions at a time, and enters them
 * into the ledger.
 */
public final class LoadPhase {
  /** Partitions that are loaded at once; more clients than this do not load faster on two cores. */
  static final int WRITERS = 6;

  private static final long WRITE_BUFFER_BYTES = 2L << 20;
  private static final int PROGRESS_ROWS = 1000;

  private final Connection connection;
  private final AcknowledgedWrites ledger;
  private final IntConsumer progress;

  /**
   * @param progress told how many more rows were written, by several threads
   */
  public LoadPhase(Connection connection, AcknowledgedWrites ledger, IntConsumer progress) {
    this.connection = connection;
    this.ledger = ledger;
    this.progress = progress;
  }

  /** How many rows {@link #load} will write. */
  public static long rows(List<Dataset> datasets) {
    return datasets.stream().mapToLong(dataset -> dataset.keys().loadedRows()).sum();
  }

  /**
   * Loads all tables.
   *
   * @throws IOException when the store did not take a row; the tables are then to be dropped
   */
  public void load(List<Dataset> datasets, long seed) throws IOException, InterruptedException {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> parts = new ArrayList<>();
      for (Part part : inTurns(datasets)) {
        parts.add(
            writers.submit(
                () -> {
                  write(part, seed);
                  return part;
                }));
      }
      for (Future<?> part : parts) {
        part.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(
          "load phase: a partition could not be loaded: " + Causes.of(e), e.getCause());
    } finally {
      writers.shutdownNow();
    }
  }

  /** First partition of each table, second of each ...: so that no single server takes it all. */
  private static List<Part> inTurns(List<Dataset> datasets) {
    var parts = new ArrayList<Part>();
    int most = datasets.stream().mapToInt(dataset -> dataset.keys().partitions()).max().orElse(0);
    for (int partition = 0; partition < most; partition++) {
      for (Dataset dataset : datasets) {
        if (partition < dataset.keys().partitions()) {
          parts.add(new Part(dataset, partition));
        }
      }
    }
    return parts;
  }

  private void write(Part part, long seed) throws IOException {
    Dataset dataset = part.dataset();
    KeySpace keys = dataset.keys();
    TableLedger table = ledger.table(dataset);
    byte[] filler =
        RowValue.filler(dataset.format(), new SplittableRandom(seed + part.partition()));
    byte[][] fields =
        dataset.format().fieldNames().stream().map(Bytes::toBytes).toArray(byte[][]::new);
    int from = keys.firstRow(part.partition());
    int end = from + keys.loadedPerPartition();
    var params =
        new BufferedMutatorParams(TableName.valueOf(dataset.table()))
            .writeBufferSize(WRITE_BUFFER_BYTES);
    try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
      for (int row = from; row < end; row++) {
        Put put = new Put(Bytes.toBytes(keys.key(row)));
        for (int field = 0; field < fields.length; field++) {
          byte[] value = field == 0 ? table.issue(row).encode(filler) : filler;
          put.addColumn(TenantTables.FAMILY, fields[field], value);
        }
        mutator.mutate(put);
        if ((row - from + 1) % PROGRESS_ROWS == 0) {
          progress.accept(PROGRESS_ROWS);
        }
      }
    }
    progress.accept((end - from) % PROGRESS_ROWS);
    // closing has flushed: a row that was refused would have thrown
    table.acknowledgedAll(from, end);
  }

  private record Part(Dataset dataset, int partition) {}
}
