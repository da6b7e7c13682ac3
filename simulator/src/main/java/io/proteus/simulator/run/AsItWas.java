package io.proteus.simulator.run;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Recording;
import io.proteus.simulator.scenario.Recording.Arrangement;
import io.proteus.simulator.world.ControllerLife;
import io.proteus.simulator.world.SimulatedCloud;
import io.proteus.simulator.world.SimulatedEngine;
import io.proteus.simulator.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Does to a simulated cluster what was done to the real one, at the same moments. A node that went
 * is emptied first, however it went.
 */
final class AsItWas {
  private static final Duration STEP = Duration.ofSeconds(1);

  /** As Proteus moves by default. */
  private static final int MOVES_IN_FLIGHT = 2;

  private final Recording recording;
  private final World world;
  private final Duration lasts;
  private final SimulatedEngine engine;
  private final SimulatedCloud cloud;
  private final Duration untilServing;

  /** The names of nodes in the recording, and here. */
  private final Map<NodeId, NodeId> names = new TreeMap<>();

  /** Names of nodes that boot. */
  private final TreeSet<NodeId> awaited = new TreeSet<>();

  AsItWas(Recording recording, World world, Duration lasts) {
    this.recording = recording;
    this.world = world;
    this.lasts = lasts;
    ControllerLife life = new ControllerLife(world);
    this.engine = new SimulatedEngine(world, life);
    this.cloud = new SimulatedCloud(world, life);
    ModelConstants constants = ModelConstants.fitted();
    this.untilServing =
        Duration.ofMillis((long) (1000 * (constants.bootSeconds() + constants.joinSeconds())));
    recording.nodes().forEach(node -> names.put(node.id(), node.id()));
  }

  void play() {
    try {
      for (Arrangement next : recording.arrangements()) {
        if (world.isOver() || next.from().compareTo(lasts) >= 0) {
          break; // time stands still then, and no order would ever be carried out
        }
        advanceTo(next.from().minus(untilServing));
        launch(next);
        advanceTo(next.from());
        name();
        arrange(next);
      }
    } catch (PortException e) {
      throw new IllegalStateException("nothing goes wrong in a replay", e);
    }
    advanceTo(lasts);
  }

  private void advanceTo(Duration moment) {
    Duration at = Duration.between(World.BEGINNING, world.now());
    Duration until = moment.compareTo(lasts) < 0 ? moment : lasts;
    if (until.compareTo(at) > 0) {
      world.advance(until.minus(at));
    }
  }

  private void launch(Arrangement next) throws PortException {
    List<NodeId> coming =
        next.nodes().stream()
            .filter(node -> !names.containsKey(node) && !awaited.contains(node))
            .toList();
    int total = world.machines() + coming.size();
    for (NodeId node : coming) {
      cloud.launch(total, Map.of());
      awaited.add(node);
    }
  }

  /** New nodes get the names of those that came. */
  private void name() throws PortException {
    Set<NodeId> known = new HashSet<>(names.values());
    for (Node node : engine.topology().nodes()) {
      if (!known.contains(node.id()) && !awaited.isEmpty()) {
        names.put(awaited.pollFirst(), node.id());
      }
    }
  }

  private void arrange(Arrangement next) throws PortException {
    Set<NodeId> staying = new HashSet<>();
    next.nodes().stream().map(names::get).filter(Objects::nonNull).forEach(staying::add);
    if (staying.isEmpty()) {
      return;
    }
    for (Map.Entry<NodeId, MemorySplit> split : next.memory().entrySet()) {
      NodeId node = names.get(split.getKey());
      if (node != null && staying.contains(node)) {
        engine.setMemorySplit(node, split.getValue());
      }
    }
    for (Map.Entry<PartitionId, NodeId> wanted : targets(next, staying).entrySet()) {
      while (engine.topology().inTransition().size() >= MOVES_IN_FLIGHT && !world.isOver()) {
        world.advance(STEP);
      }
      if (world.isOver()) {
        return;
      }
      engine.move(wanted.getKey(), wanted.getValue());
    }
    while (!engine.topology().inTransition().isEmpty() && !world.isOver()) {
      world.advance(STEP);
    }
    if (world.isOver()) {
      return;
    }
    for (Map.Entry<NodeId, NodeId> name : List.copyOf(names.entrySet())) {
      if (!staying.contains(name.getValue()) && isEmpty(name.getValue())) {
        cloud.terminate(name.getValue());
        engine.forget(name.getValue());
        names.remove(name.getKey());
      }
    }
  }

  private boolean isEmpty(NodeId node) throws PortException {
    return engine.topology().partitionsByNode().getOrDefault(node, List.of()).isEmpty();
  }

  /** Where partitions go that are elsewhere; what has to leave without a known place is spread. */
  private Map<PartitionId, NodeId> targets(Arrangement next, Set<NodeId> staying)
      throws PortException {
    Topology now = engine.topology();
    Map<NodeId, Integer> held = new TreeMap<>();
    now.nodes().forEach(node -> held.put(node.id(), 0));
    held.keySet().retainAll(staying);
    Map<PartitionId, NodeId> targets = new TreeMap<>();
    List<Partition> undecided = new ArrayList<>();
    for (Partition partition : now.partitions()) {
      NodeId recorded = next.placement().get(partition.id());
      NodeId wanted = recorded == null ? null : names.get(recorded);
      if (wanted == null || !held.containsKey(wanted)) {
        wanted = partition.node();
      }
      if (wanted == null || !held.containsKey(wanted)) {
        undecided.add(partition);
      } else {
        held.merge(wanted, 1, Integer::sum);
        if (!wanted.equals(partition.node())) {
          targets.put(partition.id(), wanted);
        }
      }
    }
    for (Partition partition : undecided) {
      emptiest(held)
          .ifPresent(
              node -> {
                held.merge(node, 1, Integer::sum);
                targets.put(partition.id(), node);
              });
    }
    if (next.placement().isEmpty()) {
      even(now, held, targets);
    }
    return targets;
  }

  private static Optional<NodeId> emptiest(Map<NodeId, Integer> held) {
    return held.entrySet().stream()
        .min(
            Comparator.<Map.Entry<NodeId, Integer>>comparingInt(Map.Entry::getValue)
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey);
  }

  /** A node that came gets its share, where nobody wrote down what it got. */
  private static void even(
      Topology now, Map<NodeId, Integer> held, Map<PartitionId, NodeId> targets) {
    int fair = now.partitions().size() / Math.max(1, held.size());
    for (Partition partition : now.partitions()) {
      NodeId target = targets.get(partition.id());
      NodeId from = target == null ? partition.node() : target;
      Optional<NodeId> emptiest = emptiest(held);
      if (from != null
          && held.getOrDefault(from, 0) > fair
          && emptiest.isPresent()
          && held.getOrDefault(emptiest.get(), 0) < fair) {
        targets.put(partition.id(), emptiest.get());
        held.merge(from, -1, Integer::sum);
        held.merge(emptiest.get(), 1, Integer::sum);
      }
    }
  }
}
