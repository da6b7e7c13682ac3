package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How busy one partition makes its node. One node serves a partition, so neither more nodes nor
 * another placement takes this from the node that has it: only a split does.
 *
 * @param loaded the partition
 * @param node who serves it
 * @param nodeBusy how busy that node is, CPU and waiting for the disk together, 0..1
 * @param share of the node's requests that are to the partition, 0..1
 */
public record PartitionHeat(LoadedPartition loaded, NodeId node, double nodeBusy, double share) {

  /** How busy a node like this one is that serves the partition and nothing else, 0..1. */
  public double busy() {
    return nodeBusy * share;
  }

  /**
   * The hottest partition of each node. Nodes are left out whose load is not known or that serve no
   * requests, and all of them where requests are not measured partition by partition.
   */
  public static Map<NodeId, PartitionHeat> ofNodes(Situation now) {
    if (!now.basis().isMeasured()) {
      return Map.of();
    }
    Map<NodeId, Double> requests = new HashMap<>();
    Map<NodeId, LoadedPartition> hottest = new HashMap<>();
    for (LoadedPartition loaded : now.partitions()) {
      NodeId node = loaded.partition().node();
      if (node != null) {
        requests.merge(node, loaded.load(), Double::sum);
        hottest.merge(node, loaded, (one, other) -> other.load() > one.load() ? other : one);
      }
    }
    Map<NodeId, PartitionHeat> heats = new HashMap<>();
    hottest.forEach(
        (node, loaded) -> {
          NodeLoad load = now.loads().get(node);
          Double busy = load == null ? null : load.host().busy();
          double all = requests.getOrDefault(node, 0.0);
          if (busy != null && all > 0) {
            heats.put(node, new PartitionHeat(loaded, node, busy, loaded.load() / all));
          }
        });
    return heats;
  }

  /**
   * All partitions of some nodes that are used, the hottest of each first.
   *
   * @param hottest of these nodes, as {@link #ofNodes} tells
   */
  public static Map<NodeId, List<PartitionHeat>> beside(
      Collection<PartitionHeat> hottest, Situation now) {
    Map<NodeId, PartitionHeat> nodes = new HashMap<>();
    hottest.forEach(heat -> nodes.put(heat.node(), heat));
    Map<NodeId, List<PartitionHeat>> all = new HashMap<>();
    for (LoadedPartition loaded : now.partitions()) {
      PartitionHeat heat = nodes.get(loaded.partition().node());
      if (heat != null && loaded.load() > 0) {
        all.computeIfAbsent(heat.node(), node -> new ArrayList<>()).add(heat.of(loaded));
      }
    }
    all.values()
        .forEach(parts -> parts.sort(Comparator.comparingDouble(PartitionHeat::share).reversed()));
    return all;
  }

  /** Another partition of the same node. */
  private PartitionHeat of(LoadedPartition other) {
    return new PartitionHeat(other, node, nodeBusy, other.load() * share / loaded.load());
  }

  /**
   * How busy the busiest node stays however many nodes there are: its hottest partition alone makes
   * it so busy. 0 where nothing is known. A policy that wants its nodes below this would buy them
   * in vain.
   */
  public static double bound(Situation now) {
    Collection<PartitionHeat> heats = ofNodes(now).values();
    return heats.stream().mapToDouble(PartitionHeat::busy).max().orElse(0);
  }
}
