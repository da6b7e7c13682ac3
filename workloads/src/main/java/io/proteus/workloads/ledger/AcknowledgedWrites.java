package io.proteus.workloads.ledger;

import io.proteus.core.units.InvalidValue;
import io.proteus.workloads.tenant.Dataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every write that the store has acknowledged, from the load phase to the end of the last run, so
 * that all of them can be asked back: a reconfiguration must lose none.
 *
 * <p>It lives as long as the tables it has loaded; its epoch tells their rows from those that an
 * earlier one has left behind.
 */
public final class AcknowledgedWrites {
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

  public List<TableLedger> tables() {
    return List.copyOf(tables.values());
  }
}
