package io.proteus.app.server;

import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.RowKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests of partitions over time. The rows are in the order of keys, table by table.
 *
 * @param times when each column was observed, the oldest first
 * @param rows the busiest partitions, or those of one table
 * @param others how many partitions besides were asked for; they are in no row
 */
record HeatMap(List<Instant> times, List<Row> rows, int others) {

  /**
   * A partition.
   *
   * @param requestsPerSecond in each column; null where nothing is known of it, as before a split
   */
  record Row(String partition, String table, List<@Nullable Double> requestsPerSecond) {}

  /** A moment, with the requests of its busiest partitions. */
  record Column(Instant at, List<Cell> cells) {
    /** As many are kept of a moment. */
    private static final int MOST = 500;

    static Column of(Instant at, ClusterSurveyed survey) {
      List<Cell> cells = new ArrayList<>();
      for (ClusterSurveyed.Held held : survey.partitions()) {
        add(held.partition(), held.requestsPerSecond(), cells);
      }
      return busiest(at, cells);
    }

    static Column of(Observation seen) {
      List<Cell> cells = new ArrayList<>();
      for (Partition partition : seen.topology().partitions()) {
        add(partition, seen.rates().get(partition.id()), cells);
      }
      return busiest(seen.at(), cells);
    }

    private static void add(Partition partition, @Nullable RequestRates rates, List<Cell> cells) {
      if (rates != null) {
        KeyRange rows = partition.rows();
        cells.add(
            new Cell(
                new Key(
                    partition.table().value(),
                    rows == null ? null : rows.from(),
                    partition.id().value()),
                (float) rates.total()));
      }
    }

    private static Column busiest(Instant at, List<Cell> cells) {
      return new Column(
          at,
          cells.stream()
              .sorted(Comparator.comparingDouble(cell -> -cell.load()))
              .limit(MOST)
              .toList());
    }
  }

  /** The requests of a partition, op/s. */
  record Cell(Key key, float load) {}

  /**
   * Where a partition stands.
   *
   * @param from its first key; null for the first partition of a table, or where no store tells
   */
  record Key(String table, @Nullable RowKey from, String partition) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::table)
            .thenComparing(Key::from, Comparator.nullsFirst(Comparator.<RowKey>naturalOrder()))
            .thenComparing(Key::partition);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * The map of some moments.
   *
   * @param columns the oldest first
   * @param table whose partitions are shown; null for all
   * @param mostRows how many partitions are shown, those with the most requests over the time
   */
  static HeatMap of(List<Column> columns, @Nullable String table, int mostRows) {
    Map<Key, Double> sums = new HashMap<>();
    for (Column column : columns) {
      for (Cell cell : column.cells()) {
        if (table == null || table.equals(cell.key().table())) {
          sums.merge(cell.key(), (double) cell.load(), Double::sum);
        }
      }
    }
    List<Key> shown =
        sums.entrySet().stream()
            .sorted(
                Map.Entry.<Key, Double>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(mostRows)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    Map<Key, List<@Nullable Double>> rows = new HashMap<>();
    for (Key key : shown) {
      rows.put(key, new ArrayList<>(Collections.nCopies(columns.size(), null)));
    }
    for (int at = 0; at < columns.size(); at++) {
      for (Cell cell : columns.get(at).cells()) {
        List<@Nullable Double> row = rows.get(cell.key());
        if (row != null) {
          row.set(at, Math.round(cell.load() * 10) / 10.0);
        }
      }
    }
    return new HeatMap(
        columns.stream().map(Column::at).toList(),
        shown.stream()
            .map(key -> new Row(key.partition(), key.table(), rows.getOrDefault(key, List.of())))
            .toList(),
        sums.size() - shown.size());
  }
}
