package io.proteus.core.strategy.demand;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.strategy.demand.ClientNetwork.Queues;
import io.proteus.core.strategy.demand.ModelledCluster.Held;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each node would hold and how it would divide its memory, and what that would answer. */
final class Arrangement {
  /** Rounds after which what is answered and what is cached fit each other. */
  private static final int SETTLING = 3;

  /** How much more it counts what a class loses than what it wins. */
  private static final double LOSSES = 2;

  private final ModelledCluster cluster;
  final List<List<Integer>> held;
  final @Nullable MemorySplit[] splits;
  private final NodeDemand[] demands;
  private Queues queues;
  private double[] answered;
  private double[] faster;
  private final double[] before;
  private final double[] weights;

  private Arrangement(
      ModelledCluster cluster, List<List<Integer>> held, MemorySplit[] splits, double[] before) {
    this.cluster = cluster;
    this.held = held;
    this.splits = splits;
    this.demands = new NodeDemand[held.size()];
    this.answered = cluster.answered().clone();
    this.faster = new double[answered.length];
    this.queues = new Queues(cluster.network().clients(), held.size());
    this.before = before;
    this.weights = weights(cluster);
    Arrays.fill(faster, 1);
  }

  /** The arrangement that there is. */
  static Arrangement present(ModelledCluster cluster) {
    int nodes = cluster.nodes().size();
    List<List<Integer>> held = new ArrayList<>();
    MemorySplit[] splits = new MemorySplit[nodes];
    for (int n = 0; n < nodes; n++) {
      held.add(new ArrayList<>());
      splits[n] = cluster.nodes().get(n).split();
    }
    for (int p = 0; p < cluster.held().size(); p++) {
      held.get(cluster.held().get(p).home()).add(p);
    }
    Arrangement present = new Arrangement(cluster, held, splits, cluster.answered());
    present.settle();
    Arrangement based = new Arrangement(cluster, held, splits, present.answered);
    based.settle();
    return based;
  }

  private static double[] weights(ModelledCluster cluster) {
    double[] clients = cluster.network().clients();
    double allClients = Arrays.stream(clients).sum();
    double allAnswered = Arrays.stream(cluster.answered()).sum();
    double[] weights = new double[clients.length];
    for (int c = 0; c < weights.length; c++) {
      weights[c] =
          0.5 * cluster.answered()[c] / Math.max(1e-9, allAnswered)
              + 0.5 * clients[c] / Math.max(1e-9, allClients);
    }
    return weights;
  }

  Arrangement copy() {
    List<List<Integer>> copied = new ArrayList<>();
    held.forEach(each -> copied.add(new ArrayList<>(each)));
    Arrangement copy = new Arrangement(cluster, copied, splits.clone(), before);
    System.arraycopy(demands, 0, copy.demands, 0, demands.length);
    copy.answered = answered.clone();
    copy.faster = faster.clone();
    copy.queues = queues.copy();
    return copy;
  }

  /** A change of some nodes: what they would hold, and how they would divide their memory. */
  record Change(int[] nodes, List<List<Integer>> held, @Nullable MemorySplit[] splits) {}

  /** How good all would be after a change; nothing is changed. */
  double after(Change change) {
    NodeDemand[] then = demands.clone();
    for (int i = 0; i < change.nodes().length; i++) {
      int node = change.nodes()[i];
      then[node] = cluster.demand(node, change.held().get(i), change.splits()[i], faster);
    }
    return goodness(cluster.network().answered(then, queues.copy()));
  }

  void make(Change change) {
    for (int i = 0; i < change.nodes().length; i++) {
      held.set(change.nodes()[i], new ArrayList<>(change.held().get(i)));
      splits[change.nodes()[i]] = change.splits()[i];
    }
    settle();
  }

  private void settle() {
    for (int round = 0; round < SETTLING; round++) {
      for (int n = 0; n < demands.length; n++) {
        demands[n] = cluster.demand(n, held.get(n), splits[n], faster);
      }
      answered = cluster.network().answered(demands, queues);
      for (int c = 0; c < answered.length; c++) {
        faster[c] = cluster.answered()[c] > 0 ? answered[c] / cluster.answered()[c] : 1;
      }
    }
  }

  /**
   * How much better than in the present arrangement clients are answered: the mean of the
   * logarithms of the ratios, each class by its share of the clients that wait and of the requests
   * that are answered. What a class loses counts {@value #LOSSES} times: nobody would sign a change
   * by which some win what others lose.
   */
  double goodness() {
    return goodness(answered);
  }

  private double goodness(double[] those) {
    double sum = 0;
    for (int c = 0; c < those.length; c++) {
      double ratio = Math.log(Math.max(1e-9, those[c]) / Math.max(1e-9, before[c]));
      sum += weights[c] * (ratio < 0 ? LOSSES * ratio : ratio);
    }
    return sum;
  }

  /** Requests of each class that are answered a second. */
  double[] answered() {
    return answered.clone();
  }

  /** Share of the blocks asked for that are cached, over all nodes. */
  double hitRatio() {
    double asked = 0;
    double missed = 0;
    for (NodeDemand demand : demands) {
      asked += demand.asked;
      missed += demand.missed;
    }
    return asked > 0 ? 1 - missed / asked : 1;
  }

  /** The node that is busiest, by number. */
  int bottleneck() {
    int busiest = 0;
    for (int n = 1; n < demands.length; n++) {
      busiest = demands[n].busy(answered) > demands[busiest].busy(answered) ? n : busiest;
    }
    return busiest;
  }

  /** The requests that are in a node. */
  double inside(int node) {
    return queues.inside(node);
  }

  /** The share of a node's time that requests take. */
  double busy(int node) {
    return demands[node].busy(answered);
  }

  /** The work that a partition makes on its node, for an order of what is tried first. */
  double work(int node, int partition) {
    Held each = cluster.held().get(partition);
    int of = each.of();
    double visits = demands[node].visits[of];
    return visits > 0
        ? demands[node].cpu[of] * each.requests() / cluster.answered()[of] / visits * answered[of]
        : 0;
  }
}
