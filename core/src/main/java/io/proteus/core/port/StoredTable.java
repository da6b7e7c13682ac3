package io.proteus.core.port;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A table as the store keeps it.
 *
 * @param enabled whether it is served
 * @param empty whether it holds no row; false for one that is not served, as nobody can tell
 * @param splits where it is split, ascending
 * @param families the groups of columns that it has
 * @param attributes what is set on it, in the store's own keys; what is at its default is not there
 * @param ofFamilies what its families have of their own, by their names, which wins over what the
 *     table has
 */
public record StoredTable(
    TableId id,
    boolean enabled,
    boolean empty,
    List<RowKey> splits,
    List<String> families,
    Map<String, String> attributes,
    Map<String, Map<String, String>> ofFamilies) {
  public StoredTable {
    splits = List.copyOf(splits);
    families = List.copyOf(families);
    attributes = Map.copyOf(attributes);
    SortedMap<String, Map<String, String>> own = new TreeMap<>();
    ofFamilies.forEach((family, values) -> own.put(family, Map.copyOf(values)));
    ofFamilies = Collections.unmodifiableSortedMap(own);
  }

  /** A table whose families have no settings of their own. */
  public StoredTable(
      TableId id,
      boolean enabled,
      boolean empty,
      List<RowKey> splits,
      List<String> families,
      Map<String, String> attributes) {
    this(id, enabled, empty, splits, families, attributes, Map.of());
  }
}
