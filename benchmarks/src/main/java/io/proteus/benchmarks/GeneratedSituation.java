package io.proteus.benchmarks;

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
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A cluster from a seed. Names are as long as HBase's; a table is read, written, scanned, used both
 * ways or (one in ten) not at all, and some of its partitions are ten times as hot as others. One
 * node in ten is overloaded, so that MeT acts.
 */
final class GeneratedSituation {
  static final int PARTITIONS_A_NODE = 200;

  private static final int PARTITIONS_A_TABLE = 500;
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final ByteSize BLOCKS = ByteSize.ofKilobytes(64);

  private final Random random = new Random(42);
  private final int nodes;
  private final Map<PartitionId, RequestRates> rates = new HashMap<>();

  private GeneratedSituation(int nodes) {
    this.nodes = nodes;
  }

  static Situation of(int nodes, Start start) {
    GeneratedSituation generated = new GeneratedSituation(nodes);
    Topology scattered = generated.scattered(start != Start.RESTARTS);
    Situation first = generated.situation(scattered, StrategyMemory.INITIAL);
    return start == Start.IN_PLACE ? generated.inPlace(first) : first;
  }

  private Topology scattered(boolean online) {
    List<Node> live = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      NodeId id = new NodeId("rs-%05d.example.org:16020".formatted(node));
      live.add(new Node(id, "1767268800000", MemorySplit.of(0.40, 0.25), online));
    }
    List<Table> tables = new ArrayList<>();
    List<Partition> partitions = new ArrayList<>();
    Table table = null;
    double writeShare = 0;
    double scanShare = 0;
    double load = 0;
    for (int index = 0; index < nodes * PARTITIONS_A_NODE; index++) {
      if (table == null || index % PARTITIONS_A_TABLE == 0) {
        table = new Table(new TableId("tenants:table_%05d".formatted(tables.size())), BLOCKS);
        tables.add(table);
        writeShare = List.of(0.0, 0.05, 0.5, 0.95).get(random.nextInt(4));
        scanShare = random.nextInt(4) == 0 ? 0.95 : 0;
        load = random.nextInt(10) == 0 ? 0 : 5 + random.nextInt(50);
      }
      PartitionId id =
          new PartitionId("%016x%016x".formatted(random.nextLong(), random.nextLong()));
      partitions.add(
          new Partition(
              id,
              table.id(),
              live.get(random.nextInt(nodes)).id(),
              ByteSize.ofMegabytes(random.nextInt(10_000)),
              Ratio.of(random.nextDouble())));
      double requests = load * (random.nextInt(10) == 0 ? 10 : random.nextDouble());
      double reads = requests * (1 - writeShare);
      rates.put(
          id, new RequestRates(reads * (1 - scanShare), reads * scanShare, requests * writeShare));
    }
    return topology(live, partitions, tables);
  }

  private Situation inPlace(Situation first) {
    Layout wanted =
        ((Verdict.Retarget) PolicyStrategy.met().decideRegardlessOfLoad(first)).target();
    List<Node> live = new ArrayList<>();
    Map<PartitionId, NodeId> home = new HashMap<>();
    for (NodeTarget target : wanted.nodes()) {
      live.add(new Node(target.node(), "1767268800000", target.profile().memory(), true));
      target.partitions().forEach(id -> home.put(id, target.node()));
    }
    List<Partition> partitions = new ArrayList<>();
    for (Partition before : first.topology().partitions()) {
      partitions.add(
          new Partition(
              before.id(), before.table(), home.get(before.id()), before.size(), Ratio.ONE));
    }
    List<Table> tables = new ArrayList<>();
    for (Table before : first.topology().tables()) {
      tables.add(new Table(before.id(), wanted.blockSizes().getOrDefault(before.id(), BLOCKS)));
    }
    return situation(topology(live, partitions, tables), StrategyMemory.INITIAL.withReconfigured());
  }

  private static Topology topology(
      List<Node> live, List<Partition> partitions, List<Table> tables) {
    return new Topology(
        "benchmark", NOW, live, List.of(), partitions, tables, List.of(), false, List.of());
  }

  private Situation situation(Topology topology, StrategyMemory memory) {
    Map<NodeId, NodeLoad> loads = new HashMap<>();
    for (Node node : topology.nodes()) {
      Ratio cpu = Ratio.of(loads.size() % 10 == 0 ? 0.9 : 0.4);
      HostLoad host = new HostLoad(cpu, Ratio.of(0.01), null);
      loads.put(node.id(), new NodeLoad(host, null, null, null, null, null, null, null));
    }
    Observation latest =
        new Observation(
            6,
            topology,
            Duration.ofSeconds(30),
            rates,
            loads,
            EnumSet.allOf(Capability.class),
            List.of());
    return new Situation(NOW, latest, 6, true, rates, loads, null, memory);
  }
}
