package io.proteus.benchmarks.balancer;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Proteus's decision for the servers that are there: classify, place, plan, price. In a JVM that
 * runs for weeks it is warm: the median of {@value #ROUNDS} after {@value #WARM_UP}.
 */
record ProteusBalancer(String title, PolicyStrategy strategy) implements Balancer {
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 5;
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final ByteSize BLOCKS = ByteSize.ofKilobytes(64);

  /** All strategies but MeT: servers stay configured as they are. */
  static ProteusBalancer spread(double tolerance) {
    return new ProteusBalancer(
        "Proteus, spread, tolerance " + Ratio.of(tolerance),
        new PolicyStrategy(
            MetScaling.defaults(),
            KeepConfiguration.usual(),
            new Spread(Even.LOAD, Ratio.of(tolerance)),
            false));
  }

  /** Servers are grouped by use, which an even load over all of them is not the aim of. */
  static ProteusBalancer met() {
    return new ProteusBalancer("Proteus, MeT's groups", PolicyStrategy.met());
  }

  @Override
  public Balanced balance(Regions regions) {
    Situation now = situation(regions);
    double[] seconds = new double[ROUNDS];
    for (int round = 0; round < WARM_UP; round++) {
      decide(now);
    }
    Plan plan = decide(now);
    for (int round = 0; round < ROUNDS; round++) {
      long started = System.nanoTime();
      plan = decide(now);
      seconds[round] = (System.nanoTime() - started) / 1e9;
    }
    Arrays.sort(seconds);
    return new Balanced(
        seconds[ROUNDS / 2], serverOf(plan, regions), "%d steps".formatted(plan.steps().size()));
  }

  private Plan decide(Situation now) {
    return Planner.met().plan(now, (Verdict.Retarget) strategy.decideRegardlessOfLoad(now));
  }

  private static int[] serverOf(Plan plan, Regions regions) {
    int[] serverOf = new int[regions.count()];
    for (NodeTarget target : plan.target().nodes()) {
      for (PartitionId region : target.partitions()) {
        serverOf[Integer.parseInt(region.value(), 16)] = server(target.node());
      }
    }
    return serverOf;
  }

  private static Situation situation(Regions regions) {
    List<Node> nodes = new ArrayList<>();
    Map<NodeId, NodeLoad> loads = new HashMap<>();
    for (int server = 0; server < regions.servers(); server++) {
      NodeId id = node(server);
      nodes.add(new Node(id, "1767268800000", MemorySplit.of(0.40, 0.40), true));
      HostLoad host = new HostLoad(Ratio.of(0.5), Ratio.of(0.01), null);
      loads.put(id, new NodeLoad(host, null, null, null, null, null, null, null));
    }
    List<Table> tables = new ArrayList<>();
    for (int table = 0; table < regions.tables(); table++) {
      tables.add(new Table(table(table), BLOCKS));
    }
    List<Partition> partitions = new ArrayList<>();
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    for (int region = 0; region < regions.count(); region++) {
      PartitionId id = new PartitionId("%032x".formatted(region));
      partitions.add(
          new Partition(
              id,
              table(Regions.tableOf(region)),
              node(regions.serverOf()[region]),
              ByteSize.ofMegabytes(regions.megabytes()[region]),
              Ratio.ONE));
      rates.put(id, new RequestRates(regions.reads()[region], 0, regions.writes()[region]));
    }
    Topology topology =
        new Topology(
            "benchmark", NOW, nodes, List.of(), partitions, tables, List.of(), false, List.of());
    Observation latest =
        new Observation(
            6,
            topology,
            Duration.ofSeconds(30),
            rates,
            loads,
            EnumSet.allOf(Capability.class),
            List.of());
    return new Situation(
        NOW, latest, 6, true, rates, loads, null, StrategyMemory.INITIAL.withReconfigured());
  }

  private static TableId table(int table) {
    return new TableId("tenants:table_%05d".formatted(table));
  }

  private static NodeId node(int server) {
    return new NodeId("rs-%05d.example.org:16020".formatted(server));
  }

  private static int server(NodeId node) {
    return Integer.parseInt(node.value().substring(3, 8));
  }
}
