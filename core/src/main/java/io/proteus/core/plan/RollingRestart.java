package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * MET-11: one node after the other is emptied, restarted with its new split, and given the
 * partitions that it should hold.
 *
 * <p>What a node holds goes to where it belongs if that node is ready, and else to the least loaded
 * of those that still wait for their own restart, or, for the last one, of the others.
 */
final class RollingRestart {
  private final Map<NodeId, Restarting> restarting = new TreeMap<>();
  private final NodeLoads loads = new NodeLoads();
  private final List<Step> steps = new ArrayList<>();

  /** A node that is to be restarted. */
  private static final class Restarting {
    final MemorySplit split;
    final Set<TrackedPartition> held = new LinkedHashSet<>();
    final List<TrackedPartition> belonging = new ArrayList<>();

    Restarting(MemorySplit split) {
      this.split = split;
    }
  }

  private RollingRestart(Map<NodeId, MemorySplit> splits) {
    splits.forEach((node, split) -> restarting.put(node, new Restarting(split)));
  }

  /**
   * The steps, in order. The partitions are brought, on paper, to where they will be then.
   *
   * @param splits of the nodes that are to be restarted
   * @param leaving nodes that will go, which host partitions only where there is no other
   */
  static List<Step> steps(
      Topology topology,
      Map<NodeId, MemorySplit> splits,
      List<NodeId> leaving,
      Collection<TrackedPartition> partitions) {
    RollingRestart restart = new RollingRestart(splits);
    restart.openHosts(topology, leaving);
    partitions.forEach(restart::take);
    restart.restarting.forEach(restart::restart);
    return restart.steps;
  }

  private void openHosts(Topology topology, List<NodeId> leaving) {
    List<NodeId> others = new ArrayList<>();
    for (Node node : topology.nodes()) {
      if (!restarting.containsKey(node.id())) {
        others.add(node.id());
      }
    }
    if (restarting.size() > 1 || others.size() > leaving.size()) {
      others.removeAll(leaving);
    }
    loads.open(restarting.keySet(), others);
  }

  private void take(TrackedPartition partition) {
    NodeId node = partition.node;
    if (node == null) {
      return;
    }
    loads.add(node, partition.load);
    Restarting holder = restarting.get(node);
    if (holder != null) {
      holder.held.add(partition);
    }
    Restarting owner = partition.goal == null ? null : restarting.get(partition.goal.node());
    if (owner != null) {
      owner.belonging.add(partition);
    }
  }

  private void restart(NodeId node, Restarting what) {
    loads.close(node);
    busiestFirst(what.held).forEach(partition -> drain(partition, node));
    steps.add(new Step.RestartNode(node, what.split));
    loads.ready(node);
    busiestFirst(what.belonging).forEach(partition -> move(partition, node));
  }

  private void drain(TrackedPartition partition, NodeId node) {
    NodeId goal = partition.goal == null ? node : partition.goal.node();
    if (!goal.equals(node) && !loads.isWaiting(goal)) {
      move(partition, goal);
    } else {
      loads.leastLoaded().ifPresent(host -> move(partition, host));
    }
  }

  private void move(TrackedPartition partition, NodeId to) {
    Restarting holder = partition.node == null ? null : restarting.get(partition.node);
    partition
        .moveTo(to)
        .ifPresent(
            step -> {
              steps.add(step);
              loads.add(step.from(), -partition.load);
              loads.add(to, partition.load);
              if (holder != null) {
                holder.held.remove(partition);
              }
              Restarting host = restarting.get(to);
              if (host != null) {
                host.held.add(partition);
              }
            });
  }

  private static List<TrackedPartition> busiestFirst(Collection<TrackedPartition> partitions) {
    return partitions.stream().sorted(TrackedPartition.BUSIEST_FIRST).toList();
  }
}
