package io.proteus.app.server;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.Pace;
import java.util.Locale;
import java.util.Map;

/** Clusters that the page is tried on. */
final class Shop {
  private static final int DAY = 400;

  private Shop() {}

  /** Seven nodes of all profiles with five tables, and some partitions on the wrong node. */
  static InMemoryCluster small(ManualClock clock) {
    ClusterBuilder cluster =
        InMemoryCluster.cluster().named("shop").clock(clock).pace(Pace.everythingTakes(1));
    node(cluster, 1, 0.55, 0.10, 0.88);
    table(cluster, "users", 5, 420, 2, 12);
    table(cluster, "log", 2, 4, 0, 260);
    node(cluster, 2, 0.55, 0.10, 0.71);
    table(cluster, "users", 5, 330, 0, 8);
    table(cluster, "orders", 2, 120, 4, 130);
    node(cluster, 3, 0.10, 0.55, 0.77);
    table(cluster, "log", 6, 2, 0, 310);
    table(cluster, "reports", 1, 4, 60, 1);
    node(cluster, 4, 0.10, 0.55, 0.55);
    table(cluster, "log", 5, 1, 0, 260);
    table(cluster, "users", 2, 280, 0, 9);
    node(cluster, 5, 0.45, 0.20, 0.69);
    table(cluster, "orders", 7, 140, 3, 150);
    table(cluster, "archive", 4, 0, 0, 0);
    node(cluster, 6, 0.45, 0.20, 0.48);
    table(cluster, "orders", 6, 120, 2, 110);
    table(cluster, "reports", 1, 2, 55, 0);
    node(cluster, 7, 0.55, 0.10, 0.41);
    table(cluster, "reports", 7, 6, 75, 2);
    table(cluster, "archive", 5, 0, 0, 0);
    return cluster.build();
  }

  /** Two nodes as busy as each other that tell how long their slowest take, and no mean. */
  static InMemoryCluster slowest(ManualClock clock, double oneMs, double otherMs) {
    return InMemoryCluster.cluster()
        .named("shop")
        .clock(clock)
        .node("rs1")
        .p99Ms(oneMs)
        .holding("users", 2, new RequestRates(100, 0, 0))
        .node("rs2")
        .p99Ms(otherMs)
        .holding("users", 2, new RequestRates(100, 0, 0))
        .build();
  }

  private static void node(
      ClusterBuilder cluster, int number, double cache, double buffer, double cpu) {
    cluster.node("rs" + number).memory(cache, buffer).cpu(cpu).latencyMs(2 + number % 3);
  }

  /** Each partition has a little less to do than the one before. */
  private static void table(
      ClusterBuilder cluster, String table, int count, double reads, double scans, double writes) {
    for (int i = 0; i < count; i++) {
      double part = 1 - 0.7 * i / count;
      cluster.holding(table, 1, new RequestRates(reads * part, scans * part, writes * part));
    }
  }

  /** Load that rises and falls, cycle after cycle, with a quicker rise now and then. */
  static final class Tide {
    private final InMemoryCluster cluster;
    private final Map<PartitionId, RequestRates> usual;

    Tide(InMemoryCluster cluster) {
      this.cluster = cluster;
      this.usual = cluster.rates();
    }

    void at(int cycle) {
      double swing = Math.sin(2 * Math.PI * cycle / DAY);
      double rush = cycle % 150 > 120 ? 0.25 : 0;
      double all = 0.75 + 0.3 * swing + rush + 0.02 * Math.sin(cycle * 1.7);
      usual.forEach(
          (partition, rates) ->
              cluster.rate(
                  partition,
                  new RequestRates(
                      rates.reads() * all, rates.scans() * all, rates.writes() * all)));
      cluster.peek().nodes().forEach(node -> cluster.latencyMs(node.id(), 1.5 + 3 * all * all));
    }
  }

  static void cpu(InMemoryCluster cluster, String node, double cpu) {
    cluster.host(new NodeId(node), new HostLoad(Ratio.of(cpu), Ratio.ZERO, Ratio.of(0.5)));
  }

  /** A table whose name is markup. */
  static InMemoryCluster hostile(ManualClock clock) {
    return InMemoryCluster.cluster()
        .named("shop")
        .clock(clock)
        .pace(Pace.everythingTakes(1))
        .node("rs1")
        .cpu(0.7)
        .holding("<img src=x onerror=document.title='owned'>", 3, new RequestRates(100, 0, 0))
        .holding("t2", 2, new RequestRates(0, 0, 100))
        .node("rs2<script>document.title='owned'</script>")
        .cpu(0.7)
        .holding("<img src=x onerror=document.title='owned'>", 2, new RequestRates(90, 0, 0))
        .holding("t2", 2, new RequestRates(0, 0, 100))
        .build();
  }

  /** Two nodes with 260 partitions each, of a read and a written table that MeT would part. */
  static InMemoryCluster crowded(ManualClock clock) {
    ClusterBuilder cluster =
        InMemoryCluster.cluster().named("shop").clock(clock).pace(Pace.everythingTakes(1));
    for (String node : new String[] {"rs1", "rs2"}) {
      cluster
          .node(node)
          .cpu(0.7)
          .holding("users", 130, new RequestRates(2, 0, 0))
          .holding("log", 130, new RequestRates(0, 0, 2));
    }
    return cluster.build();
  }

  /** A thousand nodes with a hundred partitions each. */
  static InMemoryCluster large(ManualClock clock) {
    ClusterBuilder cluster = InMemoryCluster.cluster().named("shop").clock(clock);
    double[][] splits = {{0.55, 0.10}, {0.10, 0.55}, {0.45, 0.20}, {0.55, 0.10}};
    double[][] uses = {{30, 0, 1}, {1, 0, 28}, {14, 1, 15}, {1, 12, 0}};
    for (int node = 0; node < 1000; node++) {
      int kind = node * 7 / 10 % 4;
      double busy = 0.35 + 0.65 * ((node * 37) % 101) / 101.0;
      cluster
          .node(String.format(Locale.ROOT, "rs%04d", node))
          .memory(splits[kind][0], splits[kind][1])
          .cpu(node % 97 == 0 ? 0.95 : 0.5 * busy)
          .latencyMs(3);
      for (int part = 0; part < 4; part++) {
        double[] use = uses[part == 3 ? (kind + 1) % 4 : kind];
        double each = busy * (1 - 0.2 * part);
        cluster.holding(
            "t" + (node % 50) + "-" + part,
            25,
            new RequestRates(use[0] * each, use[1] * each, use[2] * each));
      }
    }
    return cluster.build();
  }
}
