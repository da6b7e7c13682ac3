package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.DRAIN;
import static io.proteus.core.strategy.ReasonCode.DRAINED;
import static io.proteus.core.strategy.ReasonCode.MACHINE_TAKEN;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Empties the nodes that operators drain, or whose machines the cloud is about to take, and fills
 * those that operators return. Everything else stays where it is: the layouts name only the
 * partitions that move.
 */
public final class NodeDrain {
  /** How far from the mean load a node may be left by what it gives or takes. */
  private static final double NEAR = 0.1;

  private final Situation now;
  private final NodeSpeeds speeds;
  private final Restrictions.MayHold mayHold;
  private final boolean byNumber;
  private final Map<NodeId, Double> loads = new TreeMap<>();
  private final Map<NodeId, List<LoadedPartition>> held = new HashMap<>();
  private final Map<NodeId, List<PartitionId>> taken = new HashMap<>();

  private NodeDrain(Situation now) {
    this.now = now;
    this.speeds = NodeSpeeds.of(now);
    this.mayHold = now.topology().restrictions().lookup();
    this.byNumber = now.partitions().stream().noneMatch(loaded -> loaded.load() > 0);
    now.topology().nodes().forEach(node -> loads.put(node.id(), 0.0));
    for (LoadedPartition loaded : now.partitions()) {
      NodeId node = loaded.partition().node();
      if (node != null) {
        held.computeIfAbsent(node, id -> new ArrayList<>()).add(loaded);
        loads.merge(node, cost(loaded, node), Double::sum);
      }
    }
    Comparator<LoadedPartition> busiest = Comparator.comparingDouble(loaded -> -loaded.load());
    held.values().forEach(of -> of.sort(busiest.thenComparing(loaded -> loaded.partition().id())));
  }

  /** The situation that strategies decide from: without the nodes that are kept empty. */
  public static Situation hidden(Situation now) {
    return now.without(kept(now));
  }

  /**
   * The nodes on which nothing is put: those that operators drain, here or in the store, and, as
   * long as others are left, those whose machines are about to go.
   */
  static Set<NodeId> kept(Situation now) {
    Set<NodeId> ofOperators = drained(now.memory().drains(), now.topology());
    Set<NodeId> all = new TreeSet<>(ofOperators);
    all.addAll(going(now));
    boolean isAnyLeft = now.topology().nodes().stream().anyMatch(node -> !all.contains(node.id()));
    return isAnyLeft ? all : ofOperators;
  }

  /** The nodes that operators drain, here or in the store. */
  static Set<NodeId> drained(DrainedNodes here, Topology topology) {
    Set<NodeId> all = new TreeSet<>(here.nodes());
    all.addAll(topology.restrictions().drained().keySet());
    return all;
  }

  /** Live nodes that can be emptied before the cloud takes their machines. */
  private static Set<NodeId> going(Situation now) {
    Topology topology = now.topology();
    return topology.placing().byStore()
            || !now.latest().capabilities().contains(Capability.MOVE_PARTITION)
        ? Set.of()
        : topology.restrictions().takenBack().keySet();
  }

  /** Why a node cannot be drained; empty where it can be. */
  public static Optional<Sentence> objection(NodeId node, Observation seen, DrainedNodes drains) {
    Topology topology = seen.topology();
    if (topology.placing().byStore() || !seen.capabilities().contains(Capability.MOVE_PARTITION)) {
      return Optional.of(
          Sentence.of(
              "%s cannot be drained: this store places {partitions} itself, and lets nobody move"
                  + " them",
              node));
    }
    if (topology.node(node).isEmpty()) {
      return Optional.of(
          Sentence.of(
              "%s is not a live {node}; these are: %s",
              node, Few.of(topology.nodes().stream().map(Node::id).toList())));
    }
    Set<NodeId> drained = drained(drains.drain(node), topology);
    if (topology.nodes().stream().allMatch(other -> drained.contains(other.id()))) {
      return Optional.of(
          Sentence.of("%s cannot be drained: no other {node} is left to hold anything", node));
    }
    return withoutAHost(Set.of(node), drained, topology)
        .map(
            table ->
                Sentence.of(
                    "%s cannot be drained: no other {node} may hold {partitions} of %s",
                    node, table));
  }

  /** A table of which no other node may hold what these hold; empty where there is none. */
  static Optional<TableId> withoutAHost(Set<NodeId> empty, Topology topology) {
    return withoutAHost(empty, empty, topology);
  }

  private static Optional<TableId> withoutAHost(
      Set<NodeId> holders, Set<NodeId> drained, Topology topology) {
    return topology.partitions().stream()
        .filter(partition -> partition.node() != null && holders.contains(partition.node()))
        .map(Partition::table)
        .distinct()
        .filter(table -> hosts(topology, drained, table).isEmpty())
        .findFirst();
  }

  /** The nodes that may hold partitions of a table and are not drained. */
  private static List<NodeId> hosts(Topology topology, Set<NodeId> drained, TableId table) {
    return topology.nodes().stream()
        .map(Node::id)
        .filter(node -> !drained.contains(node))
        .filter(node -> topology.restrictions().mayHold(node, table))
        .toList();
  }

  /**
   * Empties the nodes that are kept empty; empty where they hold nothing. Where nobody else can
   * hold it, an operator is told so, while a machine that goes is no reason to hold. What the
   * store's drained nodes hold stays there, as the store leaves it there: operators may have put it
   * there alone.
   */
  static Optional<Verdict> emptying(Situation now) {
    Set<NodeId> kept = kept(now);
    Map<NodeId, List<Partition>> byNode = now.topology().partitionsByNode();
    Map<Boolean, List<NodeId>> full =
        kept.stream()
            .filter(node -> sizeOf(byNode, node) > 0)
            .filter(node -> isEmptied(node, now))
            .collect(Collectors.partitioningBy(now.memory().drains()::contains));
    List<NodeId> drained = full.getOrDefault(true, List.of());
    List<NodeId> going = full.getOrDefault(false, List.of());
    List<Reason> reasons = new ArrayList<>();
    if (!going.isEmpty()) {
      reasons.add(
          MACHINE_TAKEN.says(
              "the cloud is about to take the machine under %s (%s): {%d partitions}"
                  + " {goes|go} to other {nodes}",
              Few.of(going), notices(going, now.topology()), sizeOf(byNode, going)));
    }
    if (!drained.isEmpty()) {
      reasons.add(
          DRAIN.says(
              "an operator drains %s: {%d partitions} {goes|go} to other {nodes}",
              Few.of(drained), sizeOf(byNode, drained)));
    }
    if (reasons.isEmpty()) {
      return isEveryNodeDrained(now)
          ? Optional.of(Verdict.hold(everyNodeDrained(), now.memory()))
          : Optional.empty();
    }
    List<NodeId> all = Stream.concat(going.stream(), drained.stream()).toList();
    Verdict verdict =
        impossible(now, kept)
            .<Verdict>map(why -> new Verdict.Hold(before(why, reasons), now.memory()))
            .orElseGet(() -> new NodeDrain(now).emptied(all, kept, reasons));
    return verdict instanceof Verdict.Hold && drained.isEmpty()
        ? Optional.empty()
        : Optional.of(verdict);
  }

  private static boolean isEmptied(NodeId node, Situation now) {
    return now.memory().drains().contains(node)
        || going(now).contains(node)
        || !now.topology().restrictions().drained().containsKey(node);
  }

  private static boolean isEveryNodeDrained(Situation now) {
    Set<NodeId> drained = drained(now.memory().drains(), now.topology());
    List<Node> nodes = now.topology().nodes();
    return !nodes.isEmpty() && nodes.stream().allMatch(node -> drained.contains(node.id()));
  }

  private static Reason everyNodeDrained() {
    return DRAINED.says("every live {node} is drained, so nothing can go anywhere");
  }

  /** What the cloud says, each sentence once. */
  static String notices(Collection<NodeId> going, Topology topology) {
    return sentences(going, topology.restrictions().takenBack());
  }

  /** What is said of these nodes, each sentence once. */
  static String sentences(Collection<NodeId> nodes, Map<NodeId, String> said) {
    return nodes.stream()
        .flatMap(node -> Stream.ofNullable(said.get(node)))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static List<Reason> before(Reason first, List<Reason> reasons) {
    return Stream.concat(Stream.of(first), reasons.stream()).toList();
  }

  private static int sizeOf(Map<NodeId, List<Partition>> byNode, List<NodeId> nodes) {
    return nodes.stream().mapToInt(node -> sizeOf(byNode, node)).sum();
  }

  private static int sizeOf(Map<NodeId, List<Partition>> byNode, NodeId node) {
    return byNode.getOrDefault(node, List.of()).size();
  }

  private static Optional<Reason> impossible(Situation now, Set<NodeId> drained) {
    if (!now.latest().capabilities().contains(Capability.MOVE_PARTITION)) {
      return Optional.of(
          NOT_CAPABLE.says("this store places {partitions} itself, and lets nobody move them"));
    }
    return now.topology().nodes().stream().allMatch(node -> drained.contains(node.id()))
        ? Optional.of(everyNodeDrained())
        : Optional.empty();
  }

  /**
   * Empties nodes that leave for good, and lets them go.
   *
   * @param kept nodes that get nothing of it, the leaving ones included
   */
  static Verdict leaving(Situation now, List<NodeId> leaving, Set<NodeId> kept, Reason reason) {
    NodeDrain drain = new NodeDrain(now);
    drain.empty(leaving, kept);
    Layout then = drain.retarget(List.of(reason)).target();
    return new Verdict.Retarget(
        Layout.of(
            then.nodes().stream().filter(target -> !leaving.contains(target.node())).toList(),
            leaving,
            Map.of()),
        List.of(reason),
        now.memory());
  }

  private Verdict emptied(List<NodeId> full, Set<NodeId> kept, List<Reason> reasons) {
    empty(full, kept);
    return taken.isEmpty()
        ? new Verdict.Hold(
            before(DRAINED.says("no other {node} may hold what %s hold", Few.of(full)), reasons),
            now.memory())
        : retarget(reasons);
  }

  /** The busiest first, each to the node with the least load by then. */
  private void empty(List<NodeId> full, Set<NodeId> drained) {
    loads.keySet().removeAll(drained);
    full.stream()
        .flatMap(node -> held.getOrDefault(node, List.of()).stream())
        .sorted(Comparator.comparingDouble(loaded -> -loaded.load()))
        .forEach(loaded -> least(loaded.partition().table()).ifPresent(to -> put(loaded, to)));
  }

  /**
   * Fills returned nodes that hold nothing; empty where there are none, or nothing can be given.
   */
  static Optional<Verdict.Retarget> filling(Situation now) {
    Map<NodeId, List<Partition>> byNode = now.topology().partitionsByNode();
    Set<NodeId> kept = kept(now);
    List<NodeId> returned =
        now.memory().drains().returned().stream()
            .filter(node -> !kept.contains(node))
            .filter(node -> now.topology().node(node).isPresent() && sizeOf(byNode, node) == 0)
            .toList();
    if (returned.isEmpty() || !now.latest().capabilities().contains(Capability.MOVE_PARTITION)) {
      return Optional.empty();
    }
    NodeDrain filled = new NodeDrain(now);
    filled.loads.keySet().removeAll(kept);
    returned.forEach(filled::fill);
    int moved = filled.taken.values().stream().mapToInt(List::size).sum();
    return moved == 0
        ? Optional.empty()
        : Optional.of(
            filled.retarget(
                List.of(
                    DRAIN.says(
                        "an operator returned %s: {%d partitions} {comes|come} to take its share",
                        Few.of(returned), moved))));
  }

  /** Takes from the node with the most load, as long as that brings both nearer to the mean. */
  private void fill(NodeId node) {
    double mean = loads.values().stream().mapToDouble(load -> load).average().orElse(0);
    for (boolean goesOn = true; goesOn; ) {
      goesOn = false;
      for (NodeId donor : busiestFirst()) {
        Optional<LoadedPartition> fitting =
            held.getOrDefault(donor, List.of()).stream()
                .filter(loaded -> isFitting(loaded, donor, node, mean))
                .findFirst();
        if (!donor.equals(node) && fitting.isPresent()) {
          held.getOrDefault(donor, List.of()).remove(fitting.get());
          loads.merge(donor, -cost(fitting.get(), donor), Double::sum);
          put(fitting.get(), node);
          goesOn = true;
          break;
        }
      }
    }
  }

  private boolean isFitting(LoadedPartition loaded, NodeId donor, NodeId to, double mean) {
    double cost = cost(loaded, to);
    return cost > 0
        && mayHold.test(to, loaded.partition().table())
        && load(to) + cost <= mean * (1 + NEAR)
        && load(donor) - cost(loaded, donor) >= mean * (1 - NEAR);
  }

  private List<NodeId> busiestFirst() {
    return loads.keySet().stream()
        .sorted(Comparator.comparingDouble((NodeId node) -> -load(node)))
        .toList();
  }

  private double load(NodeId node) {
    return loads.getOrDefault(node, 0.0);
  }

  /** What it takes of a node: a slow one has more work with it. */
  private double cost(LoadedPartition loaded, NodeId on) {
    return (byNumber ? 1 : loaded.load()) / speeds.of(on);
  }

  private Optional<NodeId> least(TableId table) {
    return loads.keySet().stream()
        .filter(node -> mayHold.test(node, table))
        .min(
            Comparator.comparingDouble(this::load)
                .thenComparing(node -> sizeOf(node))
                .thenComparing(Comparator.naturalOrder()));
  }

  private int sizeOf(NodeId node) {
    return held.getOrDefault(node, List.of()).size() + taken.getOrDefault(node, List.of()).size();
  }

  private void put(LoadedPartition loaded, NodeId node) {
    taken.computeIfAbsent(node, id -> new ArrayList<>()).add(loaded.partition().id());
    loads.merge(node, cost(loaded, node), Double::sum);
  }

  private Verdict.Retarget retarget(List<Reason> reasons) {
    List<NodeTarget> targets = new ArrayList<>();
    for (Node node : now.topology().nodes()) {
      targets.add(
          new NodeTarget(
              node.id(),
              NodeProfile.asItIs(node.memory()),
              taken.getOrDefault(node.id(), List.of())));
    }
    return new Verdict.Retarget(Layout.of(targets, List.of(), Map.of()), reasons, now.memory());
  }
}
