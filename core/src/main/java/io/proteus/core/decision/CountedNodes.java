package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.NODE_DEAD;
import static io.proteus.core.strategy.ReasonCode.PLACED_BY_STORE;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Placing.Joining;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.Scaling;
import io.proteus.core.units.Few;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many nodes there should be where the store places partitions itself. Nothing is said of
 * partitions: the store hands over what leavers hold and fills what comes, so a resize has no
 * second half. Every node stays configured as it is.
 */
final class CountedNodes {
  private static final Spread AS_THEY_ARE = new Spread(Even.COUNT, Ratio.of(0.1));

  private CountedNodes() {}

  static Verdict verdict(Situation now, Scaling.Resize resize) {
    Topology topology = now.topology();
    int present = topology.nodes().size();
    int least = Math.min(present, topology.copies());
    int wanted = Math.max(least, resize.nodes());
    List<Reason> reasons = new ArrayList<>();
    if (wanted > resize.nodes()) {
      reasons.add(
          AT_NODE_BOUND.says(
              "{%d nodes} stay at least, as {partitions} have %d copies each", least, least));
    }
    if (wanted == present) {
      reasons.add(
          PLACED_BY_STORE.says(
              "this store places {partitions} itself, so only the number of {nodes} is decided, and"
                  + " {%d nodes} {stays|stay}",
              present));
      reasons.addAll(resize.reasons());
      return new Verdict.Hold(reasons, remembered(now, resize).withResizingTo(0));
    }
    reasons.addAll(resize.reasons());
    reasons.add(
        PLACED_BY_STORE.says(
            "the store itself moves what this takes, as it places {partitions} itself"));
    StrategyMemory memory = resize.memory().withResizingTo(0);
    return new Verdict.Retarget(layout(topology, wanted), reasons, memory);
  }

  /** A growth of a store that takes none in while it lists one as dead; else empty. */
  static Optional<Verdict> heldBack(Situation now, Scaling.Resize resize) {
    Topology topology = now.topology();
    List<NodeId> dead = topology.deadNodes();
    if (resize.nodes() <= topology.nodes().size()
        || dead.isEmpty()
        || topology.placing().joining() != Joining.BY_ORDER_WHEN_WHOLE) {
      return Optional.empty();
    }
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        NODE_DEAD.because(
            "guards.strikeOffAfter",
            "{%d nodes} {is|are} wanted, and the store takes none in while it misses %s: start it"
                + " again, or strike it off",
            resize.nodes(),
            Few.of(dead)));
    reasons.addAll(resize.reasons());
    return Optional.of(new Verdict.Hold(reasons, now.memory().learning(resize.memory())));
  }

  /** A resize that is not done is not remembered. */
  private static StrategyMemory remembered(Situation now, Scaling.Resize resize) {
    return resize.nodes() == now.topology().nodes().size()
        ? resize.memory()
        : now.memory().learning(resize.memory());
  }

  private static Layout layout(Topology topology, int wanted) {
    return without(topology, leastToHandOver(topology, topology.nodes().size() - wanted), wanted);
  }

  /** The layout without some nodes. */
  static Layout without(Topology topology, List<NodeId> leaving) {
    return without(topology, leaving, topology.nodes().size() - leaving.size());
  }

  private static Layout without(Topology topology, List<NodeId> leaving, int wanted) {
    List<Node> staying =
        topology.nodes().stream().filter(node -> !leaving.contains(node.id())).toList();
    List<NodeTarget> targets = AS_THEY_ARE.place(List.of(), List.of(), staying, wanted).nodes();
    return Layout.of(targets, leaving, Map.of());
  }

  /**
   * The nodes with the smallest shares, among equals the last by name; or those whose turn it is in
   * the cloud.
   */
  private static List<NodeId> leastToHandOver(Topology topology, int count) {
    if (topology.restrictions().ordersLeaving()) {
      return Leavers.of(topology, count);
    }
    Map<NodeId, Double> held = new HashMap<>();
    for (Partition partition : topology.partitions()) {
      partition.replicas().forEach(copy -> held.merge(copy.node(), 1.0, Double::sum));
    }
    topology.ownership().forEach(owned -> held.put(owned.node(), owned.share().value()));
    return topology.nodes().stream()
        .map(Node::id)
        .sorted(
            Comparator.<NodeId>comparingDouble(id -> held.getOrDefault(id, 0.0))
                .thenComparing(Comparator.reverseOrder()))
        .limit(Math.max(0, count))
        .toList();
  }
}
