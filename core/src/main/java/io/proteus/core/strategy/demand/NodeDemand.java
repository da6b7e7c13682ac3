package io.proteus.core.strategy.demand;

/** What one request of each class asks of a node, on average over all requests of the class. */
final class NodeDemand {
  /** Seconds of the node's CPU. */
  final double[] cpu;

  /** Seconds of its disk. */
  final double[] disk;

  /** How many of them come to it. */
  final double[] visits;

  /** Blocks that all classes ask of it, a second. */
  double asked;

  /** Those of them that are not cached. */
  double missed;

  NodeDemand(int classes) {
    cpu = new double[classes];
    disk = new double[classes];
    visits = new double[classes];
  }

  /** Seconds of the CPU for one visit. */
  double service(int of) {
    return visits[of] > 0 ? cpu[of] / visits[of] : 0;
  }

  /** The share of the node's time that these requests take: of its CPU or disk, whichever more. */
  double busy(double[] answered) {
    double ofCpu = 0;
    double ofDisk = 0;
    for (int c = 0; c < answered.length; c++) {
      ofCpu += answered[c] * cpu[c];
      ofDisk += answered[c] * disk[c];
    }
    return Math.max(ofCpu, ofDisk);
  }

  /** The share of the blocks asked for that are cached; 1 where none is asked for. */
  double hitRatio() {
    return asked > 0 ? 1 - missed / asked : 1;
  }
}
