package io.proteus.benchmarks.balancer;

import java.util.Random;

/**
 * Regions with their load and where they are, from a seed: both sides get the same.
 *
 * <p>A table is read, written or both, or (one in ten) not used at all; one region in ten is asked
 * up to ten times as much as the others of its table. No region is hotter than a server can be on
 * average, so an even load is possible.
 *
 * @param servers how many
 * @param reads of each region, op/s
 * @param writes of each region, op/s
 * @param megabytes that each region stores
 * @param serverOf where each region is
 */
record Regions(int servers, double[] reads, double[] writes, int[] megabytes, int[] serverOf) {
  static final int OF_A_TABLE = 100;

  private static final double[] WRITE_SHARES = {0, 0.05, 0.5, 0.95};

  /**
   * @param perServer regions for each server, on average
   */
  static Regions generate(int servers, int perServer, Start start, long seed) {
    Random random = new Random(seed);
    int count = servers * perServer;
    Regions regions =
        new Regions(servers, new double[count], new double[count], new int[count], new int[count]);
    double writeShare = 0;
    double load = 0;
    for (int region = 0; region < count; region++) {
      if (region % OF_A_TABLE == 0) {
        writeShare = WRITE_SHARES[random.nextInt(WRITE_SHARES.length)];
        load = random.nextInt(10) == 0 ? 0 : 5 + random.nextInt(50);
      }
      double requests = load * random.nextDouble() * (random.nextInt(10) == 0 ? 10 : 1);
      regions.reads[region] = requests * (1 - writeShare);
      regions.writes[region] = requests * writeShare;
      regions.megabytes[region] = random.nextInt(10_000);
    }
    for (int region = 0; region < count; region++) {
      regions.serverOf[region] = start.serverOf(region, servers, random);
    }
    return regions;
  }

  int count() {
    return serverOf.length;
  }

  int tables() {
    return (count() + OF_A_TABLE - 1) / OF_A_TABLE;
  }

  static int tableOf(int region) {
    return region / OF_A_TABLE;
  }

  double load(int region) {
    return reads[region] + writes[region];
  }

  /** How even the load is when the regions lie as {@code serverOf} says. */
  Evenness evenness(int[] where) {
    double[] loads = new double[servers];
    int[] counts = new int[servers];
    double all = 0;
    double most = 0;
    int mostRegions = 0;
    for (int region = 0; region < where.length; region++) {
      int server = where[region];
      loads[server] += load(region);
      counts[server]++;
      all += load(region);
      most = Math.max(most, loads[server]);
      mostRegions = Math.max(mostRegions, counts[server]);
    }
    return new Evenness(most * servers / all, (double) mostRegions * servers / where.length);
  }

  /**
   * 1 is even.
   *
   * @param load of the busiest server over the mean
   * @param regions of the fullest server over the mean
   */
  record Evenness(double load, double regions) {}
}
