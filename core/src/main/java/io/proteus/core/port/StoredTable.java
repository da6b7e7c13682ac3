package io.proteus.core.port;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import java.util.List;
import java.util.Map;

/**
 * A table as the store keeps it.
 *
 * @param enabled whether it is served
 * @param empty whether it holds no row; false for one that is not served, as nobody can tell
 * @param splits where it is split, ascending
 * @param families the groups of columns that it has
 * @param attributes what is set on it, in the store's own keys; what is at its default is not there
 */
public record StoredTable(
    TableId id,
    boolean enabled,
    boolean empty,
    List<RowKey> splits,
    List<String> families,
    Map<String, String> attributes) {
  public StoredTable {
    splits = List.copyOf(splits);
    families = List.copyOf(families);
    attributes = Map.copyOf(attributes);
  }
}
