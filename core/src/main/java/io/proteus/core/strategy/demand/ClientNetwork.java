package io.proteus.core.strategy.demand;

import java.util.Arrays;

/**
 * What clients that take turns are answered by nodes that they share, by approximate mean value
 * analysis (Schweitzer 1979, Bard 1979). Each node is two stations: its CPU and its disk. A class
 * of clients is a table's.
 *
 * @param clients of each class
 * @param delay seconds in which a request of the class is at no station
 * @param most requests a second that the clients of a class send at most
 * @param inTurn how far CPUs serve in the order of arrival, 0..1
 */
record ClientNetwork(double[] clients, double[] delay, double[] most, double inTurn) {
  private static final int MOST_ROUNDS = 60;
  private static final double CLOSE_ENOUGH = 1e-3;

  /**
   * The requests of each class that are answered, a second.
   *
   * @param nodes what a request of each class asks of each node
   * @param queues of each class at each station, where the search starts; changed to the solution's
   */
  double[] answered(NodeDemand[] nodes, double[][] queues) {
    int classes = clients.length;
    double[] answered = new double[classes];
    double[] total = new double[nodes.length * 2];
    double[] work = new double[nodes.length];
    double[] resident = new double[nodes.length * 2];
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Arrays.fill(total, 0);
      Arrays.fill(work, 0);
      for (int c = 0; c < classes; c++) {
        for (int n = 0; n < nodes.length; n++) {
          total[2 * n] += queues[c][2 * n];
          total[2 * n + 1] += queues[c][2 * n + 1];
          work[n] += queues[c][2 * n] * nodes[n].service(c);
        }
      }
      double change = 0;
      for (int c = 0; c < classes; c++) {
        double others = 1 / Math.max(1, clients[c]);
        double sum = delay[c];
        for (int n = 0; n < nodes.length; n++) {
          double mine = queues[c][2 * n] * others;
          double shared = nodes[n].cpu[c] * Math.max(0, total[2 * n] - mine);
          double waits = nodes[n].visits[c] * Math.max(0, work[n] - mine * nodes[n].service(c));
          resident[2 * n] = nodes[n].cpu[c] + inTurn * waits + (1 - inTurn) * shared;
          resident[2 * n + 1] =
              nodes[n].disk[c]
                  * (1 + Math.max(0, total[2 * n + 1] - queues[c][2 * n + 1] * others));
          sum += resident[2 * n] + resident[2 * n + 1];
        }
        double flow = sum > 0 ? Math.min(most[c], clients[c] / sum) : 0;
        change = Math.max(change, Math.abs(flow - answered[c]) / Math.max(1e-9, flow));
        answered[c] = flow;
        for (int s = 0; s < total.length; s++) {
          // half of the way, as the steps of several classes at one station else overshoot
          queues[c][s] = 0.5 * queues[c][s] + 0.5 * flow * resident[s];
        }
      }
      if (change < CLOSE_ENOUGH && round > 2) {
        break;
      }
    }
    return answered;
  }
}
