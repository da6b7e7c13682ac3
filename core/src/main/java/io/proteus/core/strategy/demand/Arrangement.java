package io.proteus.core.strategy.demand;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.strategy.demand.ModelledCluster.Held;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each node would hold and how it would divide its memory, and what that would answer. */
final class Arrangement {
  /** Rounds after which what is answered and what is cached fit each other. */
  private static final int SETTLING = 3;

  private final ModelledCluster cluster;
  final List<List<Integer>> held;
  final @Nullable MemorySplit[] splits;
  private final NodeDemand[] demands;
  private double[][] queues;
  private double[] answered;
  private double[] faster;

  private Arrangement(ModelledCluster cluster, List<List<Integer>> held, MemorySplit[] splits) {
    this.cluster = cluster;
    this.held = held;
    this.splits = splits;
    this.demands = new NodeDemand[held.size()];
    this.answered = cluster.answered().clone();
    this.faster = new double[answered.length];
    this.queues = new double[answered.length][2 * held.size()];
    Arrays.fill(faster, 1);
    for (int c = 0; c < queues.length; c++) {
      Arrays.fill(queues[c], cluster.network().clients()[c] / queues[c].length);
    }
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
    Arrangement present = new Arrangement(cluster, held, splits);
    present.settle();
    return present;
  }

  Arrangement copy() {
    List<List<Integer>> copied = new ArrayList<>();
    held.forEach(each -> copied.add(new ArrayList<>(each)));
    Arrangement copy = new Arrangement(cluster, copied, splits.clone());
    System.arraycopy(demands, 0, copy.demands, 0, demands.length);
    copy.answered = answered.clone();
    copy.faster = faster.clone();
    for (int c = 0; c < queues.length; c++) {
      copy.queues[c] = queues[c].clone();
    }
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
    double[][] begun = new double[queues.length][];
    for (int c = 0; c < begun.length; c++) {
      begun[c] = queues[c].clone();
    }
    return goodness(cluster.network().answered(then, begun));
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
   * The mean of the logarithms of what each class is answered, each class by its clients: twice as
   * fast for one is worth as much as twice as fast for another with as many.
   */
  double goodness() {
    return goodness(answered);
  }

  private double goodness(double[] those) {
    double sum = 0;
    double weights = 0;
    for (int c = 0; c < those.length; c++) {
      double weight = cluster.network().clients()[c];
      sum += weight * Math.log(Math.max(1e-9, those[c]));
      weights += weight;
    }
    return weights > 0 ? sum / weights : 0;
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
