package io.proteus.core.plan;

import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How long steps take: what was measured on this store, and what is assumed where it was not. */
final class StepTimes {
  // these three are the executor's
  private static final int NODES_A_MOVE = 10;
  private static final int NODES_STARTING = 4;
  private static final int SETTINGS_AT_ONCE = 4;

  private static final double GIGABYTE = ByteSize.ofMegabytes(1024).bytes();

  /** The least that a compaction takes: it is asked for, found and started. */
  private static final double COMPACTION_STARTS_SECONDS = 2;

  /** Closing, opening and noticing it, in the simulator's model, which was fitted to HBase. */
  private static final Map<StepKind, Duration> ASSUMED =
      Map.of(
          StepKind.MOVES, Duration.ofSeconds(3),
          // a znode that is read, and a cache that shrinks
          StepKind.MEMORY_SPLITS, Duration.ofSeconds(5),
          // a process that ends and starts; HBase on a small heap
          StepKind.RESTARTS, Duration.ofSeconds(40),
          // partitions take it when they are next opened
          StepKind.TABLES_ALTERED, Duration.ofSeconds(2),
          // of a GB: MeT, section 6.2
          StepKind.COMPACTIONS, Duration.ofSeconds(60),
          // TIR-8: 3 minutes for the machine, 30 seconds for its configuration
          StepKind.NODES_ADDED, Duration.ofSeconds(210),
          StepKind.NODES_REMOVED, Duration.ofSeconds(30));

  private final int movesAtOnce;
  private final int compactionsAtOnce;
  private final int nodes;
  private final Map<StepKind, Double> seconds = new EnumMap<>(StepKind.class);

  /**
   * @param movesAtOnce for every {@value #NODES_A_MOVE} nodes
   * @param compactionsAtOnce in the whole cluster
   * @param nodes that the cluster has
   */
  StepTimes(int movesAtOnce, int compactionsAtOnce, int nodes, Calibration past) {
    this.movesAtOnce = movesAtOnce;
    this.compactionsAtOnce = compactionsAtOnce;
    this.nodes = nodes;
    for (StepKind kind : StepKind.values()) {
      Duration expected = past.paceOf(kind).expected(ASSUMED.getOrDefault(kind, Duration.ZERO));
      seconds.put(kind, expected.toMillis() / 1000.0);
    }
  }

  /** One step of a kind; for compactions, of a GB. */
  double seconds(StepKind kind) {
    return seconds.getOrDefault(kind, 0.0);
  }

  /** All that the compaction of so much takes. */
  double compacting(ByteSize size) {
    return COMPACTION_STARTS_SECONDS + seconds(StepKind.COMPACTIONS) * (size.bytes() / GIGABYTE);
  }

  /**
   * Kind after kind, each as many at once as the executor does: what waits for a partition, a table
   * or a host on top of that is not in it.
   *
   * @param price of the steps
   */
  Duration of(Price price, List<Step> steps) {
    double all =
        together(StepKind.MOVES, price.moves())
            + together(StepKind.RESTARTS, price.restarts())
            + together(StepKind.MEMORY_SPLITS, price.restartsSaved())
            + together(StepKind.TABLES_ALTERED, price.tablesAltered())
            + together(StepKind.NODES_ADDED, price.nodesAdded())
            + together(StepKind.NODES_REMOVED, price.nodesRemoved())
            + compactions(steps);
    return Duration.ofMillis(Math.round(all * 1000));
  }

  private double together(StepKind kind, int steps) {
    return steps == 0 ? 0 : Math.max(1, (double) steps / atOnce(kind)) * seconds(kind);
  }

  private double compactions(List<Step> steps) {
    double work = 0;
    double longest = 0;
    for (Step step : steps) {
      if (step instanceof CompactPartition compaction) {
        double one = compacting(compaction.size());
        work += one;
        longest = Math.max(longest, one);
      }
    }
    return Math.max(work / atOnce(StepKind.COMPACTIONS), longest);
  }

  private int atOnce(StepKind kind) {
    return switch (kind) {
      case MOVES -> movesAtOnce * Math.max(1, (nodes + NODES_A_MOVE - 1) / NODES_A_MOVE);
      case COMPACTIONS -> compactionsAtOnce;
      case MEMORY_SPLITS, TABLES_ALTERED -> SETTINGS_AT_ONCE;
      case NODES_ADDED -> NODES_STARTING;
      case RESTARTS, NODES_REMOVED -> 1;
    };
  }
}
