package io.proteus.simulator.world;

/**
 * Stations of the queueing model beyond those of the nodes: the one stream that each store file has
 * in the releases before HBase 0.94.4, at which scans that have to read take turns (HBASE-7336). A
 * partition counts as one file.
 */
final class Streams {
  private final int first;
  private final int[] nodes;
  private int count;

  /**
   * @param first number of the first station that is not a node's
   * @param most streams that there can be
   */
  Streams(int first, int most) {
    this.first = first;
    this.nodes = new int[most];
  }

  /** The station of one more. */
  int on(int node) {
    nodes[count] = node;
    return first + count++;
  }

  /** Number of the first station that is not a node's. */
  int first() {
    return first;
  }

  /** Stations in all, those of the nodes included. */
  int stations() {
    return first + count;
  }

  /** Requests of a class that wait at the streams of each node, or read there. */
  double[] byNode(double[] queues, int nodeCount) {
    double[] sums = new double[nodeCount];
    for (int stream = 0; stream < count; stream++) {
      sums[nodes[stream]] += queues[first + stream];
    }
    return sums;
  }
}
