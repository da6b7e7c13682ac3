package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.LoadedPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  private final Map<NodeId, double[]> works = new HashMap<>();
  private final Map<NodeId, Double> busiest = new HashMap<>();
  private final Map<NodeId, Ratio> cpus = new HashMap<>();
  private final int kinds;

  private SpeedSample(Situation now) {
    Map<TableId, Integer> tables = new HashMap<>();
    now.topology().tables().forEach(table -> tables.put(table.id(), tables.size()));
    this.kinds = KINDS * tables.size() + 1;
    boolean hits = true;
    for (var node : now.topology().nodes()) {
      NodeLoad load = now.loads().get(node.id());
      Ratio cpu = load == null ? null : load.host().cpu();
      if (load != null && cpu != null && cpu.value() >= LEAST_CPU) {
        cpus.put(node.id(), cpu);
        works.put(node.id(), new double[kinds]);
        hits &= load.cacheHitRatio() != null;
      }
    }
    Set<NodeId> unknown = new HashSet<>();
    for (LoadedPartition loaded : now.partitions()) {
      Partition partition = loaded.partition();
      NodeId node = partition.node();
      Integer table = tables.get(partition.table());
      double[] work = node == null ? null : works.get(node);
      if (node != null && work != null && table != null) {
        add(work, table, loaded.rates(), hits ? missed(now.loads().get(node)) : 0);
        busiest.merge(node, loaded.load(), Math::max);
        if (!now.rates().containsKey(partition.id())) {
          unknown.add(node);
        }
      }
    }
    works.forEach(
        (node, work) -> {
          double all = requests(work);
          if (all <= 0 || busiest.getOrDefault(node, 0.0) > HOT * all) {
            unknown.add(node);
          }
        });
    works.keySet().removeAll(unknown);
    cpus.keySet().retainAll(works.keySet());
  }

  private static double requests(double[] work) {
    return Arrays.stream(work, 0, work.length - 1).sum();
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
    double work = works.values().stream().mapToDouble(each -> Arrays.stream(each).sum()).sum();
    double cpu = cpus.values().stream().mapToDouble(Ratio::value).sum();
    Arrays.fill(costs, cpu / work);
    Map<NodeId, Double> ratios = new HashMap<>();
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      works.forEach((node, done) -> ratios.put(node, expected(done, costs) / cpu(node)));
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

  private static double expected(double[] done, double[] costs) {
    double sum = 0;
    for (int kind = 0; kind < done.length; kind++) {
      sum += done[kind] * costs[kind];
    }
    return sum;
  }

  /** Kinds that are served where more CPU is used than expected cost more. */
  private void correct(double[] costs, Map<NodeId, Double> ratios) {
    double[] all = new double[kinds];
    double[] found = new double[kinds];
    works.forEach(
        (node, done) -> {
          double ratio = Objects.requireNonNull(ratios.get(node));
          for (int kind = 0; kind < kinds; kind++) {
            all[kind] += done[kind];
            found[kind] += done[kind] / ratio;
          }
        });
    for (int kind = 0; kind < kinds; kind++) {
      costs[kind] *= all[kind] > 0 ? found[kind] / all[kind] : 1;
    }
  }
}
