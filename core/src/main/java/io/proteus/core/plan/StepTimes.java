package io.proteus.core.plan;

import io.proteus.core.strategy.Calibration;
import io.proteus.core.strategy.StepKind;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How long steps take: what was measured on this store, and what is assumed where it was not.
 *
 * @param movesAtOnce for every {@value #NODES_A_MOVE} nodes
 * @param compactionsAtOnce in the whole cluster
 * @param nodes that the cluster has
 */
record StepTimes(int movesAtOnce, int compactionsAtOnce, int nodes, Calibration past) {
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

  /** One step of a kind; for compactions, of a GB. */
  Duration of(StepKind kind) {
    return past.paceOf(kind).expected(ASSUMED.getOrDefault(kind, Duration.ZERO));
  }

  double seconds(StepKind kind) {
    return of(kind).toMillis() / 1000.0;
  }

  /** All that one step takes. */
  double seconds(Step step) {
    double seconds = 0;
    for (StepKind kind : step.price().kinds()) {
      seconds +=
          kind == StepKind.COMPACTIONS
              ? COMPACTION_STARTS_SECONDS
                  + seconds(kind) * (step.price().bytesCompacted().bytes() / GIGABYTE)
              : seconds(kind);
    }
    return seconds;
  }

  /**
   * Kind after kind, each as many at once as the executor does: what waits for a partition, a table
   * or a host on top of that is not in it.
   */
  Duration of(List<Step> steps) {
    Map<StepKind, Double> work = new EnumMap<>(StepKind.class);
    Map<StepKind, Double> longest = new EnumMap<>(StepKind.class);
    for (Step step : steps) {
      double seconds = seconds(step);
      for (StepKind kind : step.price().kinds()) {
        work.merge(kind, seconds, Double::sum);
        longest.merge(kind, seconds, Math::max);
      }
    }
    double all = 0;
    for (Map.Entry<StepKind, Double> entry : work.entrySet()) {
      double shared = entry.getValue() / atOnce(entry.getKey());
      all += Math.max(shared, longest.getOrDefault(entry.getKey(), 0.0));
    }
    return Duration.ofMillis(Math.round(all * 1000));
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
