package io.proteus.workloads.tpcc;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sorted maps, one change at a time. */
final class RowsInMemory implements Rows {
  private final Map<Relation, TreeMap<String, Row>> tables = new EnumMap<>(Relation.class);

  private TreeMap<String, Row> table(Relation relation) {
    return tables.computeIfAbsent(relation, any -> new TreeMap<>());
  }

  private static Row copy(Row row) {
    Row copy = new Row(row.key());
    row.cells().forEach(copy::with);
    return copy;
  }

  @Override
  public synchronized Row get(Relation relation, String key) {
    return copy(table(relation).getOrDefault(key, new Row(key)));
  }

  @Override
  public synchronized List<Row> get(Relation relation, List<String> keys) {
    return keys.stream().map(key -> get(relation, key)).toList();
  }

  @Override
  public synchronized void put(Relation relation, List<Row> rows) {
    for (Row row : rows) {
      Row stored = table(relation).computeIfAbsent(row.key(), Row::new);
      row.cells().forEach(stored::with);
    }
  }

  @Override
  public synchronized Row add(Relation relation, String key, Map<String, Long> more) {
    Row stored = table(relation).computeIfAbsent(key, Row::new);
    more.forEach(
        (column, by) -> stored.with(column, (stored.has(column) ? stored.number(column) : 0) + by));
    return copy(stored);
  }

  @Override
  public synchronized boolean replace(
      Relation relation, String key, String column, long expected, long by) {
    Row stored = table(relation).get(key);
    if (stored == null || stored.number(column) != expected) {
      return false;
    }
    stored.with(column, by);
    return true;
  }

  @Override
  public synchronized void delete(Relation relation, String key) {
    table(relation).remove(key);
  }

  @Override
  public synchronized List<Row> between(Relation relation, String from, String to, int most) {
    return table(relation).subMap(from, to).values().stream()
        .limit(most)
        .map(RowsInMemory::copy)
        .toList();
  }

  synchronized int size(Relation relation) {
    return table(relation).size();
  }
}
