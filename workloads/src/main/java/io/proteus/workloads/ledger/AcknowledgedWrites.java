package io.proteus.workloads.ledger;

import io.proteus.core.units.InvalidValue;
import io.proteus.workloads.tenant.Dataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Every write that the store has acknowledged, from the load phase to the end of the last run, so
 * that all of them can be asked back: a reconfiguration must lose none.
 *
 * <p>It lives as long as the tables it has loaded; its epoch tells their rows from those that an
 * earlier one has left behind.
 */
public final class AcknowledgedWrites {
  /** Partitions that are read back at once; each server answers for a few. */
  private static final int READERS = 5;

  private final Map<String, TableLedger> tables = new LinkedHashMap<>();

  /**
   * @param epoch differs from that of every other ledger of the same tables, such as the time
   */
  public AcknowledgedWrites(List<Dataset> datasets, long epoch) {
    for (Dataset dataset : datasets) {
      if (tables.put(dataset.table(), new TableLedger(dataset, epoch)) != null) {
        throw new InvalidValue(
            "ledger: want one tenant a table, got two for %s.".formatted(dataset.table()));
      }
    }
  }

  public TableLedger table(Dataset dataset) {
    @Nullable TableLedger table = tables.get(dataset.table());
    if (table == null || !table.dataset().keys().equals(dataset.keys())) {
      throw new InvalidValue(
          "ledger: want a table and key space it was made for, got %s with %s, knows %s."
              .formatted(dataset.table(), dataset.keys(), tables.keySet()));
    }
    return table;
  }

  /**
   * Asks every acknowledged write back, several partitions at a time. The writers must have ended.
   *
   * @throws IOException when a partition could not be read: then nothing is known, which is not the
   *     same as nothing lost
   */
  public Verification verify(StoredRows stored) throws IOException, InterruptedException {
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    try {
      var checks = new ArrayList<Future<Verification>>();
      for (TableLedger table : tables.values()) {
        for (int partition = 0; partition < table.dataset().keys().partitions(); partition++) {
          int checked = partition;
          checks.add(readers.submit(() -> new PartitionCheck(table).run(stored, checked)));
        }
      }
      Verification all = Verification.NOTHING;
      for (Future<Verification> check : checks) {
        all = all.plus(check.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IOException("ledger: a partition could not be read back, see the cause.", e);
    } finally {
      readers.shutdownNow();
    }
  }
}
