package io.proteus.controller.check;

import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.Observed.NodeSum;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.OperationsPerSecond;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Observations as a journal tells of them. A survey has each partition, and the observations after
 * it have the sum of each table: each partition is taken to have its share of its table's requests,
 * as in the survey. Whatever cannot be told so is left out.
 */
final class JournalledObservations {
  /** As decisions want it of an observation. */
  private static final double KNOWN_ENOUGH = 0.9;

  private final String cluster;
  private @Nullable ClusterSurveyed survey;
  private Map<TableId, Double> surveyed = Map.of();
  private long number;
  private int leftOut;

  JournalledObservations(String cluster) {
    this.cluster = cluster;
  }

  /** How many observations could not be told. */
  int leftOut() {
    return leftOut;
  }

  /** The observation that an entry tells of; empty where it tells of none, or of too little. */
  Optional<Observation> of(JournalEntry entry) {
    if (entry.event() instanceof ClusterSurveyed seen) {
      survey = seen;
      surveyed =
          seen.partitions().stream()
              .collect(
                  Collectors.toMap(
                      held -> held.partition().table(),
                      held -> total(held.requestsPerSecond()),
                      Double::sum));
    } else if (entry.event() instanceof Observed seen) {
      ClusterSurveyed last = survey;
      if (last != null && tells(seen, last)) {
        return Optional.of(observation(entry.at(), seen, last));
      }
      leftOut++;
    }
    return Optional.empty();
  }

  private static double total(@Nullable RequestRates rates) {
    return rates == null ? 0 : rates.total();
  }

  private static boolean tells(Observed seen, ClusterSurveyed last) {
    Set<NodeId> then = last.nodes().stream().map(Node::id).collect(Collectors.toSet());
    Set<NodeId> now = seen.nodes().stream().map(NodeSum::node).collect(Collectors.toSet());
    return !seen.span().isZero()
        && seen.knownPartitions().value() >= KNOWN_ENOUGH
        && seen.inTransition() == 0
        && seen.unserved() == 0
        && last.unlisted() == 0
        && seen.partitions() == last.partitions().size()
        && seen.nodeCount() == then.size()
        && then.containsAll(now);
  }

  private Observation observation(Instant at, Observed seen, ClusterSurveyed last) {
    Map<TableId, Double> now =
        seen.tables().stream()
            .collect(Collectors.toMap(it -> it.table(), it -> it.requestsPerSecond().total()));
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    for (ClusterSurveyed.Held held : last.partitions()) {
      RequestRates then = held.requestsPerSecond();
      if (then != null) {
        TableId table = held.partition().table();
        double before = surveyed.getOrDefault(table, 0.0);
        double factor = before > 0 ? now.getOrDefault(table, 0.0) / before : 1;
        rates.put(held.partition().id(), then.times(factor));
      }
    }
    Map<NodeId, NodeLoad> loads = new HashMap<>();
    seen.nodes().forEach(node -> loads.put(node.node(), load(node)));
    number++;
    return new Observation(
        number,
        topology(at, seen, last),
        seen.span(),
        rates,
        loads,
        EnumSet.allOf(Capability.class),
        List.of(),
        last.basis() == null ? LoadBasis.MEASURED : last.basis());
  }

  private static NodeLoad load(NodeSum node) {
    return new NodeLoad(
        new HostLoad(node.cpu(), node.ioWait(), null),
        new OperationsPerSecond(node.requestsPerSecond().total()),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        node.latencyMs(),
        node.p99Ms());
  }

  private Topology topology(Instant at, Observed seen, ClusterSurveyed last) {
    Set<NodeId> live = new TreeSet<>(last.nodes().stream().map(Node::id).toList());
    List<Partition> partitions =
        last.partitions().stream().map(ClusterSurveyed.Held::partition).toList();
    return new Topology(
        cluster,
        at,
        last.nodes(),
        seen.deadNodes().stream().filter(node -> !live.contains(node)).toList(),
        partitions,
        last.tables(),
        List.of(),
        false,
        List.of(),
        null,
        last.placing() == null ? Placing.BY_PROTEUS : last.placing(),
        List.of(),
        last.restrictions() == null ? Restrictions.NONE : last.restrictions());
  }
}
