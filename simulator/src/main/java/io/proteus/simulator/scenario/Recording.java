package io.proteus.simulator.scenario;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a real cluster was asked for and what it did: where a replay begins, and what its clients
 * do.
 *
 * @param nodes at the start
 * @param tables with their blocks
 * @param partitions at the start, with size, place and locality; those of a table in the order of
 *     the shares of its demand
 * @param demand by table, the earliest first
 * @param arrangements who was there and who held what, the earliest first
 */
public record Recording(
    List<Node> nodes,
    List<Table> tables,
    List<Partition> partitions,
    Map<String, List<Demand>> demand,
    List<Arrangement> arrangements) {
  private static final double LEAST_RATE = 1e-6;

  public Recording {
    nodes = List.copyOf(nodes);
    tables = List.copyOf(tables);
    partitions = List.copyOf(partitions);
    demand = Map.copyOf(demand);
    arrangements = List.copyOf(arrangements);
  }

  /**
   * What the clients of a table ask for from a moment on.
   *
   * @param rate requests a second
   * @param shares of them that each partition gets, together 1; may be shared by many demands
   */
  public record Demand(Duration from, double rate, Operations operations, List<Double> shares) {
    /** The same clients, but asking for this. */
    public Tenant of(Tenant base) {
      return new Tenant(
          base.name(),
          operations,
          base.clients(),
          base.think(),
          Math.max(LEAST_RATE, rate),
          base.rows(),
          base.rowSize(),
          base.updateSize(),
          base.scanRows(),
          shares,
          base.hotData(),
          base.hotRequests(),
          null,
          List.of(),
          List.of(),
          null,
          1,
          null,
          base.oneKey());
    }
  }

  /**
   * Who was there from a moment on.
   *
   * @param placement of the partitions whose place was written down; the others stay where they are
   * @param memory of the nodes whose split was written down
   */
  public record Arrangement(
      Duration from,
      List<NodeId> nodes,
      Map<PartitionId, NodeId> placement,
      Map<NodeId, MemorySplit> memory) {
    public Arrangement {
      nodes = List.copyOf(nodes);
      placement = Map.copyOf(placement);
      memory = new TreeMap<>(memory);
    }
  }

  /** Of a table, the earliest first. */
  public List<Demand> of(String table) {
    return demand.getOrDefault(table, List.of());
  }
}
