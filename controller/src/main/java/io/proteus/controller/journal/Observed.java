package io.proteus.controller.journal;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An observation in sum: a line a node and a table, none a partition, so that its size is bounded.
 *
 * @param knownPartitions share of the partitions whose requests are known
 * @param requestsPerSecond of all partitions that are known
 * @param nodes the busiest, at most {@value #MOST_NODES}
 * @param tables the busiest, at most {@value #MOST_TABLES}; none in journals of before there were
 *     surveys
 * @param gaps how many of which kind
 * @param latencyMs mean time to an answer over the nodes that tell, each by its requests; null when
 *     none does, and in journals of before it was kept
 * @param p99Ms the same of the time within which 99 of 100 are answered
 * @param plan that ran meanwhile: such an observation is shown and judged by the brake, and no
 *     decision is made from it; null when none ran, and in older journals
 */
public record Observed(
    long number,
    Duration span,
    int nodeCount,
    List<NodeId> deadNodes,
    int partitions,
    int inTransition,
    int unserved,
    Ratio knownPartitions,
    RequestRates requestsPerSecond,
    List<NodeSum> nodes,
    List<TableSum> tables,
    Map<Gap.Kind, Integer> gaps,
    @Nullable Double latencyMs,
    @Nullable Double p99Ms,
    @Nullable String plan)
    implements JournalEvent {

  static final int MOST_NODES = 100;
  static final int MOST_TABLES = 50;

  public Observed {
    tables = tables == null ? List.of() : List.copyOf(tables);
  }

  /**
   * A node in sum.
   *
   * @param latencyMs mean time until an answer; null where the store does not tell it, and in older
   *     journals
   * @param p99Ms time within which 99 of 100 are answered; null as above
   * @param unknown of its partitions, how many's requests are not known; null where all are, and in
   *     older journals
   */
  public record NodeSum(
      NodeId node,
      int partitions,
      RequestRates requestsPerSecond,
      @Nullable Ratio cpu,
      @Nullable Ratio ioWait,
      @Nullable Double latencyMs,
      @Nullable Double p99Ms,
      @Nullable Integer unknown) {

    /** Whether the requests of all that it holds are known. */
    @JsonIgnore
    public boolean isKnown() {
      return unknown == null;
    }
  }

  /** A table in sum. */
  public record TableSum(TableId table, RequestRates requestsPerSecond) {}

  /** Whether no plan ran meanwhile. */
  @JsonIgnore
  public boolean isSteady() {
    return plan == null;
  }

  public static Observed of(Observation observation) {
    return of(observation, null);
  }

  /**
   * @param plan that ran meanwhile; null when none did
   */
  public static Observed of(Observation observation, @Nullable String plan) {
    Topology topology = observation.topology();
    Map<NodeId, RequestRates> rates = new HashMap<>();
    Map<NodeId, Integer> held = new HashMap<>();
    Map<NodeId, Integer> unknown = new HashMap<>();
    Map<TableId, RequestRates> tables = new HashMap<>();
    RequestRates all = RequestRates.NONE;
    int unserved = 0;
    for (Partition partition : topology.partitions()) {
      RequestRates rate = observation.rates().getOrDefault(partition.id(), RequestRates.NONE);
      all = all.plus(rate);
      tables.merge(partition.table(), rate, RequestRates::plus);
      NodeId node = partition.node();
      if (node == null) {
        unserved++;
      } else {
        rates.merge(node, rate, RequestRates::plus);
        held.merge(node, 1, Integer::sum);
        if (!observation.rates().containsKey(partition.id())) {
          unknown.merge(node, 1, Integer::sum);
        }
      }
    }
    Map<Gap.Kind, Integer> gaps = new EnumMap<>(Gap.Kind.class);
    observation.gaps().forEach(gap -> gaps.merge(gap.kind(), 1, Integer::sum));
    List<NodeSum> busiest =
        topology.nodes().stream()
            .map(Node::id)
            .map(
                id -> {
                  NodeLoad load = observation.loads().get(id);
                  HostLoad host = load == null ? HostLoad.UNKNOWN : load.host();
                  return new NodeSum(
                      id,
                      held.getOrDefault(id, 0),
                      rates.getOrDefault(id, RequestRates.NONE),
                      host.cpu(),
                      host.ioWait(),
                      load == null ? null : load.latencyMs(),
                      load == null ? null : load.p99Ms(),
                      unknown.get(id));
                })
            .sorted(
                Comparator.<NodeSum>comparingDouble(sum -> -sum.requestsPerSecond().total())
                    .thenComparing(NodeSum::node))
            .limit(MOST_NODES)
            .toList();
    return new Observed(
        observation.number(),
        observation.span(),
        topology.nodes().size(),
        topology.deadNodes().stream().limit(MOST_NODES).toList(),
        topology.partitions().size(),
        topology.inTransition().size(),
        unserved,
        observation.knownPartitions(),
        all,
        busiest,
        busiest(tables),
        gaps,
        NodeLoad.byRequests(observation.loads().values(), NodeLoad::latencyMs),
        NodeLoad.byRequests(observation.loads().values(), NodeLoad::p99Ms),
        plan);
  }

  private static List<TableSum> busiest(Map<TableId, RequestRates> tables) {
    return tables.entrySet().stream()
        .map(entry -> new TableSum(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.<TableSum>comparingDouble(sum -> -sum.requestsPerSecond().total())
                .thenComparing(TableSum::table))
        .limit(MOST_TABLES)
        .toList();
  }
}
