package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import java.util.List;

/**
 * Nodes that serve some tables and no others. A partition never goes to a node of another pool.
 *
 * @param name as operators call it
 * @param nodes live ones, sorted
 * @param tables whose partitions only these nodes hold, sorted
 * @param takesNewNodes whether a node that nobody has assigned to a pool belongs to this one
 */
public record Pool(String name, List<NodeId> nodes, List<TableId> tables, boolean takesNewNodes) {
  public Pool {
    if (name.isBlank()) {
      throw new InvalidValue("pool: want a name, got an empty one.");
    }
    nodes = nodes == null ? List.of() : nodes.stream().distinct().sorted().toList();
    tables = tables == null ? List.of() : tables.stream().distinct().sorted().toList();
  }
}
