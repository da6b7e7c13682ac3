package io.proteus.simulator.model;

import java.util.Arrays;

/**
 * Throughput of closed-loop clients at shared stations, by approximate mean value analysis
 * (Schweitzer 1979, Bard 1979): an arriving request finds the queue that its class leaves when one
 * of its clients is missing. Stations with several servers are split into a queue and a delay
 * (Seidmann 1987). A station shares its time among all requests that are there, as a CPU does, or
 * serves them in the order of their arrival, as a disk does, where a cheap request waits for the
 * dear ones before it (the same analysis with each class's own service time). The queues of the
 * last solution are where the next one starts, as little changes from one moment to the next.
 */
public final class ClosedNetwork {
  private static final int MOST_ROUNDS = 60;
  private static final double CLOSE_ENOUGH = 1e-4;

  private double[][] queue = new double[0][0];
  private double[] total = new double[0];
  private double[] work = new double[0];

  /**
   * A class of clients.
   *
   * @param clients that take turns
   * @param delaySeconds in which a request needs no station, think time included
   * @param mostPerSecond requests that the clients send at most, together
   * @param demandSeconds of a request at each station, on average over all its requests
   * @param visits how often one of its requests comes to each station, on average
   * @param atOnce nodes that a request asks at the same time, so that it waits for one of them and
   *     works on all
   */
  public record ClientClass(
      double clients,
      double delaySeconds,
      double mostPerSecond,
      double[] demandSeconds,
      double[] visits,
      double atOnce) {

    /** One whose requests ask one node after the other. */
    public ClientClass(
        double clients,
        double delaySeconds,
        double mostPerSecond,
        double[] demandSeconds,
        double[] visits) {
      this(clients, delaySeconds, mostPerSecond, demandSeconds, visits, 1);
    }

    /** Seconds of one visit at each station. */
    private double[] service() {
      double[] service = new double[visits.length];
      for (int station = 0; station < service.length; station++) {
        service[station] = visits[station] > 0 ? demandSeconds[station] / visits[station] : 0;
      }
      return service;
    }
  }

  /**
   * A solution.
   *
   * @param throughput by class, requests a second
   * @param responseSeconds by class, think time included
   * @param queues requests of each class at each station
   */
  public record Solution(double[] throughput, double[] responseSeconds, double[][] queues) {}

  /**
   * Solves the network.
   *
   * @param servers of each station
   * @param inTurn whether a station serves requests in the order of their arrival
   * @param busy share of each station that other work takes, 0..1
   */
  public Solution solve(ClientClass[] classes, double[] servers, boolean[] inTurn, double[] busy) {
    int stations = servers.length;
    if (queue.length != classes.length || total.length != stations) {
      queue = new double[classes.length][stations];
      total = new double[stations];
      work = new double[stations];
    }
    double[][] service = new double[classes.length][];
    Arrays.setAll(service, c -> classes[c].service());
    double[] slower = new double[stations];
    for (int station = 0; station < stations; station++) {
      slower[station] = 1 / Math.max(0.02, 1 - busy[station]) / servers[station];
    }
    double[] throughput = new double[classes.length];
    double[] response = new double[classes.length];
    double[] next = new double[stations];
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double change = 0;
      Arrays.fill(total, 0);
      Arrays.fill(work, 0);
      for (int c = 0; c < classes.length; c++) {
        for (int station = 0; station < stations; station++) {
          total[station] += queue[c][station];
          work[station] += queue[c][station] * service[c][station];
        }
      }
      for (int c = 0; c < classes.length; c++) {
        ClientClass clients = classes[c];
        if (clients.clients() <= 0 || clients.mostPerSecond() <= 0) {
          change = Math.max(change, throughput[c]);
          throughput[c] = 0;
          Arrays.fill(queue[c], 0);
          continue;
        }
        double sum = 0;
        for (int station = 0; station < stations; station++) {
          double demand = clients.demandSeconds()[station];
          double resident = 0;
          if (demand > 0) {
            double slow = slower[station];
            double alone = demand * (servers[station] > 1 ? slow * servers[station] : slow);
            double mine = queue[c][station] / Math.max(1, clients.clients());
            resident =
                alone
                    + (inTurn[station]
                        ? clients.visits()[station]
                            * slow
                            * Math.max(0, work[station] - mine * service[c][station])
                        : demand * slow * Math.max(0, total[station] - mine));
          }
          next[station] = resident;
          sum += resident;
        }
        sum /= clients.atOnce();
        double possible = clients.clients() / (clients.delaySeconds() + sum);
        double flows = Math.min(possible, clients.mostPerSecond());
        change = Math.max(change, Math.abs(flows - throughput[c]) / Math.max(1e-9, flows));
        throughput[c] = flows;
        response[c] =
            flows < possible
                ? clients.delaySeconds() + sum
                : Math.max(clients.delaySeconds() + sum, 1e-9);
        for (int station = 0; station < stations; station++) {
          // half of the way: the steps of several classes at one station else overshoot
          double aim = flows * next[station];
          queue[c][station] = 0.5 * queue[c][station] + 0.5 * aim;
        }
      }
      if (change < CLOSE_ENOUGH && round > 2) {
        break;
      }
    }
    return new Solution(throughput, response, queue);
  }
}
