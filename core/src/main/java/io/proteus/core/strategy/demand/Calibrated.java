package io.proteus.core.strategy.demand;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.demand.ModelledCluster.Held;
import io.proteus.core.strategy.demand.ModelledCluster.HeldBy;
import io.proteus.core.strategy.demand.ServiceDemands.Kind;
import io.proteus.core.strategy.demand.ServiceDemands.Measured;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The model of a cluster, corrected by what is measured: demands by the CPU and the disks that
 * nodes use, what is read of the data by hit ratios, the speed of each node by its CPU over that of
 * the others for the same work, and clients by how many requests are in nodes (Little's law).
 */
final class Calibrated {
  /** Nodes that are looked at: those where most requests are, and those where fewest are. */
  private static final int MOST_NODES = 12;

  /** Tables that are classes of their own; all others are one class. */
  private static final int MOST_CLASSES = 16;

  private static final int HALVINGS = 20;

  /** A table whose requests find nodes no busier than this gets all that it asks for. */
  private static final double ENOUGH = 0.75;

  private static final double BUSIEST = 0.95;

  /** Of a request, where a node does not tell. */
  private static final double USUAL_SECONDS = 0.005;

  private final Situation now;
  private final DemandModel model;
  private final MemoryModel memory;
  private final List<NodeState> looked;
  private final List<Held> held = new ArrayList<>();
  private final double[] answered;
  private final double[] secondsElsewhere;

  /**
   * A node and what is known of its load.
   *
   * @param cpu share of its CPU
   * @param disk share of the time in which its disk was waited for; negative where not known
   * @param hits share of the blocks asked for that were cached; negative where not known
   * @param latency seconds from a request's arrival to its answer
   * @param inside requests that are in the node, on average
   */
  private record NodeState(
      Node node, double heap, double cpu, double disk, double hits, double latency, double inside) {
    double busy() {
      return Math.min(1, cpu + Math.max(0, disk) * (1 - cpu));
    }

    static NodeState of(Node node, NodeLoad load, double cpu) {
      double wait = load.host().ioWait() == null ? -1 : load.host().ioWait().value();
      double busy = Math.min(BUSIEST, cpu + Math.max(0, wait));
      return new NodeState(
          node,
          load.heapMax() == null ? 0 : load.heapMax().bytes(),
          cpu,
          // while all of the CPU runs, nobody is seen to wait for a disk
          wait < 0 || cpu > BUSIEST ? -1 : Math.min(1, wait / (1 - cpu)),
          load.cacheHitRatio() == null ? -1 : load.cacheHitRatio().value(),
          load.latencyMs() == null ? USUAL_SECONDS : load.latencyMs() / 1000,
          load.latencyMs() == null || load.requests() == null
              ? busy / (1 - busy)
              : load.latencyMs() / 1000 * load.requests().value());
    }
  }

  private Calibrated(
      Situation now, DemandModel model, MemoryModel memory, List<NodeState> looked, int classes) {
    this.now = now;
    this.model = model;
    this.memory = memory;
    this.looked = looked;
    this.answered = new double[classes];
    this.secondsElsewhere = new double[classes];
  }

  /** The model; empty where the CPU of a node or the requests of a partition are not known. */
  static Optional<ModelledCluster> of(Situation now, DemandModel model, MemoryModel memory) {
    if (!now.basis().isMeasured() || now.rates().size() < now.topology().partitions().size()) {
      return Optional.empty();
    }
    Map<NodeId, NodeState> states = new HashMap<>();
    for (Node node : now.topology().nodes()) {
      NodeLoad load = now.loads().get(node.id());
      if (load == null || load.host().cpu() == null) {
        return Optional.empty();
      }
      states.put(node.id(), NodeState.of(node, load, load.host().cpu().value()));
    }
    List<NodeState> looked = looked(states);
    Map<TableId, Integer> classes = classes(now, looked);
    if (classes.isEmpty()) {
      return Optional.empty();
    }
    int count = 1 + classes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    Calibrated calibrated = new Calibrated(now, model, memory, looked, count);
    calibrated.hold(classes, states);
    return Optional.of(calibrated.built());
  }

  private static List<NodeState> looked(Map<NodeId, NodeState> states) {
    List<NodeState> fullest =
        states.values().stream()
            .sorted(
                Comparator.comparingDouble((NodeState state) -> -state.busy())
                    .thenComparingDouble(state -> -state.inside())
                    .thenComparing(state -> state.node().id()))
            .toList();
    if (fullest.size() <= MOST_NODES) {
      return fullest;
    }
    List<NodeState> looked = new ArrayList<>(fullest.subList(0, MOST_NODES / 2));
    looked.addAll(fullest.subList(fullest.size() - MOST_NODES / 2, fullest.size()));
    return looked;
  }

  /** The class of each table that these nodes serve requests of. */
  private static Map<TableId, Integer> classes(Situation now, List<NodeState> looked) {
    List<NodeId> nodes = looked.stream().map(state -> state.node().id()).toList();
    Map<TableId, Double> loads = new HashMap<>();
    for (LoadedPartition loaded : now.partitions()) {
      if (loaded.load() > 0 && nodes.contains(loaded.partition().node())) {
        loads.merge(loaded.partition().table(), loaded.load(), Double::sum);
      }
    }
    List<TableId> busiest =
        loads.entrySet().stream()
            .sorted(
                Map.Entry.<TableId, Double>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .toList();
    Map<TableId, Integer> classes = new HashMap<>();
    for (int place = 0; place < busiest.size(); place++) {
      classes.put(busiest.get(place), Math.min(place, MOST_CLASSES - 1));
    }
    return classes;
  }

  private void hold(Map<TableId, Integer> classes, Map<NodeId, NodeState> states) {
    Map<NodeId, Integer> homes = new HashMap<>();
    looked.forEach(state -> homes.put(state.node().id(), homes.size()));
    Map<TableId, ByteSize> blocks = new HashMap<>();
    for (Table table : now.topology().tables()) {
      if (table.blockSize() != null) {
        blocks.put(table.id(), table.blockSize());
      }
    }
    for (LoadedPartition loaded : now.partitions()) {
      Partition partition = loaded.partition();
      Integer of = classes.get(partition.table());
      NodeId node = partition.node();
      Integer home = node == null ? null : homes.get(node);
      if (of != null) {
        answered[of] += loaded.load();
      }
      if (home != null) {
        held.add(
            new Held(
                partition,
                of == null ? 0 : of,
                home,
                blocks.getOrDefault(partition.table(), memory.usualBlock()).bytes(),
                loaded.rates().reads(),
                loaded.rates().scans(),
                loaded.rates().writes()));
      } else if (of != null && node != null) {
        secondsElsewhere[of] += loaded.load() * latency(states.get(node));
      }
    }
  }

  private static double latency(@Nullable NodeState state) {
    return state == null ? USUAL_SECONDS : state.latency();
  }

  private ModelledCluster built() {
    List<HeldBy> nodes = new ArrayList<>();
    looked.forEach(state -> nodes.add(heldBy(state, 1)));
    double[] even = filled(1);
    ModelledCluster first =
        modelled(ServiceDemands.fitted(model, List.of()), 1, nodes, network(even, even));
    double set = workingSet(first);
    ModelledCluster read = modelled(first.demands(), set, nodes, first.network());
    List<Measured> measured = measured(read);
    ServiceDemands demands = ServiceDemands.fitted(model, measured);
    List<HeldBy> paced = new ArrayList<>();
    for (int n = 0; n < looked.size(); n++) {
      paced.add(heldBy(looked.get(n), slowness(demands, measured.get(n))));
    }
    ModelledCluster fitted = modelled(demands, set, paced, first.network());
    return modelled(demands, set, paced, clients(fitted));
  }

  private double[] filled(double value) {
    double[] all = new double[answered.length];
    Arrays.fill(all, value);
    return all;
  }

  private ModelledCluster modelled(
      ServiceDemands demands, double set, List<HeldBy> nodes, ClientNetwork network) {
    return new ModelledCluster(
        model,
        demands,
        memory.usableCache().value(),
        memory.written().bytes(),
        set,
        nodes,
        held,
        answered,
        network);
  }

  private static HeldBy heldBy(NodeState state, double slowness) {
    return new HeldBy(state.node(), state.node().memory(), state.heap(), slowness);
  }

  /**
   * The bytes that are read over those that are stored, such that as many blocks are missed as were
   * measured to be. One figure for all data: nobody tells what is read of a partition.
   */
  private double workingSet(ModelledCluster first) {
    double missed = 0;
    boolean known = false;
    for (int n = 0; n < looked.size(); n++) {
      if (looked.get(n).hits() >= 0) {
        missed += (1 - looked.get(n).hits()) * present(first, n).asked;
        known = true;
      }
    }
    if (!known) {
      return 1;
    }
    double low = Math.log(0.02);
    double high = Math.log(3);
    for (int halving = 0; halving < HALVINGS; halving++) {
      double middle = (low + high) / 2;
      ModelledCluster tried =
          modelled(first.demands(), Math.exp(middle), first.nodes(), first.network());
      double expected = 0;
      for (int n = 0; n < looked.size(); n++) {
        expected += looked.get(n).hits() >= 0 ? present(tried, n).missed : 0;
      }
      if (expected > missed) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return Math.exp((low + high) / 2);
  }

  private NodeDemand present(ModelledCluster cluster, int node) {
    return cluster.demand(node, at(node), cluster.nodes().get(node).split(), filled(1));
  }

  private List<Integer> at(int node) {
    List<Integer> at = new ArrayList<>();
    for (int p = 0; p < held.size(); p++) {
      if (held.get(p).home() == node) {
        at.add(p);
      }
    }
    return at;
  }

  /** What each node was measured to do. */
  private List<Measured> measured(ModelledCluster cluster) {
    List<Measured> measured = new ArrayList<>();
    for (int n = 0; n < looked.size(); n++) {
      NodeState state = looked.get(n);
      List<Integer> at = at(n);
      double[] work = new double[Kind.values().length];
      for (int p : at) {
        Held each = held.get(p);
        work[Kind.READ.ordinal()] += each.reads();
        work[Kind.SCAN.ordinal()] += each.scans();
        work[Kind.WRITE.ordinal()] += each.writes();
      }
      NodeDemand demand = present(cluster, n);
      work[Kind.MISS.ordinal()] =
          state.hits() >= 0 ? (1 - state.hits()) * demand.asked : demand.missed;
      work[Kind.MERGED_MEGABYTE.ordinal()] =
          work[Kind.WRITE.ordinal()]
              * memory.written().bytes()
              / (1 << 20)
              * cluster.times(cluster.nodes().get(n), at, state.node().memory());
      measured.add(new Measured(work, state.cpu(), state.disk()));
    }
    return measured;
  }

  /**
   * The root of what it takes over what others take: half of the difference is taken for chance.
   */
  private static double slowness(ServiceDemands demands, Measured measured) {
    double expected = demands.busy(measured.perSecond());
    return expected <= 0.05 ? 1 : Math.sqrt(Math.max(0.25, Math.min(4, measured.cpu() / expected)));
  }

  /** The clients of each class, by how many requests are in the nodes, divided by their work. */
  private ClientNetwork clients(ModelledCluster cluster) {
    double[] clients = filled(0);
    double[] busy = filled(0);
    for (int n = 0; n < looked.size(); n++) {
      NodeState state = looked.get(n);
      double[] inside = inside(present(cluster, n), state);
      for (int c = 0; c < inside.length; c++) {
        clients[c] += inside[c];
        busy[c] += inside[c] * state.busy();
      }
    }
    double[] most = filled(Double.POSITIVE_INFINITY);
    for (int c = 0; c < answered.length; c++) {
      if (busy[c] <= ENOUGH * clients[c]) {
        most[c] = answered[c];
      }
    }
    return network(clients, most);
  }

  /**
   * The requests of each class that are in a node: those beyond its handlers as they come, the
   * others at the CPU and the disk by how busy these are.
   */
  private double[] inside(NodeDemand demand, NodeState state) {
    double[] cpu = filled(0);
    double[] disk = filled(0);
    double[] visits = filled(0);
    for (int c = 0; c < answered.length; c++) {
      cpu[c] = answered[c] * demand.cpu[c];
      disk[c] = answered[c] * demand.disk[c];
      visits[c] = answered[c] * demand.visits[c];
    }
    double waiting = Math.max(0, state.inside() - model.handlers());
    double working = state.inside() - waiting;
    double atDisk = Arrays.stream(disk).sum() > 0 ? queue(state.disk()) : 0;
    atDisk = working * atDisk / Math.max(1e-9, atDisk + queue(state.cpu()));
    double turns = model.inTurn().value();
    double[] inside = filled(0);
    share(inside, waiting + turns * (working - atDisk), visits);
    share(inside, (1 - turns) * (working - atDisk), cpu);
    share(inside, atDisk, disk);
    return inside;
  }

  private static double queue(double busy) {
    double most = Math.max(0, Math.min(BUSIEST, busy));
    return most / (1 - most);
  }

  private static void share(double[] inside, double all, double[] by) {
    double sum = Arrays.stream(by).sum();
    for (int c = 0; c < by.length && sum > 0; c++) {
      inside[c] += all * by[c] / sum;
    }
  }

  private ClientNetwork network(double[] clients, double[] most) {
    double[] delay = filled(model.wire().toNanos() / 1e9);
    double[] allClients = clients.clone();
    for (int c = 0; c < answered.length; c++) {
      delay[c] += answered[c] > 0 ? secondsElsewhere[c] / answered[c] : 0;
      allClients[c] += answered[c] * delay[c];
    }
    return new ClientNetwork(allClients, delay, most, model.inTurn().value(), model.handlers());
  }
}
