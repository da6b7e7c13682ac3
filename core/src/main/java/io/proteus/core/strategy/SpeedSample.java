package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.LoadedPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How much work each node did for its CPU, relative to the usual node, in one look at the cluster.
 *
 * <p>It is assumed that requests of one kind to one table cost the same on every node, that blocks
 * which are not in the cache cost more, and that the rest of the CPU is spent in proportion. What
 * kinds cost is found from all nodes together (Richardson and Lucy's iteration, which stops early).
 * So a node with requests that cost more is not taken for a slow one: where nodes serve different
 * tables or kinds, the cost of these explains their CPU, and nothing is learned. Nothing is learned
 * of idle nodes, of those with a hot partition or a missing figure, or soon after an action, while
 * caches are cold.
 */
final class SpeedSample {
  /** A node with less CPU in use says little: its own work is a part of it. */
  private static final double LEAST_CPU = 0.15;

  private static final Duration AFTER_AN_ACTION = Duration.ofMinutes(10);
  private static final int ITERATIONS = 20;

  /** Where the usual node is among all, the slowest first: machines are lamed, not quickened. */
  private static final double USUAL = 0.7;

  /** A partition with more of a node's requests is served from memory, and tells of itself only. */
  private static final double HOT = 0.4;

  private static final int KINDS = 3;

  private final Map<NodeId, Work> works = new HashMap<>();
  private final Map<NodeId, Ratio> cpus = new HashMap<>();
  private final int kinds;

  /**
   * What a node did. It serves a few tables of many, and of thousands of nodes and tables most
   * pairs would be zero.
   *
   * @param kinds that it did, ascending
   * @param done how much of each
   */
  private record Work(int[] kinds, double[] done) {
    double sum() {
      return Arrays.stream(done).sum();
    }

    double at(double[] costs) {
      double sum = 0;
      for (int index = 0; index < kinds.length; index++) {
        sum += done[index] * costs[kinds[index]];
      }
      return sum;
    }
  }

  private SpeedSample(Situation now) {
    Map<TableId, Integer> tables = new HashMap<>();
    now.topology().tables().forEach(table -> tables.put(table.id(), tables.size()));
    this.kinds = KINDS * tables.size() + 1;
    boolean hits = true;
    Map<NodeId, List<LoadedPartition>> served = new HashMap<>();
    for (var node : now.topology().nodes()) {
      NodeLoad load = now.loads().get(node.id());
      Ratio cpu = load == null ? null : load.host().cpu();
      if (load != null && cpu != null && cpu.value() >= LEAST_CPU) {
        cpus.put(node.id(), cpu);
        served.put(node.id(), new ArrayList<>());
        hits &= load.cacheHitRatio() != null;
      }
    }
    for (LoadedPartition loaded : now.partitions()) {
      NodeId node = loaded.partition().node();
      List<LoadedPartition> ofNode = node == null ? null : served.get(node);
      if (ofNode != null && tables.containsKey(loaded.partition().table())) {
        ofNode.add(loaded);
      }
    }
    double[] all = new double[kinds];
    boolean tellsMisses = hits;
    served.forEach(
        (node, partitions) -> {
          if (tells(partitions, now)) {
            double missed = tellsMisses ? missed(now.loads().get(node)) : 0;
            works.put(node, work(partitions, tables, missed, all));
          }
        });
    cpus.keySet().retainAll(works.keySet());
  }

  /** Whether all requests of a node are known, and none of its partitions has most of them. */
  private static boolean tells(List<LoadedPartition> partitions, Situation now) {
    double busiest = 0;
    double requests = 0;
    for (LoadedPartition loaded : partitions) {
      if (loaded.rates().equals(RequestRates.NONE)
          && !now.rates().containsKey(loaded.partition().id())) {
        return false;
      }
      busiest = Math.max(busiest, loaded.load());
      requests += loaded.load();
    }
    return requests > 0 && busiest <= HOT * requests;
  }

  /**
   * @param all of all kinds, zero, and left as it was
   */
  private static Work work(
      List<LoadedPartition> partitions, Map<TableId, Integer> tables, double missed, double[] all) {
    SortedSet<Integer> ofTables = new TreeSet<>();
    for (LoadedPartition loaded : partitions) {
      int table = Objects.requireNonNull(tables.get(loaded.partition().table()));
      ofTables.add(table);
      add(all, table, loaded.rates(), missed);
    }
    int[] kinds = new int[KINDS * ofTables.size() + 1];
    int index = 0;
    for (int table : ofTables) {
      for (int kind = 0; kind < KINDS; kind++) {
        kinds[index++] = KINDS * table + kind;
      }
    }
    kinds[index] = all.length - 1;
    double[] done = new double[kinds.length];
    for (int at = 0; at < kinds.length; at++) {
      done[at] = all[kinds[at]];
      all[kinds[at]] = 0;
    }
    return new Work(kinds, done);
  }

  private static double missed(@Nullable NodeLoad load) {
    return load == null || load.cacheHitRatio() == null ? 0 : 1 - load.cacheHitRatio().value();
  }

  private static void add(double[] work, int table, RequestRates rates, double missed) {
    work[KINDS * table] += rates.reads();
    work[KINDS * table + 1] += rates.scans();
    work[KINDS * table + 2] += rates.writes();
    work[work.length - 1] += missed * (rates.reads() + rates.scans());
  }

  /** The speeds of the nodes of which this look says something, by node. */
  static Map<NodeId, Double> of(Situation now) {
    boolean unsettled =
        now.lastAction() != null
            && Duration.between(now.lastAction(), now.now()).compareTo(AFTER_AN_ACTION) < 0;
    if (!now.basis().isMeasured() || unsettled) {
      return Map.of();
    }
    return new SpeedSample(now).speeds();
  }

  private Map<NodeId, Double> speeds() {
    if (works.size() < 2) {
      return Map.of();
    }
    double[] costs = new double[kinds];
    double work = works.values().stream().mapToDouble(Work::sum).sum();
    double cpu = cpus.values().stream().mapToDouble(Ratio::value).sum();
    Arrays.fill(costs, cpu / work);
    Map<NodeId, Double> ratios = new HashMap<>();
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      works.forEach((node, done) -> ratios.put(node, done.at(costs) / cpu(node)));
      correct(costs, ratios);
    }
    List<Double> sorted = new ArrayList<>(ratios.values());
    sorted.sort(null);
    double usual = sorted.get((int) Math.round(USUAL * (sorted.size() - 1)));
    ratios.replaceAll((node, ratio) -> ratio / usual);
    return ratios;
  }

  private double cpu(NodeId node) {
    return Objects.requireNonNull(cpus.get(node)).value();
  }

  /** Kinds that are served where more CPU is used than expected cost more. */
  private void correct(double[] costs, Map<NodeId, Double> ratios) {
    double[] all = new double[kinds];
    double[] found = new double[kinds];
    works.forEach(
        (node, work) -> {
          double ratio = Objects.requireNonNull(ratios.get(node));
          for (int index = 0; index < work.kinds().length; index++) {
            int kind = work.kinds()[index];
            all[kind] += work.done()[index];
            found[kind] += work.done()[index] / ratio;
          }
        });
    for (int kind = 0; kind < kinds; kind++) {
      costs[kind] *= all[kind] > 0 ? found[kind] / all[kind] : 1;
    }
  }
}
