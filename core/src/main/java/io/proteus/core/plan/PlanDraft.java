package io.proteus.core.plan;

import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.RESIZE_CONTINUES;
import static io.proteus.core.strategy.ReasonCode.STAYS_CHANGED;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Placing.Joining;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.AlterTable;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.EndMachine;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.step.Price;
import io.proteus.core.step.PriorValues;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.SetNodeSettings;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Few;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A plan in the making. It tracks where every partition is after the steps so far.
 *
 * <p>Splits and merges get a plan of their own: what else is wanted is planned once their loads are
 * known. Only settings go with them, before them, as an empty table gets both before its load. New
 * nodes get a plan of their own, too, because a node without a name can hold nothing; the placement
 * follows in the next plan. Otherwise the order is: online settings, except caches that become
 * smaller; drained restarts, one node after the other (MET-11); the remaining moves; smaller
 * caches, once their readers have gone; compactions; nodes that go; machines without a node.
 */
final class PlanDraft {
  private final Planner planner;
  private final Situation now;
  private final Topology topology;
  private final Verdict.Retarget wanted;
  private final Set<Capability> capabilities;
  private final List<DraftPartition> partitions;
  private final Map<NodeId, NodeTarget> goals = new HashMap<>();
  private final Map<NodeId, MemorySplit> misconfigured;
  private final Map<NodeId, SettingsChange> restarted;
  private final List<NodeTarget> added;
  private final List<NodeId> removed;
  private final CutOff cutOff;
  private final ArrayList<Step> steps = new ArrayList<>();
  private final List<Reason> reasons;

  /** Why partitions are not compacted that should be, once for each table or node. */
  private final Map<String, Reason> uncompacted = new TreeMap<>();

  PlanDraft(Planner planner, Situation now, Verdict.Retarget wanted) {
    this.planner = planner;
    this.now = now;
    this.topology = now.topology();
    this.wanted = wanted;
    this.capabilities = now.latest().capabilities();
    this.reasons = new ArrayList<>(wanted.reasons());
    this.misconfigured = LayoutDifference.misconfigured(topology, wanted.target());
    this.restarted =
        changesOfNodes(
            capabilities.contains(Capability.NODE_SETTINGS_ONLINE)
                ? Set.of(Effect.RESTART)
                : Set.of(Effect.ONLINE, Effect.RESTART));
    this.added = LayoutDifference.added(topology, wanted.target());
    this.removed = LayoutDifference.removed(topology, wanted.target());
    this.cutOff = CutOff.of(topology);
    this.partitions = tracked();
    wanted.target().nodes().forEach(target -> goals.put(target.node(), target));
  }

  private List<DraftPartition> tracked() {
    return now.partitions().parallelStream()
        .map(
            loaded ->
                new DraftPartition(
                    loaded,
                    cutOff.contains(loaded.partition().id())
                        ? null
                        : wanted
                            .target()
                            .targetOf(loaded.partition().id())
                            .map(NodeTarget::node)
                            .orElse(null)))
        .toList();
  }

  /** The partitions with the effects of the steps so far, in the topology's order. */
  List<DraftPartition> partitions() {
    return partitions;
  }

  Plan finish() {
    Optional<Sentence> kept = LayoutDifference.kept(topology, wanted.target());
    if (kept.isPresent()) {
      reasons.add(NOT_CAPABLE.because("cloud.type", kept.get()));
    } else if (!wanted.target().reshapes().saysNothing()) {
      set();
      reshape();
    } else if (!added.isEmpty()) {
      addNodes();
    } else {
      set();
      compact();
      removeNodes();
      endMachines();
    }
    forgetDead();
    reasons.addAll(cutOff.reasons());
    sayWhatIsNotPutBack();
    return new Plan(
        "plan-%d-%d".formatted(now.now().toEpochMilli(), now.latest().number()),
        now.latest().number(),
        wanted.target(),
        steps,
        Price.of(steps),
        reasons);
  }

  /** Sets tables and nodes, and moves what is to be elsewhere. */
  private void set() {
    setBlockSizes();
    alterTables();
    setNodes();
    if (canMove() || isPlacedByStore()) {
      setOnline(node -> !losesCache(node));
      restartOneByOne();
      moveTheRest();
      setOnline(this::losesCache);
    } else {
      leaveInPlace();
    }
  }

  /** Moves are always put back; there may be a million of them. */
  private void sayWhatIsNotPutBack() {
    List<Step> settings = steps.stream().filter(step -> step.relocation().isEmpty()).toList();
    List<Step> unknown = PriorValues.of(List.of(new IssuedSteps(topology, settings))).unknown();
    if (!unknown.isEmpty()) {
      reasons.add(
          STAYS_CHANGED.says(
              "an undo could not put these back, as what was before is not known: %s",
              Few.of(unknown)));
    }
  }

  private boolean canMove() {
    return capabilities.contains(Capability.MOVE_PARTITION);
  }

  private boolean isPlacedByStore() {
    return topology.placing().byStore();
  }

  private void reshape() {
    moveTokens();
    if (wanted.target().reshapes().dividesNothing()) {
      return;
    }
    if (capabilities.contains(Capability.RESHAPE_PARTITION)) {
      steps.addAll(wanted.target().reshapes().steps(topology, canMove()));
    } else {
      reasons.add(NOT_CAPABLE.says("this store neither splits nor merges {partitions} by order"));
    }
  }

  private void moveTokens() {
    List<Step> moves = wanted.target().reshapes().tokenSteps(topology);
    if (capabilities.contains(Capability.MOVE_TOKEN)) {
      steps.addAll(moves);
    } else if (!moves.isEmpty()) {
      reasons.add(NOT_CAPABLE.says("this store moves no token by order"));
    }
  }

  private void addNodes() {
    if (!capabilities.contains(Capability.RESIZE)) {
      reasons.add(NOT_CAPABLE.because("cloud.type", "no cloud is set that could start {nodes}"));
      return;
    }
    int total = topology.nodes().size() + now.setAside();
    Set<NodeId> lost = now.memory().scaling().ofNoNode(topology);
    int all = total + added.size();
    for (NodeTarget target : added) {
      steps.addAll(
          Arrival.steps(
              target.node(),
              ++total,
              target.profile().memory(),
              lost,
              wanted
                  .target()
                  .settings()
                  .nodes()
                  .getOrDefault(target.node(), Collections.emptySortedMap()),
              total < all,
              topology));
    }
    if (isPlacedByStore()) {
      return;
    }
    reasons.add(
        RESIZE_CONTINUES.says(
            "{%d partitions} will move, and {nodes} be configured, once the new {nodes} are there",
            misplaced()));
  }

  private long misplaced() {
    return partitions.stream().filter(DraftPartition::isMisplaced).count();
  }

  private void setBlockSizes() {
    if (capabilities.contains(Capability.BLOCK_SIZE_ONLINE)) {
      LayoutDifference.altered(topology, wanted.target())
          .forEach((table, size) -> steps.add(new SetBlockSize(table, size)));
    }
  }

  private void alterTables() {
    wanted
        .target()
        .settings()
        .changesOfTables(topology, Set.of(Effect.NEVER))
        .forEach(this::sayThatItNeverChanges);
    Map<TableId, TableChange> changes = wanted.target().settings().changesOfTables(topology);
    if (changes.isEmpty()) {
      return;
    }
    if (!capabilities.contains(Capability.TABLE_SETTINGS_ONLINE)) {
      reasons.add(
          NOT_CAPABLE.says(
              "%s stay as they are set: this store does not alter {tables}",
              Few.of(changes.keySet())));
      return;
    }
    Map<TableId, Integer> counts = new HashMap<>();
    topology.partitions().forEach(partition -> counts.merge(partition.table(), 1, Integer::sum));
    changes.forEach(
        (table, change) -> steps.add(new AlterTable(table, change, counts.getOrDefault(table, 0))));
  }

  /** What nodes take while they run needs no node emptied, whoever places partitions. */
  private void setNodes() {
    if (capabilities.contains(Capability.NODE_SETTINGS_ONLINE)) {
      changesOfNodes(Set.of(Effect.ONLINE))
          .forEach((node, change) -> steps.add(new SetNodeSettings(node, change)));
    }
    changesOfNodes(Set.of(Effect.NEVER)).forEach(this::sayThatItNeverChanges);
  }

  private void sayThatItNeverChanges(Object subject, Object change) {
    reasons.add(
        NOT_CAPABLE.says(
            "%s is not set to %s: it never takes another value of that", subject, change));
  }

  private Map<NodeId, SettingsChange> changesOfNodes(Set<Effect> effects) {
    return wanted.target().settings().changesOfNodes(topology, effects);
  }

  private void leaveInPlace() {
    Set<NodeId> nodes = new HashSet<>(misconfigured.keySet());
    nodes.addAll(restarted.keySet());
    if (misplaced() > 0 || !nodes.isEmpty()) {
      reasons.add(
          NOT_CAPABLE.says(
              "{%d partitions} {stays|stay}, and {%d nodes} {keeps its|keep their} configuration:"
                  + " this store places {partitions} itself",
              misplaced(), nodes.size()));
    }
  }

  private boolean losesCache(NodeId node) {
    MemorySplit wanted = misconfigured.get(node);
    return wanted != null
        && topology.node(node).filter(found -> found.losesCacheBy(wanted)).isPresent();
  }

  private void setOnline(Predicate<NodeId> due) {
    misconfigured.forEach(
        (node, memory) -> {
          if (due.test(node) && isOnline(node, memory)) {
            topology
                .node(node)
                .flatMap(
                    found -> planner.heapRoom().objection(found, now.loads().get(node), memory))
                .ifPresentOrElse(reasons::add, () -> steps.add(new SetMemorySplit(node, memory)));
          }
        });
  }

  private boolean isOnline(NodeId node, MemorySplit wanted) {
    return capabilities.contains(Capability.MEMORY_SPLIT_ONLINE)
        && topology.node(node).filter(found -> found.takesOnline(wanted)).isPresent();
  }

  /** Why nodes that are divided while they run are not now. */
  private void sayWhichShrinkByRestart() {
    List<NodeId> shrinking =
        topology.nodes().stream()
            .filter(Node::memoryOnline)
            .filter(
                node -> {
                  MemorySplit split = misconfigured.get(node.id());
                  return split != null && !node.takesOnline(split);
                })
            .map(Node::id)
            .toList();
    if (!shrinking.isEmpty()) {
      reasons.add(
          NOT_CAPABLE.says(
              "%s take the new split by a restart: while they run, they would keep the memory that"
                  + " their {write buffer} gives up",
              Few.of(shrinking)));
    }
  }

  private void restartOneByOne() {
    Map<NodeId, RestartNode> restarts = restarts();
    if (restarts.isEmpty()) {
      return;
    }
    sayWhichShrinkByRestart();
    if (!capabilities.contains(Capability.RESTART_NODE) || topology.nodes().size() < 2) {
      reasons.add(
          NOT_CAPABLE.because(
              "cloud.type",
              restarted.isEmpty()
                  ? "%s keep their memory split: they take no new one while they run, and cannot be"
                      + " restarted"
                  : "%s keep their settings: they take no new ones while they run, and cannot be"
                      + " restarted",
              Few.of(restarts.keySet())));
      return;
    }
    List<NodeId> stuck = cutOff.holders(topology.placing().restarting(), restarts.keySet());
    if (!stuck.isEmpty()) {
      restarts.keySet().removeAll(stuck);
      reasons.add(NOT_CAPABLE.says(cutOff.settingsStay(stuck)));
    }
    Set<NodeId> kept = RollingRestart.onlyHolders(topology, restarts.keySet(), partitions);
    restarts.keySet().removeAll(kept);
    if (!kept.isEmpty()) {
      reasons.add(
          NOT_CAPABLE.says(
              "%s keep their settings: no other {node} may hold what they hold meanwhile",
              Few.of(kept)));
    }
    steps.addAll(RollingRestart.steps(topology, restarts, removed, partitions));
  }

  private Map<NodeId, RestartNode> restarts() {
    Map<NodeId, RestartNode> restarts = new TreeMap<>();
    misconfigured.forEach(
        (node, memory) -> {
          if (!isOnline(node, memory)) {
            restarts.put(node, new RestartNode(node, memory));
          }
        });
    for (NodeTarget target : wanted.target().nodes()) {
      SettingsChange change = restarted.get(target.node());
      if (change != null) {
        restarts.put(
            target.node(), new RestartNode(target.node(), target.profile().memory(), change));
      }
    }
    return restarts;
  }

  /**
   * Table by table in turn, so that no tenant has several partitions in transition at once; in each
   * table, and among the tables, the busiest first.
   */
  private void moveTheRest() {
    Map<TableId, List<DraftPartition>> byTable = new HashMap<>();
    for (DraftPartition tracked : partitions) {
      if (tracked.isMisplaced()) {
        byTable.computeIfAbsent(tracked.partition.table(), table -> new ArrayList<>()).add(tracked);
      }
    }
    // a move and a compaction each
    steps.ensureCapacity(steps.size() + 2 * byTable.values().stream().mapToInt(List::size).sum());
    byTable.values().parallelStream()
        .forEach(ofTable -> ofTable.sort(DraftPartition.BUSIEST_FIRST));
    List<List<DraftPartition>> tables = new ArrayList<>(byTable.values());
    tables.sort(Comparator.comparing(ofTable -> ofTable.get(0), DraftPartition.BUSIEST_FIRST));
    Prefetch prefetch =
        tables.isEmpty() ? Prefetch.NONE : planner.prefetch(now, goals.values(), partitions);
    for (int turn = 0; !tables.isEmpty(); turn++) {
      for (List<DraftPartition> ofTable : tables) {
        DraftPartition tracked = ofTable.get(turn);
        tracked.moveHome().map(move -> prefetch.decide(move, tracked)).ifPresent(steps::add);
      }
      int next = turn + 1;
      tables.removeIf(ofTable -> ofTable.size() == next);
    }
  }

  private void compact() {
    if (!capabilities.contains(Capability.COMPACT_PARTITION)) {
      return;
    }
    for (DraftPartition tracked : partitions) {
      if (tracked.node != null && tracked.goal != null && !tracked.isMisplaced()) {
        compact(tracked, Objects.requireNonNull(goals.get(tracked.goal)));
      }
    }
    reasons.addAll(uncompacted.values());
  }

  private void compact(DraftPartition tracked, NodeTarget goal) {
    Partition partition = tracked.partition;
    Ratio minimum = planner.minimumLocality(goal.profile().name());
    boolean moved = !goal.node().equals(partition.node());
    boolean remote = partition.locality() != null && minimum.exceeds(partition.locality());
    if (partition.size().bytes() == 0 || !(moved || remote)) {
      return;
    }
    Optional<Sentence> ignored =
        topology.restrictions().ignoresCompaction(partition.table(), goal.node());
    if (ignored.isPresent()) {
      uncompacted.merge(ignored.get().toString(), NOT_CAPABLE.says(ignored.get()), (a, b) -> a);
      return;
    }
    steps.add(
        new CompactPartition(
                partition.id(), partition.table(), goal.node(), minimum, partition.size())
            .of(partition.rows()));
    tracked.compacted = true;
  }

  private void removeNodes() {
    Set<NodeId> holding = new HashSet<>();
    partitions.forEach(tracked -> holding.add(tracked.node));
    for (NodeId node : topology.restrictions().mayLeave(removed)) {
      if (!capabilities.contains(Capability.RESIZE)) {
        reasons.add(NOT_CAPABLE.because("cloud.type", "no cloud is set that could stop %s", node));
      } else if (topology.placing().leaving() == Emptying.BY_MOVES && holding.contains(node)) {
        reasons.add(NOT_CAPABLE.says("%s stays, as it cannot be emptied", node));
      } else {
        steps.addAll(Departure.steps(node, topology));
      }
    }
  }

  /** A node that comes while its machine is being ended is one of the dead afterwards. */
  private void endMachines() {
    SortedMap<NodeId, Instant> toEnd = LayoutDifference.machinesToEnd(topology, wanted.target());
    toEnd.forEach((node, started) -> steps.add(new EndMachine(node, started)));
    toEnd.keySet().forEach(node -> steps.add(new ForgetNode(node)));
  }

  /** Before all else where none joins while the store misses one. */
  private void forgetDead() {
    if (capabilities.contains(Capability.FORGET_NODE)) {
      boolean isFirst = topology.placing().joining() == Joining.BY_ORDER_WHEN_WHOLE;
      steps.addAll(
          isFirst ? 0 : steps.size(),
          wanted.target().removed().stream()
              .filter(topology.deadNodes()::contains)
              .map(ForgetNode::new)
              .toList());
    }
  }
}
