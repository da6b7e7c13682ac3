package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.NODES_ORDERED;
import static io.proteus.core.strategy.ReasonCode.PLACED_BY_STORE;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.Scaling;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * More or fewer nodes because an operator says so (TIR-9). The load does not matter, the bounds do.
 *
 * @param bounds how many nodes there may be
 */
public record NodeResize(NodeBounds bounds) {

  /** Why so many nodes cannot be added; empty where they can be. */
  public Optional<Sentence> objectionToMore(int more, Situation now) {
    int present = now.topology().nodes().size();
    if (more < 1) {
      return Optional.of(Sentence.of("want 1 or more {nodes} to add, got %d", more));
    }
    if (bounds.max() == 0) {
      return Optional.of(
          Sentence.of(
              "none is added, as nodes.max is 'present': set how many there may be, such as"
                  + " nodes.max: %d",
              present + more));
    }
    if (present + more > bounds.most(now)) {
      return Optional.of(
          Sentence.of(
              "{%d nodes} {is|are} there, %d more would be %d, and nodes.max is %d",
              present, more, present + more, bounds.most(now)));
    }
    return cannotResize(now);
  }

  /** Why these nodes cannot be removed; empty where they can be. */
  public Optional<Sentence> objectionToFewer(Collection<NodeId> leaving, Situation now) {
    Topology topology = now.topology();
    int present = topology.nodes().size();
    List<NodeId> strangers =
        leaving.stream().filter(node -> topology.node(node).isEmpty()).toList();
    if (!strangers.isEmpty()) {
      return Optional.of(
          Sentence.of(
              "%s is not a live {node}; these are: %s",
              Few.of(strangers), Few.of(topology.nodes().stream().map(Node::id).toList())));
    }
    Optional<Sentence> kept = topology.restrictions().keeps(leaving);
    if (kept.isPresent()) {
      return kept;
    }
    int left = present - Set.copyOf(leaving).size();
    if (leaving.isEmpty()) {
      return Optional.of(Sentence.of("want 1 or more {nodes} to remove, got 0"));
    }
    if (left < bounds.min()) {
      return Optional.of(
          Sentence.of(
              "{%d nodes} {is|are} there, %d less would be %d, and nodes.min is %d",
              present, present - left, left, bounds.min()));
    }
    if (left < topology.copies()) {
      return Optional.of(
          Sentence.of(
              "%d would be left, and {partitions} have %d copies each", left, topology.copies()));
    }
    return cannotResize(now).or(() -> nobodyElseMayHold(leaving, now));
  }

  /** Why so many cannot be removed, whichever they are; empty where there are enough. */
  public static Optional<Sentence> objectionToCount(int fewer, Situation now) {
    int present = now.topology().nodes().size();
    return fewer > present
        ? Optional.of(Sentence.of("{%d nodes} {is|are} there, fewer than %d", present, fewer))
        : Optional.empty();
  }

  private static Optional<Sentence> cannotResize(Situation now) {
    return now.latest().capabilities().contains(Capability.RESIZE)
        ? Optional.empty()
        : Optional.of(Sentence.of("no cloud is set that starts and ends {nodes} [cloud.type]"));
  }

  private static Optional<Sentence> nobodyElseMayHold(Collection<NodeId> leaving, Situation now) {
    return now.topology().placing().byStore()
        ? Optional.empty()
        : NodeDrain.withoutAHost(withDrained(leaving, now), now.topology())
            .map(
                table ->
                    Sentence.of(
                        "no other {node} may hold what %s hold of %s", Few.of(leaving), table));
  }

  private static Set<NodeId> withDrained(Collection<NodeId> leaving, Situation now) {
    Set<NodeId> empty = new TreeSet<>(NodeDrain.kept(now));
    empty.addAll(leaving);
    return empty;
  }

  /**
   * The nodes that go where only their number was said: first those that operators drained, then
   * those with the least to hand over, among equals the last by name; or those whose turn it is in
   * the cloud.
   */
  public static List<NodeId> leastToHandOver(int count, Situation now) {
    Topology topology = now.topology();
    List<NodeId> order = topology.restrictions().leaving();
    if (order != null && !order.isEmpty()) {
      return order.stream().limit(Math.max(0, count)).toList();
    }
    Map<NodeId, Double> held = new HashMap<>();
    for (Partition partition : topology.partitions()) {
      double bytes = partition.size().bytes() + 1.0;
      partition.replicas().forEach(copy -> held.merge(copy.node(), bytes, Double::sum));
    }
    topology.ownership().forEach(owned -> held.put(owned.node(), owned.share().value()));
    Set<NodeId> drained = NodeDrain.drained(now.memory().drains(), topology);
    return topology.nodes().stream()
        .map(Node::id)
        .sorted(
            Comparator.<NodeId, Boolean>comparing(id -> !drained.contains(id))
                .thenComparingDouble(id -> held.getOrDefault(id, 0.0))
                .thenComparing(Comparator.reverseOrder()))
        .limit(Math.max(0, count))
        .toList();
  }

  /** The verdict that adds so many; what the new ones hold is decided once they are there. */
  static Verdict grown(Situation seen, int more) {
    Situation now = NodeDrain.hidden(seen);
    int to = now.topology().nodes().size() + more;
    List<Reason> reasons = List.of(NODES_ORDERED.says("an operator adds {%d nodes}", more));
    return PolicyStrategy.counting(new KeepNodes())
        .retarget(now, new Scaling.Resize(to, reasons, remembering(now, to)));
  }

  /** The verdict that removes these. */
  static Verdict shrunk(Situation now, List<NodeId> leaving) {
    int to = now.topology().nodes().size() - leaving.size();
    Reason reason = NODES_ORDERED.says("an operator removes %s", Few.of(leaving));
    StrategyMemory memory = remembering(now, to).withResizingTo(0);
    return now.topology().placing().byStore()
        ? new Verdict.Retarget(
            CountedNodes.without(now.topology(), leaving),
            List.of(
                reason,
                PLACED_BY_STORE.says(
                    "the store itself moves what this takes, as it places {partitions} itself")),
            memory)
        : NodeDrain.leaving(now.with(memory), leaving, withDrained(leaving, now), reason);
  }

  /** What is remembered once there are to be so many nodes. */
  static StrategyMemory remembering(Situation now, int to) {
    int present = now.topology().nodes().size();
    return now.memory().with(now.memory().scaling().with(new Resized(now.now(), present, to)));
  }
}
