package io.proteus.core.strategy.demand;

import java.util.Arrays;

/**
 * What clients that take turns are answered by nodes that they share, by approximate mean value
 * analysis (Schweitzer 1979, Bard 1979). Each node is two stations: its CPU and its disk. It works
 * on so many requests at once; others wait, whatever they ask for. A class of clients is a table's.
 *
 * @param clients of each class
 * @param delay seconds in which a request of the class is at no station
 * @param most requests a second that the clients of a class send at most
 * @param inTurn how far CPUs serve in the order of arrival, 0..1
 * @param handlers requests that a node works on at once
 */
record ClientNetwork(double[] clients, double[] delay, double[] most, double inTurn, int handlers) {
  private static final int MOST_ROUNDS = 80;
  private static final double CLOSE_ENOUGH = 1e-3;

  /**
   * The requests of each class that are answered, a second.
   *
   * @param nodes what a request of each class asks of each node
   * @param queues where the search starts; changed to the solution's
   */
  double[] answered(NodeDemand[] nodes, Queues queues) {
    double[] answered = new double[clients.length];
    double[] resident = new double[nodes.length * 2];
    Asked[] asked = Asked.of(nodes, clients.length);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      queues.sum(asked);
      double change = 0;
      for (int c = 0; c < clients.length; c++) {
        double sum = delay[c];
        double[] visits = asked[c].visits;
        for (int n = 0; n < nodes.length; n++) {
          resident[2 * n] = atCpu(asked[c], queues, c, n);
          resident[2 * n + 1] = atDisk(asked[c], queues, c, n);
          sum += resident[2 * n] + resident[2 * n + 1] + visits[n] * queues.wait[n];
        }
        double flow = sum > 0 ? Math.min(most[c], clients[c] / sum) : 0;
        change = Math.max(change, Math.abs(flow - answered[c]) / Math.max(1e-9, flow));
        answered[c] = flow;
        queues.approach(c, flow, resident);
      }
      change = Math.max(change, queues.waitForHandlers(asked, answered, handlers));
      if (change < CLOSE_ENOUGH && round > 2) {
        break;
      }
    }
    return answered;
  }

  private double atCpu(Asked asked, Queues queues, int of, int at) {
    double mine = queues.of[of][2 * at] / Math.max(1, clients[of]);
    double shared = asked.cpu[at] * Math.max(0, queues.total[2 * at] - mine);
    double before = asked.visits[at] * Math.max(0, queues.work[at] - mine * asked.service[at]);
    return asked.cpu[at] + inTurn * before + (1 - inTurn) * shared;
  }

  private double atDisk(Asked asked, Queues queues, int of, int at) {
    double mine = queues.of[of][2 * at + 1] / Math.max(1, clients[of]);
    return asked.disk[at] * (1 + Math.max(0, queues.total[2 * at + 1] - mine));
  }

  /** What one class asks of all nodes, side by side, as it is gone through many times. */
  private static final class Asked {
    final double[] cpu;
    final double[] disk;
    final double[] visits;
    final double[] service;

    private Asked(NodeDemand[] nodes, int of) {
      cpu = new double[nodes.length];
      disk = new double[nodes.length];
      visits = new double[nodes.length];
      service = new double[nodes.length];
      for (int n = 0; n < nodes.length; n++) {
        cpu[n] = nodes[n].cpu[of];
        disk[n] = nodes[n].disk[of];
        visits[n] = nodes[n].visits[of];
        service[n] = nodes[n].service(of);
      }
    }

    static Asked[] of(NodeDemand[] nodes, int classes) {
      Asked[] asked = new Asked[classes];
      for (int c = 0; c < classes; c++) {
        asked[c] = new Asked(nodes, c);
      }
      return asked;
    }
  }

  /** The requests at each station. */
  static final class Queues {
    private final double[][] of;
    private final double[] total;
    private final double[] work;
    private final double[] wait;

    /** Every class's clients evenly over all stations. */
    Queues(double[] clients, int nodes) {
      of = new double[clients.length][2 * nodes];
      total = new double[2 * nodes];
      work = new double[nodes];
      wait = new double[nodes];
      for (int c = 0; c < of.length; c++) {
        Arrays.fill(of[c], clients[c] / (2 * nodes));
      }
    }

    private Queues(double[][] of, double[] wait) {
      this.of = of;
      this.wait = wait;
      this.total = new double[2 * wait.length];
      this.work = new double[wait.length];
    }

    double inside(int node) {
      double inside = 0;
      for (double[] each : of) {
        inside += each[2 * node] + each[2 * node + 1];
      }
      return inside;
    }

    Queues copy() {
      double[][] copied = new double[of.length][];
      for (int c = 0; c < copied.length; c++) {
        copied[c] = of[c].clone();
      }
      return new Queues(copied, wait.clone());
    }

    private void sum(Asked[] asked) {
      Arrays.fill(total, 0);
      Arrays.fill(work, 0);
      for (int c = 0; c < of.length; c++) {
        double[] queued = of[c];
        double[] service = asked[c].service;
        for (int n = 0; n < work.length; n++) {
          total[2 * n] += queued[2 * n];
          total[2 * n + 1] += queued[2 * n + 1];
          work[n] += queued[2 * n] * service[n];
        }
      }
    }

    /** Half of the way, as the steps of several classes at one station else overshoot. */
    private void approach(int c, double flow, double[] resident) {
      double[] queued = of[c];
      for (int station = 0; station < resident.length; station++) {
        queued[station] = 0.5 * queued[station] + 0.5 * flow * resident[station];
      }
    }

    /** Lets waits follow what is in a node beyond its handlers; tells by how much they changed. */
    private double waitForHandlers(Asked[] asked, double[] answered, int handlers) {
      double change = 0;
      for (int n = 0; n < wait.length; n++) {
        double inside = 0;
        double arrivals = 0;
        for (int c = 0; c < answered.length; c++) {
          inside += of[c][2 * n] + of[c][2 * n + 1];
          arrivals += answered[c] * asked[c].visits[n];
        }
        double before = wait[n];
        wait[n] = Math.max(0, before + 0.5 * (inside - handlers) / Math.max(1, arrivals));
        change = Math.max(change, Math.abs(wait[n] - before) / Math.max(1e-3, wait[n]));
      }
      return change;
    }
  }
}
