package io.proteus.controller.journal;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Restrictions;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.Topology;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster partition by partition, so that what it did can be replayed. Written seldom ({@link
 * Surveys}); {@link Observed} tells in sum what happened in between.
 *
 * @param nodes that lived
 * @param partitions the busiest, at most {@value #MOST_PARTITIONS}
 * @param unlisted how many partitions there were besides
 * @param basis what the requests of partitions rest on; null where they are measured
 * @param placing who places partitions; null where Proteus does
 * @param restrictions what operators had ruled out in the store; null where nothing was
 */
public record ClusterSurveyed(
    List<Node> nodes,
    List<Table> tables,
    List<ClusterSurveyed.Held> partitions,
    int unlisted,
    @Nullable LoadBasis basis,
    @Nullable Placing placing,
    @Nullable Restrictions restrictions)
    implements JournalEvent {

  static final int MOST_PARTITIONS = 2_000;

  public ClusterSurveyed {
    nodes = List.copyOf(nodes);
    tables = List.copyOf(tables);
    partitions = List.copyOf(partitions);
  }

  /**
   * A survey of a store whose partitions Proteus places and whose requests are counted for each.
   */
  public ClusterSurveyed(
      List<Node> nodes, List<Table> tables, List<ClusterSurveyed.Held> partitions, int unlisted) {
    this(nodes, tables, partitions, unlisted, null, null, null);
  }

  /**
   * A partition with its requests.
   *
   * @param requestsPerSecond null when they are not known
   */
  public record Held(Partition partition, @Nullable RequestRates requestsPerSecond) {
    double busy() {
      return requestsPerSecond == null ? 0 : requestsPerSecond.total();
    }
  }

  public static ClusterSurveyed of(Observation observation) {
    Topology topology = observation.topology();
    List<Held> busiest =
        topology.partitions().stream()
            .map(partition -> new Held(partition, observation.rates().get(partition.id())))
            .sorted(
                Comparator.comparingDouble((Held held) -> -held.busy())
                    .thenComparing(held -> held.partition().id()))
            .limit(MOST_PARTITIONS)
            .toList();
    return new ClusterSurveyed(
        topology.nodes(),
        topology.tables(),
        busiest,
        topology.partitions().size() - busiest.size(),
        observation.basis().isMeasured() ? null : observation.basis(),
        topology.placing().equals(Placing.BY_PROTEUS) ? null : topology.placing(),
        topology.restrictions().saysNothing() ? null : topology.restrictions());
  }
}
