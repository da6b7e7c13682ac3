package io.proteus.core.plan;

import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One plan in the making: follows where every partition will be after the steps so far. The order
 * is: new nodes; what can be set online; drained restarts, one node after the other (MET-11); the
 * moves that are left; compactions; nodes that go.
 */
final class PlanDraft {
  private final Planner planner;
  private final Situation now;
  private final Topology topology;
  private final Verdict.Retarget wanted;
  private final LayoutDifference difference;
  private final Set<Capability> capabilities;
  private final Map<PartitionId, Partition> partitions = new HashMap<>();
  private final Map<PartitionId, NodeId> where = new HashMap<>();
  private final Map<PartitionId, NodeTarget> goal = new HashMap<>();
  private final Map<NodeId, Double> loadOf = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Reason> reasons;

  PlanDraft(Planner planner, Situation now, Verdict.Retarget wanted) {
    this.planner = planner;
    this.now = now;
    this.topology = now.topology();
    this.wanted = wanted;
    this.difference = LayoutDifference.between(topology, wanted.target());
    this.capabilities = now.latest().capabilities();
    this.reasons = new ArrayList<>(wanted.reasons());
    for (NodeTarget target : wanted.target().nodes()) {
      target.partitions().forEach(partition -> goal.put(partition, target));
    }
    topology.nodes().forEach(node -> loadOf.put(node.id(), 0.0));
    for (Partition partition : topology.partitions()) {
      partitions.put(partition.id(), partition);
      if (partition.node() != null) {
        where.put(partition.id(), partition.node());
        loadOf.merge(partition.node(), loadOf(partition.id()), Double::sum);
      }
    }
  }

  Plan finish() {
    addNodes();
    setOnline();
    restartOneByOne();
    moveTheRest();
    compact();
    removeNodes();
    return new Plan(
        "plan-%d-%d".formatted(now.now().toEpochMilli(), now.latest().number()),
        now.latest().number(),
        wanted.target(),
        steps,
        Price.of(steps),
        reasons);
  }

  private void addNodes() {
    int total = topology.nodes().size();
    for (NodeTarget target : difference.added()) {
      steps.add(new Step.AddNode(target.node(), ++total, target.profile().memory()));
      loadOf.put(target.node(), 0.0);
    }
  }

  private void setOnline() {
    new TreeMap<>(difference.misconfigured())
        .forEach(
            (node, memory) -> {
              if (isOnline(node)) {
                steps.add(new Step.SetMemorySplit(node, memory));
              }
            });
    if (capabilities.contains(Capability.BLOCK_SIZE_ONLINE)) {
      new TreeMap<>(difference.altered())
          .forEach((table, size) -> steps.add(new Step.SetBlockSize(table, size)));
    }
  }

  private boolean isOnline(NodeId node) {
    return capabilities.contains(Capability.MEMORY_SPLIT_ONLINE)
        && topology.node(node).map(Node::memoryOnline).orElse(false);
  }

  private void restartOneByOne() {
    Deque<NodeId> waiting = new ArrayDeque<>();
    new TreeMap<>(difference.misconfigured())
        .keySet().stream().filter(node -> !isOnline(node)).forEach(waiting::add);
    if (waiting.isEmpty()) {
      return;
    }
    if (!capabilities.contains(Capability.RESTART_NODE) || !canMove() || loadOf.size() < 2) {
      reasons.add(
          NOT_CAPABLE.because(
              "cloud.type",
              "%s keep their memory split: they take no new one while they run, and cannot be restarted",
              waiting));
      return;
    }
    while (!waiting.isEmpty()) {
      NodeId node = waiting.remove();
      drain(node, waiting);
      MemorySplit memory = difference.misconfigured().get(node);
      if (memory != null) {
        steps.add(new Step.RestartNode(node, memory));
      }
      for (PartitionId partition : targetOf(node)) {
        move(partition, node);
      }
    }
  }

  /**
   * Empties a node before its restart: what belongs to a node that is ready goes there for good,
   * the rest to the least loaded of those that still wait for their restart (MET-11), or of any.
   */
  private void drain(NodeId node, Deque<NodeId> waiting) {
    for (PartitionId partition : heldBy(node)) {
      NodeTarget target = goal.get(partition);
      if (target != null && !target.node().equals(node) && !waiting.contains(target.node())) {
        move(partition, target.node());
      } else {
        List<NodeId> hosts = new ArrayList<>(waiting.isEmpty() ? loadOf.keySet() : waiting);
        hosts.removeIf(host -> host.equals(node) || difference.removed().contains(host));
        hosts.stream()
            .min(
                Comparator.<NodeId>comparingDouble(this::loadOf)
                    .thenComparing(Comparator.naturalOrder()))
            .ifPresent(host -> move(partition, host));
      }
    }
  }

  private void moveTheRest() {
    if (!canMove()) {
      if (!difference.misplaced().isEmpty()) {
        reasons.add(
            NOT_CAPABLE.says(
                "%d partitions stay: this store places them itself",
                difference.misplaced().size()));
      }
      return;
    }
    // table by table in turn, so that no tenant has several partitions in transition at once
    Map<TableId, Deque<PartitionId>> byTable = new LinkedHashMap<>();
    goal.keySet().stream()
        .filter(partition -> !isThere(partition))
        .sorted(
            Comparator.<PartitionId>comparingDouble(this::loadOf)
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .forEach(
            id -> {
              Partition partition = partitions.get(id);
              if (partition != null) {
                byTable.computeIfAbsent(partition.table(), t -> new ArrayDeque<>()).add(id);
              }
            });
    while (!byTable.isEmpty()) {
      for (Deque<PartitionId> ofTable : byTable.values()) {
        PartitionId partition = ofTable.remove();
        NodeTarget target = goal.get(partition);
        if (target != null) {
          move(partition, target.node());
        }
      }
      byTable.values().removeIf(Deque::isEmpty);
    }
  }

  private void compact() {
    if (!capabilities.contains(Capability.COMPACT_PARTITION)) {
      return;
    }
    for (NodeTarget target : wanted.target().nodes()) {
      Ratio minimum = planner.minimumLocality(target.profile().name());
      for (PartitionId id : target.partitions()) {
        Partition partition = partitions.get(id);
        if (partition != null && partition.size().bytes() > 0 && isThere(id)) {
          boolean moved = !target.node().equals(partition.node());
          Ratio locality = partition.locality();
          if (moved || (locality != null && minimum.exceeds(locality))) {
            steps.add(
                new Step.CompactPartition(
                    id, partition.table(), target.node(), minimum, partition.size()));
          }
        }
      }
    }
  }

  private void removeNodes() {
    for (NodeId node : difference.removed()) {
      steps.add(new Step.RemoveNode(node));
      steps.add(new Step.ForgetNode(node));
    }
  }

  private boolean canMove() {
    return capabilities.contains(Capability.MOVE_PARTITION);
  }

  private boolean isThere(PartitionId partition) {
    NodeTarget target = goal.get(partition);
    return target == null || target.node().equals(where.get(partition));
  }

  private void move(PartitionId id, NodeId to) {
    Partition partition = partitions.get(id);
    NodeId from = where.get(id);
    if (partition == null || from == null || from.equals(to)) {
      return;
    }
    steps.add(new Step.MovePartition(id, partition.table(), from, to, partition.size()));
    where.put(id, to);
    loadOf.merge(from, -loadOf(id), Double::sum);
    loadOf.merge(to, loadOf(id), Double::sum);
  }

  private List<PartitionId> heldBy(NodeId node) {
    return topology.partitions().stream()
        .map(Partition::id)
        .filter(id -> node.equals(where.get(id)))
        .sorted(Comparator.<PartitionId>comparingDouble(this::loadOf).reversed())
        .toList();
  }

  private List<PartitionId> targetOf(NodeId node) {
    return wanted.target().nodes().stream()
        .filter(target -> target.node().equals(node))
        .flatMap(target -> target.partitions().stream())
        .toList();
  }

  private double loadOf(PartitionId partition) {
    return now.ratesOf(partition).total();
  }

  private double loadOf(NodeId node) {
    return loadOf.getOrDefault(node, 0.0);
  }
}
