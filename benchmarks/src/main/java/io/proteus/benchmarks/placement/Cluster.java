package io.proteus.benchmarks.placement;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Group;
import io.proteus.core.strategy.placement.LeastMoves;
import io.proteus.core.strategy.placement.Load;
import io.proteus.core.strategy.placement.Placement;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A generated cluster: a few tables that are asked for and filled unlike, each with partitions that
 * differ.
 *
 * @param loads the partitions; the name of each begins with that of its table
 * @param nodes that there are
 */
record Cluster(List<Load> loads, int nodes) {
  static final LeastMoves PLACEMENT = new LeastMoves(Even.LOAD, Ratio.of(0.1));
  private static final NodeProfile PROFILE = NodeProfile.asItIs(MemorySplit.of(0.4, 0.4));

  /** 3 to 12 nodes with 10 to 40 partitions each, of 2 to 6 tables, placed by chance. */
  static Cluster byChance(Random random) {
    int nodes = 3 + random.nextInt(10);
    int partitions = nodes * (10 + random.nextInt(31));
    int tables = 2 + random.nextInt(5);
    double[] rates = random.doubles(tables).map(drawn -> Math.exp(3 * drawn)).toArray();
    double[] sizes = random.doubles(tables).map(drawn -> Math.exp(2 * drawn)).toArray();
    List<Load> loads = new ArrayList<>();
    for (int index = 0; index < partitions; index++) {
      int table = random.nextInt(tables);
      loads.add(
          new Load(
              new PartitionId("t%d-%d".formatted(table, index)),
              rates[table] * Math.exp(0.5 * random.nextGaussian()),
              Math.round(2e8 * sizes[table] * Math.exp(0.4 * random.nextGaussian())),
              node(random.nextInt(nodes))));
    }
    return new Cluster(loads, nodes);
  }

  /** The case of a start; all draws come from this. */
  static Case of(Start start, Random random) {
    Cluster chance = byChance(random);
    if (start == Start.BY_CHANCE) {
      return new Case(start, chance, chance.nodes);
    }
    Cluster own =
        chance.after(PLACEMENT.place(chance.groups(), List.of(), chance.present(), chance.nodes));
    return switch (start) {
      case TABLE_DOUBLED -> new Case(start, own.doubled("t0").noisy(random, 0.2), own.nodes);
      case NODE_ADDED -> new Case(start, own, own.nodes + 1);
      case NODE_REMOVED -> new Case(start, own, own.nodes - 1);
      default -> new Case(start, own.noisy(random, 0.05), own.nodes);
    };
  }

  /**
   * A question.
   *
   * @param wanted how many nodes there are to be
   */
  record Case(Start start, Cluster cluster, int wanted) {
    Placement placed() {
      return PLACEMENT.place(cluster.groups(), List.of(), cluster.present(), wanted);
    }
  }

  static NodeId node(int index) {
    return new NodeId("rs" + index);
  }

  List<Group> groups() {
    return List.of(new Group(PROFILE, loads));
  }

  List<Node> present() {
    return IntStream.range(0, nodes)
        .mapToObj(index -> new Node(node(index), "1", PROFILE.memory(), true))
        .toList();
  }

  /** The same once this is carried out. */
  Cluster after(Placement placed) {
    Map<PartitionId, NodeId> places = places(placed);
    return new Cluster(
        loads.stream()
            .map(
                load ->
                    new Load(
                        load.partition(), load.cost(), load.bytes(), places.get(load.partition())))
            .toList(),
        nodes);
  }

  static Map<PartitionId, NodeId> places(Placement placed) {
    Map<PartitionId, NodeId> places = new HashMap<>();
    placed
        .nodes()
        .forEach(target -> target.partitions().forEach(each -> places.put(each, target.node())));
    return places;
  }

  private Cluster doubled(String table) {
    return loaded(
        load -> load.partition().value().startsWith(table + "-") ? 2 * load.cost() : load.cost());
  }

  private Cluster noisy(Random random, double deviation) {
    return loaded(load -> load.cost() * Math.max(0.1, 1 + deviation * random.nextGaussian()));
  }

  private Cluster loaded(ToDoubleFunction<Load> costs) {
    return new Cluster(
        loads.stream()
            .map(
                load ->
                    new Load(
                        load.partition(), costs.applyAsDouble(load), load.bytes(), load.node()))
            .toList(),
        nodes);
  }
}
