package io.proteus.core.plan;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * MET-11: empties one node after the other, restarts it with its new split, and gives it the
 * partitions that it should hold. Where copies on other nodes serve meanwhile, no node is emptied.
 *
 * <p>A partition goes to its target if that node is ready. Otherwise it goes to the least loaded
 * node that still waits for its restart, and for the last restart to the least loaded of the other
 * nodes.
 */
public final class RollingRestart {
  private final Map<NodeId, RestartNode> restarts;
  private final Map<NodeId, List<DraftPartition>> belonging = new HashMap<>();
  private final DraftNodes nodes = new DraftNodes();
  private final List<Step> steps = new ArrayList<>();
  private final Restrictions.MayHold mayHold;

  private RollingRestart(Map<NodeId, RestartNode> restarts, Topology topology) {
    this.restarts = new TreeMap<>(restarts);
    this.mayHold = topology.restrictions().lookup();
  }

  /**
   * The steps, in order. The partitions are brought, on paper, to where they will be then.
   *
   * @param restarts by node
   * @param leaving nodes that will go, which host partitions only where there is no other
   */
  public static List<Step> steps(
      Topology topology,
      Map<NodeId, RestartNode> restarts,
      Collection<NodeId> leaving,
      Collection<DraftPartition> partitions) {
    if (topology.placing().restarting() != Emptying.BY_MOVES) {
      return List.copyOf(new TreeMap<>(restarts).values());
    }
    RollingRestart restart = new RollingRestart(restarts, topology);
    restart.openNodes(topology, new HashSet<>(leaving));
    partitions.forEach(restart::take);
    restart.restarts.forEach(restart::restart);
    return restart.steps;
  }

  /**
   * Of these nodes, those that cannot be emptied: no other node may hold what they hold.
   *
   * @param nodes that are to be restarted
   */
  static Set<NodeId> onlyHolders(
      Topology topology, Set<NodeId> nodes, Collection<DraftPartition> partitions) {
    Set<NodeId> only = new TreeSet<>();
    if (!topology.restrictions().areDivided()) {
      return only;
    }
    Restrictions.MayHold mayHold = topology.restrictions().lookup();
    for (DraftPartition tracked : partitions) {
      NodeId node = tracked.node;
      if (node != null
          && nodes.contains(node)
          && topology.nodes().stream()
              .map(Node::id)
              .noneMatch(o -> !o.equals(node) && mayHold.test(o, tracked.partition.table()))) {
        only.add(node);
      }
    }
    return only;
  }

  private void openNodes(Topology topology, Set<NodeId> leaving) {
    Map<Optional<Pool>, Long> staying =
        topology.nodes().stream()
            .filter(node -> !leaving.contains(node.id()))
            .collect(
                Collectors.groupingBy(
                    node -> topology.restrictions().poolOf(node.id()), Collectors.counting()));
    for (Node node : topology.nodes()) {
      boolean onlyLeaving =
          staying.getOrDefault(topology.restrictions().poolOf(node.id()), 0L) == 1;
      if (restarts.containsKey(node.id())) {
        nodes.waiting(node.id());
      } else if (onlyLeaving || !leaving.contains(node.id())) {
        nodes.ready(node.id());
      }
    }
  }

  private void take(DraftPartition partition) {
    if (partition.node != null) {
      nodes.add(partition, partition.node);
      if (partition.goal != null && restarts.containsKey(partition.goal)) {
        belonging.computeIfAbsent(partition.goal, node -> new ArrayList<>()).add(partition);
      }
    }
  }

  private void restart(NodeId node, RestartNode step) {
    nodes.close(node);
    busiestFirst(nodes.heldBy(node)).forEach(partition -> drain(partition, node));
    steps.add(step);
    nodes.ready(node);
    busiestFirst(belonging.getOrDefault(node, List.of()))
        .forEach(partition -> move(partition, node));
  }

  private void drain(DraftPartition partition, NodeId node) {
    NodeId goal = partition.goal == null ? node : partition.goal;
    if (!goal.equals(node) && !nodes.isWaiting(goal)) {
      move(partition, goal);
    } else {
      nodes
          .leastLoaded(to -> mayHold.test(to, partition.partition().table()))
          .ifPresent(to -> move(partition, to));
    }
  }

  private void move(DraftPartition partition, NodeId to) {
    partition
        .moveTo(to)
        .ifPresent(
            step -> {
              steps.add(step);
              nodes.remove(partition, step.from());
              nodes.add(partition, to);
            });
  }

  private static List<DraftPartition> busiestFirst(Collection<DraftPartition> partitions) {
    List<DraftPartition> sorted = new ArrayList<>(partitions);
    sorted.sort(DraftPartition.BUSIEST_FIRST);
    return sorted;
  }
}
