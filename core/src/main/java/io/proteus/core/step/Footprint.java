package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import java.util.Set;

/**
 * The nodes and tables that a running step affects. Steps that run at once are chosen with
 * different footprints where possible.
 *
 * @param nodes nodes that have work with it
 * @param tables tables whose clients wait for it
 * @param partitions partitions that it changes; it runs beside no other step that changes them
 */
public record Footprint(Set<NodeId> nodes, Set<TableId> tables, Set<PartitionId> partitions) {
  public static final Footprint NONE = new Footprint(Set.of(), Set.of(), Set.of());

  public Footprint {
    nodes = Set.copyOf(nodes);
    tables = Set.copyOf(tables);
    partitions = Set.copyOf(partitions);
  }

  public static Footprint ofNode(NodeId node) {
    return new Footprint(Set.of(node), Set.of(), Set.of());
  }

  public static Footprint ofTable(TableId table) {
    return new Footprint(Set.of(), Set.of(table), Set.of());
  }
}
