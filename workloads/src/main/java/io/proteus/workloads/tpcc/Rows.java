package io.proteus.workloads.tpcc;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What TPC-C needs of a store: changes of one row that are atomic, and ranges of keys. Nothing
 * spans rows. Safe for use by several threads.
 */
public interface Rows {
  /** A row, {@linkplain Row#isMissing missing} where there is none. */
  Row get(Relation relation, String key) throws IOException;

  /** Several rows in the order that was asked. */
  List<Row> get(Relation relation, List<String> keys) throws IOException;

  /** Writes rows; of a row that is there, only these columns. */
  void put(Relation relation, List<Row> rows) throws IOException;

  /** Adds to numbers of a row, all at once; tells what they have become. */
  Row add(Relation relation, String key, Map<String, Long> more) throws IOException;

  /** Sets a number if it is what is expected; tells whether it was. */
  boolean replace(Relation relation, String key, String column, long expected, long by)
      throws IOException;

  void delete(Relation relation, String key) throws IOException;

  /** The first rows whose keys begin with a prefix. */
  default List<Row> startingWith(Relation relation, String prefix, int most) throws IOException {
    return between(relation, prefix, prefix + Character.MAX_VALUE, most);
  }

  /** Rows with keys from the first, up to but without the last, in order. */
  List<Row> between(Relation relation, String from, String to, int most) throws IOException;

  /** Writes one row. */
  default void put(Relation relation, Row row) throws IOException {
    put(relation, List.of(row));
  }
}
