package io.proteus.core.plan;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
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
  private final Map<NodeId, RestartNode> restarts;
  private final Map<NodeId, List<TrackedPartition>> belonging = new HashMap<>();
  private final Hosts hosts = new Hosts();
  private final List<Step> steps = new ArrayList<>();

  private RollingRestart(Map<NodeId, RestartNode> restarts) {
    this.restarts = new TreeMap<>(restarts);
  }

  /**
   * The steps, in order. The partitions are brought, on paper, to where they will be then.
   *
   * @param restarts by node
   * @param leaving nodes that will go, which host partitions only where there is no other
   */
  static List<Step> steps(
      Topology topology,
      Map<NodeId, RestartNode> restarts,
      Collection<NodeId> leaving,
      Collection<TrackedPartition> partitions) {
    RollingRestart restart = new RollingRestart(restarts);
    restart.openHosts(topology, new HashSet<>(leaving));
    partitions.forEach(restart::take);
    restart.restarts.forEach(restart::restart);
    return restart.steps;
  }

  private void openHosts(Topology topology, Set<NodeId> leaving) {
    boolean onlyLeaving = topology.nodes().size() - 1 == leaving.size();
    for (Node node : topology.nodes()) {
      if (restarts.containsKey(node.id())) {
        hosts.waiting(node.id());
      } else if (onlyLeaving || !leaving.contains(node.id())) {
        hosts.ready(node.id());
      }
    }
  }

  private void take(TrackedPartition partition) {
    if (partition.node != null) {
      hosts.add(partition, partition.node);
      if (partition.goal != null && restarts.containsKey(partition.goal)) {
        belonging.computeIfAbsent(partition.goal, node -> new ArrayList<>()).add(partition);
      }
    }
  }

  private void restart(NodeId node, RestartNode step) {
    hosts.close(node);
    busiestFirst(hosts.heldBy(node)).forEach(partition -> drain(partition, node));
    steps.add(step);
    hosts.ready(node);
    busiestFirst(belonging.getOrDefault(node, List.of()))
        .forEach(partition -> move(partition, node));
  }

  private void drain(TrackedPartition partition, NodeId node) {
    NodeId goal = partition.goal == null ? node : partition.goal;
    if (!goal.equals(node) && !hosts.isWaiting(goal)) {
      move(partition, goal);
    } else {
      hosts.leastLoaded().ifPresent(host -> move(partition, host));
    }
  }

  private void move(TrackedPartition partition, NodeId to) {
    partition
        .moveTo(to)
        .ifPresent(
            step -> {
              steps.add(step);
              hosts.remove(partition, step.from());
              hosts.add(partition, to);
            });
  }

  private static List<TrackedPartition> busiestFirst(Collection<TrackedPartition> partitions) {
    List<TrackedPartition> sorted = new ArrayList<>(partitions);
    sorted.sort(TrackedPartition.BUSIEST_FIRST);
    return sorted;
  }
}
