package io.proteus.core.decision;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.Situation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The splits of empty tables before they are loaded (PCM-8, HCF-1), spread over the nodes: each
 * partition goes to the node that has the fewest of its table by then.
 */
final class Presplit {
  private Presplit() {}

  /**
   * The splits, each table's from its last key to its first.
   *
   * @param keys where tables are split; ascending
   */
  static Reshapes reshapes(SortedMap<TableId, List<RowKey>> keys, Situation now) {
    List<Reshapes.Split> splits = new ArrayList<>();
    keys.forEach((table, at) -> add(table, at, now, splits));
    return new Reshapes(splits, List.of());
  }

  private static void add(
      TableId table, List<RowKey> keys, Situation now, List<Reshapes.Split> splits) {
    List<Partition> parts =
        now.topology().partitions().stream().filter(part -> part.table().equals(table)).toList();
    Spread spread = new Spread(table, parts, now);
    boolean canMove = now.latest().capabilities().contains(Capability.MOVE_PARTITION);
    for (Partition part : parts) {
      KeyRange rows = part.rows();
      if (rows == null || part.node() == null) {
        continue;
      }
      List<RowKey> inside = keys.stream().filter(rows::isDividedBy).toList();
      for (int i = inside.size() - 1; i >= 0; i--) {
        splits.add(
            new Reshapes.Split(
                part.id(), inside.get(i), canMove ? spread.next(part.node()) : null));
      }
    }
  }

  /** How many partitions each node has of a table, and of all, that may hold the table. */
  private static final class Spread {
    private final Map<NodeId, Integer> ofTable = new TreeMap<>();
    private final Map<NodeId, Integer> ofAll = new HashMap<>();

    Spread(TableId table, List<Partition> parts, Situation now) {
      for (Node node : now.topology().nodes()) {
        if (now.topology().restrictions().mayHold(node.id(), table)) {
          ofTable.put(node.id(), 0);
        }
      }
      for (Partition part : parts) {
        if (part.node() != null) {
          ofTable.computeIfPresent(part.node(), (node, count) -> count + 1);
        }
      }
      now.topology().partitionsByNode().forEach((node, held) -> ofAll.put(node, held.size()));
    }

    /**
     * The node that gets one more.
     *
     * @param present who has it now, and keeps it where no other may hold it
     */
    NodeId next(NodeId present) {
      NodeId next =
          ofTable.entrySet().stream()
              .min(
                  Map.Entry.<NodeId, Integer>comparingByValue()
                      .thenComparing(
                          Comparator.comparing(node -> ofAll.getOrDefault(node.getKey(), 0))))
              .map(Map.Entry::getKey)
              .orElse(present);
      ofTable.merge(next, 1, Integer::sum);
      return next;
    }
  }
}
