package io.proteus.app.server;

import io.proteus.app.view.ClusterView;
import io.proteus.app.view.NodeRow;
import io.proteus.app.view.PartitionRow;
import io.proteus.app.view.Remark;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.MoneyPerHour;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.core.workload.AccessClass;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cluster as the API shows it. What is not known is null here and left out of the JSON. */
final class ClusterDocuments {
  private ClusterDocuments() {}

  /**
   * The whole in figures.
   *
   * @param machinesWithoutNode that run; null where that is not known
   * @param money what the live nodes' machines cost; null where no price is known
   * @param misplaced how many partitions should be elsewhere; null where nobody can say
   * @param misconfigured how many nodes should be set otherwise; null where nobody can say
   * @param ageSeconds since it was observed
   * @param stale whether it is too old to tell how the cluster does, or the cluster cannot be read
   */
  record Cluster(
      String name,
      Instant at,
      long ageSeconds,
      boolean stale,
      long observation,
      Duration span,
      int nodes,
      List<NodeId> deadNodes,
      @Nullable List<NodeId> machinesWithoutNode,
      @Nullable MoneyPerHour money,
      int partitions,
      int inTransition,
      long unserved,
      @Nullable Long misplaced,
      @Nullable Long misconfigured,
      Ratio knownPartitions,
      @Nullable Double requestsPerSecond,
      boolean balancerOn,
      List<Sentence> caveats,
      Map<String, Integer> gaps) {

    /**
     * @param placesAreKnown whether anybody can say what should be elsewhere, or set otherwise
     */
    static Cluster of(String name, ClusterView view, boolean placesAreKnown) {
      Observation seen = view.observation();
      Topology topology = seen.topology();
      Map<String, Integer> gaps = new TreeMap<>();
      for (Gap gap : seen.gaps()) {
        gaps.merge(gap.kind().toString(), 1, Integer::sum);
      }
      return new Cluster(
          name,
          topology.at(),
          0,
          false,
          seen.number(),
          seen.span(),
          topology.nodes().size(),
          topology.deadNodes(),
          topology.machines() == null ? null : List.copyOf(topology.machinesWithoutNode().keySet()),
          topology.prices().perHour().isEmpty() ? null : topology.costs(),
          topology.partitions().size(),
          topology.inTransition().size(),
          topology.partitions().stream().filter(partition -> partition.node() == null).count(),
          placesAreKnown ? view.misplaced() : null,
          placesAreKnown ? view.misconfigured() : null,
          seen.knownPartitions(),
          view.requests(),
          topology.balancerOn(),
          seen.caveats(),
          gaps);
    }

    /** The same, so long after it was observed. */
    Cluster aged(long seconds, boolean tooOld) {
      return new Cluster(
          name,
          at,
          seconds,
          tooOld,
          observation,
          span,
          nodes,
          deadNodes,
          machinesWithoutNode,
          money,
          partitions,
          inTransition,
          unserved,
          misplaced,
          misconfigured,
          knownPartitions,
          requestsPerSecond,
          balancerOn,
          caveats,
          gaps);
    }
  }

  /**
   * A node with what it does.
   *
   * @param partitions how many it holds; null where nobody can say
   * @param misplaced how many of its partitions should be elsewhere; null where nobody can say
   */
  record NodeState(
      NodeId id,
      @Nullable String profile,
      @Nullable MemorySplit memory,
      @Nullable Integer partitions,
      @Nullable Long misplaced,
      @Nullable Double requestsPerSecond,
      Map<String, Ratio> serves,
      @Nullable Ratio cpu,
      @Nullable Ratio ioWait,
      @Nullable Ratio memoryUsed,
      @Nullable Ratio cacheHitRatio,
      @Nullable Long queued,
      @Nullable ByteSize heapUsedBytes,
      @Nullable ByteSize heapMaxBytes,
      @Nullable Ratio locality,
      @Nullable Double latencyMs,
      @Nullable Double p99Ms,
      List<String> remarks) {

    static NodeState of(NodeRow row, @Nullable Long misplaced) {
      NodeLoad load = row.load();
      HostLoad host = load == null ? HostLoad.UNKNOWN : load.host();
      Map<String, Ratio> serves = new TreeMap<>();
      row.serves().forEach((use, share) -> serves.put(use.toString(), share));
      return new NodeState(
          row.id(),
          row.profile(),
          row.memory(),
          row.partitions(),
          misplaced,
          row.requests(),
          serves,
          host.cpu(),
          host.ioWait(),
          host.memory(),
          load == null ? null : load.cacheHitRatio(),
          load == null ? null : load.queued(),
          load == null ? null : load.heapUsed(),
          load == null ? null : load.heapMax(),
          load == null ? null : load.locality(),
          load == null ? null : load.latencyMs(),
          load == null ? null : load.p99Ms(),
          words(row.remarks()));
    }
  }

  /**
   * Which rows a partition holds, escaped, long keys cut.
   *
   * @param from the first; left out where the table begins
   * @param to the first that it no longer holds; left out where the table ends
   */
  record Rows(@Nullable String from, @Nullable String to) {
    private static final int MOST = 256;

    static @Nullable Rows of(@Nullable KeyRange range) {
      return range == null
          ? null
          : new Rows(KeyRange.cut(range.from(), MOST), KeyRange.cut(range.to(), MOST));
    }
  }

  /**
   * A partition with what it does.
   *
   * @param rows left out where the store does not tell
   */
  record PartitionState(
      String id,
      String table,
      @Nullable Rows rows,
      @Nullable NodeId node,
      ByteSize sizeBytes,
      @Nullable Ratio locality,
      @Nullable String accessClass,
      @Nullable RequestRates requestsPerSecond,
      @Nullable NodeId wantedNode,
      List<String> remarks) {

    static PartitionState of(PartitionRow row) {
      AccessClass use = row.accessClass();
      return new PartitionState(
          row.partition().id().value(),
          row.partition().table().value(),
          Rows.of(row.partition().rows()),
          row.partition().node(),
          row.partition().size(),
          row.partition().locality(),
          use == null ? null : use.toString(),
          row.rates(),
          row.wanted(),
          words(row.remarks()));
    }
  }

  /**
   * Partitions in sum.
   *
   * @param key a table, a node or an access class; null for those that have none
   * @param known how many tell their requests
   * @param requestsPerSecond of those; null when none does
   */
  record PartitionSum(
      @Nullable String key,
      int partitions,
      ByteSize sizeBytes,
      int known,
      @Nullable RequestRates requestsPerSecond) {

    private PartitionSum with(PartitionRow row) {
      RequestRates rates = row.rates();
      RequestRates before = requestsPerSecond;
      RequestRates sum = before == null || rates == null ? rates : before.plus(rates);
      return new PartitionSum(
          key,
          partitions + 1,
          ByteSize.ofBytes(sizeBytes.bytes() + row.partition().size().bytes()),
          known + (rates == null ? 0 : 1),
          rates == null ? before : sum);
    }

    private double load() {
      return requestsPerSecond == null ? -1 : requestsPerSecond.total();
    }
  }

  /** By what partitions are summed. */
  static final Map<String, Function<PartitionRow, @Nullable String>> KEYS =
      Map.of(
          "table", row -> row.partition().table().value(),
          "node", row -> text(row.partition().node()),
          "class", row -> text(row.accessClass()));

  /** Sums, the busiest first. */
  static List<PartitionSum> sums(
      List<PartitionRow> rows, Function<PartitionRow, @Nullable String> keyOf) {
    Map<@Nullable String, PartitionSum> sums = new HashMap<>();
    for (PartitionRow row : rows) {
      String key = keyOf.apply(row);
      PartitionSum before = sums.get(key);
      PartitionSum sum = before == null ? new PartitionSum(key, 0, ByteSize.ZERO, 0, null) : before;
      sums.put(key, sum.with(row));
    }
    List<PartitionSum> sorted = new ArrayList<>(sums.values());
    sorted.sort(
        Comparator.comparingDouble(PartitionSum::load)
            .reversed()
            .thenComparing(
                PartitionSum::key, Comparator.nullsLast(Comparator.<String>naturalOrder())));
    return sorted;
  }

  /** Requests of a node, op/s, as its partitions tell; null when nothing is known. */
  static @Nullable Double requests(NodeRow row) {
    NodeLoad load = row.load();
    OperationsPerSecond served = load == null ? null : load.requests();
    if (row.requests() != null) {
      return row.requests();
    }
    return served == null ? null : Double.valueOf(served.value());
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  private static List<String> words(List<Remark> remarks) {
    return remarks.stream().map(Remark::toString).toList();
  }
}
