package io.proteus.core.plan.undo;

import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.PUT_BACK;
import static io.proteus.core.strategy.ReasonCode.STAYS_CHANGED;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.MoneyPerHour;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Arrival;
import io.proteus.core.plan.CutOff;
import io.proteus.core.plan.Departure;
import io.proteus.core.plan.DraftPartition;
import io.proteus.core.plan.MachineBill;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.RollingRestart;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.LaterChanges;
import io.proteus.core.step.Price;
import io.proteus.core.step.PriorValues;
import io.proteus.core.step.ReleaseMemorySplit;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An undo plan in the making. */
final class UndoDraft {
  private final UndoPlanner.Action action;
  private final Topology now;
  private final Set<Capability> capabilities;
  private final PriorValues prior;
  private final CutOff cutOff;
  private final LaterChanges others;
  private final List<Step> steps = new ArrayList<>();
  private final List<Reason> reasons;

  /** Nodes that came since and take the place of those that were stopped. */
  private final Map<NodeId, NodeId> standIns = new HashMap<>();

  /** Nodes that the action started, and that go again. */
  private final Set<NodeId> leaving = new TreeSet<>();

  /** Nodes that take a restart to be set as they were. */
  private final Map<NodeId, RestartNode> restarts = new TreeMap<>();

  /** Nodes that the action took down and that have to come up first. */
  private final Map<NodeId, RestartNode> down = new TreeMap<>();

  /** Splits that make no cache smaller; they come before what is read moves back. */
  private final List<Step> onlineFirst = new ArrayList<>();

  /** Splits that leave a cache smaller: once what was read there has gone. */
  private final List<Step> onlineLast = new ArrayList<>();

  /**
   * For nodes that went by the settings they were started with: released once they have their
   * splits.
   */
  private final List<Step> released = new ArrayList<>();

  /** Nodes whose heaps somebody else has divided since, who decides on it. */
  private final Set<NodeId> dividedByOthers = new HashSet<>();

  UndoDraft(UndoPlanner.Action action, Topology now, Set<Capability> capabilities) {
    this.action = action;
    this.now = now;
    this.capabilities = capabilities;
    this.prior = PriorValues.of(action.steps());
    this.cutOff = CutOff.of(now);
    this.others = new LaterChanges(prior, now);
    this.reasons = new ArrayList<>(action.why());
  }

  Plan finish(String id) {
    if (!prior.unknown().isEmpty()) {
      reasons.add(
          STAYS_CHANGED.says("nobody knows what was before these: %s", Few.of(prior.unknown())));
    }
    List<NodeId> missing = sortOutNodes();
    if (!missing.isEmpty() && isCapable(Capability.RESIZE, "{nodes} %s", missing)) {
      return startNodes(id, missing);
    }
    sortOutSplits();
    Map<PartitionId, NodeId> goals = goals();
    List<DraftPartition> partitions = tracked(goals);
    steps.addAll(down.values());
    steps.addAll(onlineFirst);
    if (!restarts.isEmpty()) {
      steps.addAll(RollingRestart.steps(now, restarts, leaving, partitions));
    }
    moveTheRest(partitions);
    steps.addAll(onlineLast);
    steps.addAll(released);
    prior.putBackBy().stream()
        .flatMap(step -> step.leaving(others).stream())
        .filter(step -> !step.isDone(now))
        .filter(step -> prior.putBackBy().stream().noneMatch(step::isPartOf))
        .map(step -> step.named(now))
        .forEach(steps::add);
    others.left().forEach(left -> reasons.add(STAYS_CHANGED.says(left)));
    compact(partitions);
    now.restrictions().mayLeave(leaving).forEach(node -> steps.addAll(Departure.steps(node, now)));
    sayMoney(steps);
    return new Plan(
        id,
        action.basedOn(),
        new UndoLayout(now, restartedSplits(), List.copyOf(leaving)).of(goals),
        steps,
        Price.of(steps),
        reasons,
        action.plan());
  }

  /** Where no price at all is known, nothing is said of money, as nobody has asked for it. */
  private void sayMoney(List<Step> taken) {
    MoneyPerHour money = MachineBill.of(taken, now.prices());
    if (money != null && !now.prices().saysNothing()) {
      reasons.add(PUT_BACK.says("what the machines cost: %s", money));
    }
  }

  private boolean isCapable(Capability wanted, String what, Object... subjects) {
    boolean capable = capabilities.contains(wanted);
    if (!capable) {
      reasons.add(
          NOT_CAPABLE.because(
              "cloud.type", what + ": neither store nor cloud can do it", subjects));
    }
    return capable;
  }

  // nodes that came and went

  /**
   * Decides which nodes replace missing ones and which leave; returns the missing ones without a
   * replacement.
   */
  private List<NodeId> sortOutNodes() {
    List<NodeId> newcomers = new ArrayList<>();
    Topology before = action.steps().get(0).before();
    for (Node node : now.nodes()) {
      if (!before.knows(node.id()) && now.mayBeOwn(node.id())) {
        newcomers.add(node.id());
      }
    }
    List<NodeId> missing = new ArrayList<>();
    for (NodeId gone : prior.stopped().keySet()) {
      if (now.node(gone).isEmpty()) {
        if (newcomers.isEmpty()) {
          missing.add(gone);
        } else {
          standIns.put(gone, newcomers.remove(0));
        }
      }
    }
    if (prior.added() > 0 && newcomers.size() > prior.added()) {
      reasons.add(
          STAYS_CHANGED.says(
              "{%d nodes} came since, %d of them by the plan: which ones is not known, so all stay",
              newcomers.size(), prior.added()));
    } else if (prior.added() > 0
        && !newcomers.isEmpty()
        && isCapable(Capability.RESIZE, "stop %s", Few.of(newcomers))) {
      List<NodeId> stuck = cutOff.holders(now.placing().leaving(), newcomers);
      if (!stuck.isEmpty()) {
        newcomers.removeAll(stuck);
        reasons.add(
            STAYS_CHANGED.says(
                "nothing ends %s, as {partitions} there cannot be moved", Few.of(stuck)));
      }
      Optional<Sentence> kept = now.restrictions().keeps(newcomers);
      if (kept.isPresent()) {
        reasons.add(STAYS_CHANGED.says("%s stay: %s", Few.of(newcomers), kept.get()));
      } else {
        leaving.addAll(newcomers);
      }
    }
    return missing;
  }

  private Plan startNodes(String id, List<NodeId> missing) {
    int total = now.nodes().size();
    int all = total + missing.size();
    Set<NodeId> lost = ScalingMemory.NONE.ofNoNode(now);
    List<Step> starts = new ArrayList<>();
    for (NodeId gone : missing) {
      total++;
      NodeId planned = NodeId.planned(total - now.nodes().size());
      starts.addAll(
          Arrival.steps(
              planned,
              total,
              prior.stopped().get(gone),
              lost,
              Collections.emptySortedMap(),
              total < all,
              now));
    }
    reasons.add(
        PUT_BACK.says(
            "{nodes} in place of %s start first, under names of their own; the rest follows",
            Few.of(missing)));
    sayMoney(starts);
    return new Plan(
        id,
        action.basedOn(),
        new UndoLayout(now, Map.of(), List.of()).asItIs(),
        starts,
        Price.of(starts),
        reasons,
        action.plan());
  }

  // how nodes divide their heaps

  private void sortOutSplits() {
    List<NodeId> dead = new ArrayList<>();
    Map<NodeId, RestartNode> byRestart = new TreeMap<>();
    for (NodeId node : prior.configured()) {
      MemorySplit split = prior.splits().get(node);
      SettingsChange back = prior.nodeSettings(node);
      Node found = now.node(node).orElse(null);
      if (found == null && prior.isRestarted(node)) {
        down.put(node, new RestartNode(node, split, back));
      } else if (found == null && !prior.stopped().containsKey(node)) {
        dead.add(node);
      } else if (found != null) {
        setBack(found, split, others.own(node, back, found.settings()), byRestart);
      }
    }
    if (!dead.isEmpty()) {
      reasons.add(
          STAYS_CHANGED.says(
              "%s are no live {nodes} any more, and stay as they are", Few.of(dead)));
    }
    if (!byRestart.isEmpty()
        && isCapable(Capability.RESTART_NODE, "restart %s", Few.of(byRestart.keySet()))) {
      if (now.nodes().size() < 2) {
        reasons.add(
            STAYS_CHANGED.says(
                "%s stays as it is: it is the only live {node}", Few.of(byRestart.keySet())));
      } else {
        restarts.putAll(byRestart);
        List<NodeId> stuck = cutOff.holders(now.placing().restarting(), byRestart.keySet());
        if (!stuck.isEmpty()) {
          restarts.keySet().removeAll(stuck);
          reasons.add(STAYS_CHANGED.says(cutOff.settingsStay(stuck)));
        }
      }
    }
  }

  private void setBack(
      Node node,
      @Nullable MemorySplit before,
      SettingsChange back,
      Map<NodeId, RestartNode> byRestart) {
    MemorySplit split = before;
    if (before != null && !others.isDividedByOwn(node, before)) {
      dividedByOthers.add(node.id());
      split = null;
    }
    Map<String, String> settings = node.settings();
    if (!back.changesNothing() && settings == null) {
      reasons.add(
          STAYS_CHANGED.says("%s keeps %s changed: how it is set is not known", node.id(), back));
    }
    boolean set = settings == null || back.appliesTo(settings);
    if (!set) {
      byRestart.put(node.id(), new RestartNode(node.id(), split, back));
    }
    if (split == null) {
      return;
    }
    boolean divided = node.memory() != null && node.memory().isAbout(split);
    boolean wasUnpinned = prior.wasUnpinned(node.id());
    if (!divided && isOnline(node, split) && !prior.isRestarted(node.id())) {
      (node.losesCacheBy(split) ? onlineLast : onlineFirst)
          .add(new SetMemorySplit(node.id(), split));
      if (wasUnpinned) {
        released.add(new ReleaseMemorySplit(node.id(), split));
      }
    } else if (divided && wasUnpinned && node.pinned()) {
      released.add(new ReleaseMemorySplit(node.id(), split));
    } else if (!divided && set) {
      byRestart.put(node.id(), new RestartNode(node.id(), split));
    }
  }

  private boolean isOnline(Node node, MemorySplit split) {
    return capabilities.contains(Capability.MEMORY_SPLIT_ONLINE) && node.takesOnline(split);
  }

  private Map<NodeId, MemorySplit> restartedSplits() {
    Map<NodeId, MemorySplit> splits = new TreeMap<>(prior.splits());
    splits.keySet().removeIf(node -> now.node(node).isEmpty() && !down.containsKey(node));
    splits.keySet().removeAll(dividedByOthers);
    return splits;
  }

  // where partitions belong

  /**
   * The target of each partition. Partitions that were not moved stay, unless their node leaves.
   */
  private Map<PartitionId, NodeId> goals() {
    Map<PartitionId, NodeId> goals = new HashMap<>();
    if (now.placing().byStore()) {
      return goals; // what is where is the store's to say
    }
    Map<NodeId, Integer> held = new TreeMap<>();
    Set<NodeId> strays = new TreeSet<>();
    List<Partition> homeless = new ArrayList<>();
    now.nodes().forEach(node -> held.put(node.id(), 0));
    down.keySet().forEach(node -> held.put(node, 0));
    leaving.forEach(held::remove);
    for (Partition partition : now.partitions()) {
      NodeId goal = formerPlace(partition);
      if (goal != null && !held.containsKey(goal)) {
        strays.add(goal);
        goal = partition.node();
      }
      if (goal != null && held.containsKey(goal)) {
        goals.put(partition.id(), goal);
        held.merge(goal, 1, Integer::sum);
      } else if (goal != null) {
        homeless.add(partition);
      }
    }
    strays.removeAll(leaving);
    reportStrays(strays);
    reasons.addAll(cutOff.reasons());
    for (Partition partition : homeless) {
      leastOf(held, goals, partition);
    }
    return goals;
  }

  private @Nullable NodeId formerPlace(Partition partition) {
    NodeId place = prior.places().get(partition.id());
    if (place == null || !canMove() || cutOff.contains(partition.id())) {
      return partition.node();
    }
    NodeId goal = standIns.getOrDefault(place, place);
    return now.restrictions().mayHold(goal, partition.table()) ? goal : partition.node();
  }

  private boolean canMove() {
    return capabilities.contains(Capability.MOVE_PARTITION);
  }

  private void leastOf(
      Map<NodeId, Integer> held, Map<PartitionId, NodeId> goals, Partition partition) {
    held.entrySet().stream()
        .filter(entry -> now.restrictions().mayHold(entry.getKey(), partition.table()))
        .min(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .ifPresent(
            node -> {
              goals.put(partition.id(), node);
              held.merge(node, 1, Integer::sum);
            });
  }

  private void reportStrays(Set<NodeId> strays) {
    if (!strays.isEmpty()) {
      reasons.add(
          STAYS_CHANGED.says(
              "what was on %s stays where it is by now, as that is no live {node} any more",
              Few.of(strays)));
    }
    long gone = prior.places().keySet().stream().filter(id -> now.partition(id).isEmpty()).count();
    if (gone > 0) {
      reasons.add(
          STAYS_CHANGED.says(
              "{%d partitions} {was|were} split, merged or dropped since; what came of them stays",
              gone));
    }
    if (!prior.places().isEmpty()) {
      isCapable(Capability.MOVE_PARTITION, "move {partitions}");
    }
  }

  private List<DraftPartition> tracked(Map<PartitionId, NodeId> goals) {
    return now.partitions().stream()
        .map(
            partition ->
                // nobody knows the requests that it will get back: its size stands for its load
                new DraftPartition(
                    new LoadedPartition(
                        partition, new RequestRates(0, 0, 1.0 + partition.size().bytes())),
                    goals.get(partition.id())))
        .toList();
  }

  /** Moves partitions back, the last one moved first. */
  private void moveTheRest(List<DraftPartition> partitions) {
    Map<PartitionId, DraftPartition> byId = new HashMap<>();
    partitions.forEach(tracked -> byId.put(tracked.id(), tracked));
    for (PartitionId moved : prior.places().keySet()) {
      DraftPartition tracked = byId.remove(moved);
      if (tracked != null) {
        tracked.moveHome().ifPresent(steps::add);
      }
    }
    partitions.forEach(tracked -> tracked.moveHome().ifPresent(steps::add));
  }

  /** Data that was brought along is brought back along. */
  private void compact(List<DraftPartition> partitions) {
    if (!capabilities.contains(Capability.COMPACT_PARTITION)) {
      return;
    }
    Set<PartitionId> moved = new HashSet<>();
    for (Step step : steps) {
      step.relocation().ifPresent(move -> moved.add(move.partition()));
    }
    for (DraftPartition tracked : partitions) {
      CompactPartition compaction = prior.compaction(tracked.id()).orElse(null);
      NodeId goal = tracked.goal();
      if (compaction != null
          && goal != null
          && moved.contains(tracked.id())
          && now.restrictions().ignoresCompaction(compaction.table(), goal).isEmpty()) {
        steps.add(
            new CompactPartition(
                    tracked.id(),
                    tracked.partition().table(),
                    goal,
                    compaction.minimumLocality(),
                    tracked.partition().size())
                .of(tracked.partition().rows()));
      }
    }
  }
}
