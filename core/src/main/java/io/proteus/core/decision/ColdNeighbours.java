package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.COLD_NEIGHBOURS;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.NO_TRAFFIC;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.setting.Key;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.SplitMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.workload.LoadedPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges small neighbours that hardly anybody asks for, where nodes have clearly more partitions
 * than they need, every node has room, and nothing else is to be done. What was split for its load
 * is left alone for a day.
 *
 * @param mergeAbove so many partitions on each node, on average, are too many
 * @param mergedSize two that are larger together are not merged
 * @param mergesAtOnce most merges of a plan
 */
public record ColdNeighbours(
    @Key(doc = "with more partitions on each node, small cold neighbours are merged", usual = "300")
        int mergeAbove,
    @Key(doc = "neighbours that are larger together are not merged", usual = "256MB")
        ByteSize mergedSize,
    @Key(doc = "most merges of one plan", usual = "4") int mergesAtOnce)
    implements Proposer {
  /** Two partitions are cold if both together have less than this share of the mean of one. */
  private static final double COLD = 0.1;

  /** Nodes that are busier than this are left alone. */
  private static final double CALM = 0.5;

  private static final Duration AFTER_A_SPLIT = Duration.ofDays(1);
  private static final Set<ReasonCode> IDLE = Set.of(HEALTHY, SIZE_FITS, NO_TRAFFIC);

  public ColdNeighbours {
    if (mergeAbove < 2 || mergesAtOnce < 1) {
      throw new InvalidValue(
          "splits: want mergeAbove of 2 or more and mergesAtOnce of 1 or more, got %d and %d."
              .formatted(mergeAbove, mergesAtOnce));
    }
  }

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    int partitions = now.topology().partitions().size();
    int nodes = now.topology().nodes().size();
    boolean mayMerge =
        before.filter(ColdNeighbours::isIdle).isPresent()
            && partitions > (long) mergeAbove * nodes
            && now.latest().capabilities().contains(Capability.RESHAPE_PARTITION)
            && now.basis().isMeasured()
            && now.loads().values().stream().allMatch(ColdNeighbours::isCalm);
    List<Reshapes.Merge> merges = mayMerge ? merges(now) : List.of();
    if (merges.isEmpty()) {
      return before;
    }
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        COLD_NEIGHBOURS.because(
            "splits.mergeAbove",
            "{%d partitions} are on {%d nodes}: %d {pair|pairs} of small neighbours that hardly"
                + " anybody asks for {is|are} merged",
            partitions,
            nodes,
            merges.size()));
    reasons.addAll(before.get().reasons());
    return Optional.of(
        new Verdict.Retarget(
            Layout.of(PresentLayout.without(List.of(), now), List.of(), Map.of())
                .with(new Reshapes(List.of(), merges)),
            reasons,
            before.get().memory()));
  }

  private static boolean isIdle(Verdict verdict) {
    return verdict instanceof Verdict.Hold hold && IDLE.contains(hold.reasons().get(0).code());
  }

  private static boolean isCalm(NodeLoad load) {
    Double busy = load.host().busy();
    return busy != null && busy < CALM;
  }

  private List<Reshapes.Merge> merges(Situation now) {
    Map<TableId, List<LoadedPartition>> tables = new HashMap<>();
    double all = 0;
    for (LoadedPartition loaded : now.partitions()) {
      all += loaded.load();
      if (loaded.partition().rows() != null
          && loaded.partition().node() != null
          && now.topology().restrictions().mayReshape(loaded.partition().table())) {
        tables.computeIfAbsent(loaded.partition().table(), table -> new ArrayList<>()).add(loaded);
      }
    }
    double cold = COLD * all / now.partitions().size();
    List<Pair> pairs = new ArrayList<>();
    tables.values().forEach(table -> addPairs(table, cold, now, pairs));
    return pairs.stream()
        .sorted(Comparator.comparingDouble(Pair::load).thenComparing(pair -> pair.lower.id()))
        .limit(mergesAtOnce)
        .map(pair -> new Reshapes.Merge(pair.lower.id(), pair.upper.id()))
        .toList();
  }

  /** Two that may be merged. */
  private record Pair(Partition lower, Partition upper, double load) {}

  /** Each partition is in one pair at most. */
  private void addPairs(List<LoadedPartition> table, double cold, Situation now, List<Pair> pairs) {
    table.sort(
        Comparator.comparing(
            loaded -> from(loaded.partition()), Comparator.nullsFirst(Comparator.naturalOrder())));
    for (int i = 0; i + 1 < table.size(); i++) {
      Partition lower = table.get(i).partition();
      Partition upper = table.get(i + 1).partition();
      double load = table.get(i).load() + table.get(i + 1).load();
      if (load <= cold
          && lower.size().bytes() + upper.size().bytes() <= mergedSize.bytes()
          && Objects.equals(lower.node(), upper.node())
          && rows(lower).isBefore(rows(upper))
          && !wasSplit(lower, now)
          && !wasSplit(upper, now)) {
        pairs.add(new Pair(lower, upper, load));
        i++;
      }
    }
  }

  private static KeyRange rows(Partition partition) {
    return Objects.requireNonNull(partition.rows());
  }

  private static @Nullable RowKey from(Partition partition) {
    return rows(partition).from();
  }

  private static boolean wasSplit(Partition partition, Situation now) {
    for (SplitMemory.Split split : now.memory().splits().splits()) {
      if (partition.isWithin(split.table(), split.rows())
          && Duration.between(split.at(), now.now()).compareTo(AFTER_A_SPLIT) < 0) {
        return true;
      }
    }
    return false;
  }
}
