package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.MACHINE_TAKEN;
import static io.proteus.core.strategy.ReasonCode.NODES_ORDERED;
import static io.proteus.core.strategy.ReasonCode.NODE_LOST;
import static io.proteus.core.strategy.ReasonCode.POOLS;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Pool;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.scaling.Headroom;
import io.proteus.core.strategy.scaling.Scaling;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many nodes each pool has after a resize of the whole. New nodes belong to the pool that takes
 * them. Nodes go from the pool with the most room, and only where those that stay in it have room;
 * a pool keeps at least one node, and one that serves no table is left alone.
 */
final class NodesByPool {
  /** How busy the nodes of a pool may be after a removal, as for a cluster as a whole. */
  private static final Headroom ROOM = new Headroom(Ratio.of(0.7), 2);

  /** A growth for these reasons does not depend on which pool is busy. */
  private static final Set<ReasonCode> WHATEVER_THE_LOAD =
      Set.of(NODE_LOST, MACHINE_TAKEN, AT_NODE_BOUND, NODES_ORDERED);

  private final Situation now;
  private final Map<Pool, Integer> counts = new LinkedHashMap<>();

  NodesByPool(Situation now) {
    this.now = now;
    for (Pool pool : now.topology().restrictions().pools()) {
      counts.put(pool, part(pool).topology().nodes().size());
    }
  }

  /** The nodes that each pool is to have. */
  Map<Pool, Integer> counts() {
    return counts;
  }

  /** The nodes of a pool and what they hold, as if there were no others. */
  Situation part(Pool pool) {
    Topology all = now.topology();
    List<Node> nodes =
        all.nodes().stream()
            .filter(node -> all.restrictions().poolOf(node.id()).filter(pool::equals).isPresent())
            .toList();
    Set<NodeId> names = Set.copyOf(nodes.stream().map(Node::id).toList());
    List<Partition> partitions =
        all.partitions().stream()
            .filter(partition -> partition.node() != null && names.contains(partition.node()))
            .toList();
    return now.with(
        now.latest()
            .with(
                new Topology(
                        all.cluster(),
                        all.at(),
                        nodes,
                        List.of(),
                        partitions,
                        all.tables(),
                        List.of(),
                        all.balancerOn(),
                        List.of())
                    .placedAs(all)));
  }

  /**
   * Resizes the pools.
   *
   * @return why not as asked for; empty where they have as many nodes as are asked for
   */
  Optional<Reason> resize(Scaling.Resize wanted) {
    int more = wanted.nodes() - now.topology().nodes().size();
    if (more > 0) {
      return grow(more, wanted);
    }
    double growth = Headroom.growth(now);
    for (int gone = 0; gone < -more; gone++) {
      Optional<Pool> giver = giver(growth, gone);
      if (giver.isEmpty()) {
        return Optional.of(
            POOLS.says(
                "{%d nodes} instead of %d go: no pool of {nodes} has room for what it serves on one"
                    + " {node} less",
                gone, -more));
      }
      counts.merge(giver.get(), -1, Integer::sum);
    }
    return Optional.empty();
  }

  private Optional<Reason> grow(int more, Scaling.Resize wanted) {
    Optional<Pool> taker = counts.keySet().stream().filter(Pool::takesNewNodes).findFirst();
    Optional<Pool> hot = hottest().flatMap(now.topology().restrictions()::poolOf);
    boolean whatever = WHATEVER_THE_LOAD.contains(wanted.reasons().get(0).code());
    if (taker.isEmpty() || !(whatever || hot.isEmpty() || hot.equals(taker))) {
      return Optional.of(
          POOLS.says(
              "a new {node} would join %s, and %s is busy: move a {node} into it",
              taker.map(Pool::name).orElse("no pool"), hot.map(Pool::name).orElse("another")));
    }
    counts.merge(taker.get(), more, Integer::sum);
    return Optional.empty();
  }

  private Optional<NodeId> hottest() {
    return now.topology().nodes().stream()
        .map(Node::id)
        .filter(node -> busy(node) >= 0)
        .max(Comparator.comparingDouble(this::busy).thenComparing(Comparator.reverseOrder()));
  }

  private double busy(NodeId node) {
    NodeLoad load = now.loads().get(node);
    Double busy = (load == null ? HostLoad.UNKNOWN : load.host()).busy();
    return busy == null ? -1 : busy;
  }

  /**
   * The pool whose nodes are the least busy with one less of them; no other than that of the node
   * whose turn it is, where the cloud says so.
   */
  private Optional<Pool> giver(double growth, int gone) {
    List<NodeId> ordered = Leavers.of(now.topology(), gone + 1);
    Optional<Pool> next =
        ordered.size() > gone
            ? now.topology().restrictions().poolOf(ordered.get(gone))
            : Optional.empty();
    boolean any = !now.topology().restrictions().ordersLeaving();
    List<Pool> able = new ArrayList<>();
    counts.forEach(
        (pool, count) -> {
          if ((any || next.filter(pool::equals).isPresent())
              && count > 1
              && !pool.tables().isEmpty()
              && ROOM.leavesRoom(part(pool), count - 1, growth)) {
            able.add(pool);
          }
        });
    return able.stream()
        .min(
            Comparator.<Pool>comparingDouble(
                    pool ->
                        Headroom.demand(part(pool)).orElse(0.0)
                            / (counts.getOrDefault(pool, 2) - 1))
                .thenComparing(Pool::name));
  }
}
