package io.proteus.testkit;

import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.ByteSize;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Random;

/** Clusters for properties: the same seed, the same cluster. */
public final class RandomClusters {
  private static final int MOST_NODES = 7;
  private static final int MOST_TABLES = 6;
  private static final int MOST_PARTITIONS_A_PLACE = 4;

  private RandomClusters() {}

  /** A cluster of 2 to 8 nodes whose tables are scattered, read, written and scanned at random. */
  public static InMemoryCluster of(long seed, InstantSource clock) {
    return describe(seed, clock).build();
  }

  /** The same, for a test that has more to say of it. */
  public static ClusterBuilder describe(long seed, InstantSource clock) {
    Random random = new Random(seed);
    ClusterBuilder cluster =
        InMemoryCluster.cluster()
            .named("seed-" + seed)
            .clock(clock)
            .pace(Pace.everythingTakes(random.nextInt(3)));
    if (random.nextBoolean()) {
      cluster.balancerOff();
    }
    int tables = 1 + random.nextInt(MOST_TABLES);
    RequestRates[] rates =
        random.doubles(tables, 0, 1).mapToObj(RandomClusters::rates).toArray(RequestRates[]::new);
    // where nobody asks, no CPU is busy: that would be counters that stand still
    double busiest = Arrays.stream(rates).allMatch(RequestRates.NONE::equals) ? 0.1 : 1;
    int nodes = 2 + random.nextInt(MOST_NODES);
    for (int n = 1; n <= nodes; n++) {
      cluster.node("rs" + n).cpu(busiest * random.nextDouble());
      if (random.nextInt(3) == 0) {
        cluster.byRestartOnly();
      }
      for (int t = 0; t < tables; t++) {
        cluster.partitionSize(ByteSize.ofMegabytes(random.nextInt(2000)));
        cluster.holding("t" + (t + 1), random.nextInt(MOST_PARTITIONS_A_PLACE), rates[t]);
      }
    }
    return cluster;
  }

  /** Mostly reads, mostly writes, mostly scans, a mix, or nothing. */
  private static RequestRates rates(double draw) {
    double load = 10 + 1000 * draw;
    return switch ((int) (draw * 5)) {
      case 0 -> new RequestRates(load, 0, load / 10);
      case 1 -> new RequestRates(load / 10, 0, load);
      case 2 -> new RequestRates(0, load, load / 20);
      case 3 -> new RequestRates(load, 0, load);
      default -> RequestRates.NONE;
    };
  }
}
