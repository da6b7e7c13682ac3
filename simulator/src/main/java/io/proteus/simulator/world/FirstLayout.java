package io.proteus.simulator.world;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.placement.Group;
import io.proteus.core.strategy.placement.Load;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.units.ByteSize;
import io.proteus.core.workload.AccessClass;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;

/** How partitions lie at the start. */
final class FirstLayout {
  /** Time to an answer of a store that has enough to do, and not too much. */
  private static final double USUAL_ANSWER_SECONDS = 0.005;

  /** With fewer reads than this, a partition is not worth a cache. */
  private static final double MOSTLY_WRITTEN = 0.1;

  private final Scenario scenario;
  private final SplittableRandom random;

  FirstLayout(Scenario scenario, SplittableRandom random) {
    this.scenario = scenario;
    this.random = random;
  }

  void place(
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      SortedMap<TableId, ByteSize> blockSizes) {
    for (int t = 0; t < scenario.tenants().size(); t++) {
      Tenant tenant = scenario.tenants().get(t);
      TableId table = new TableId(tenant.name());
      blockSizes.put(table, scenario.blockSize());
      for (int place = 0; place < tenant.shares().size(); place++) {
        partitions.add(
            new SimulatedPartition(
                new PartitionId("%s-%02d".formatted(tenant.name(), place)),
                table,
                t,
                List.of(new Slice(place)),
                tenant.rows() * tenant.rowSize().bytes() / tenant.shares().size(),
                scenario.blockSize().bytes()));
      }
    }
    partitions.sort(Comparator.comparing(partition -> partition.id));
    // as after hours of the same load: what does not fit goes at once
    for (SimulatedPartition partition : partitions) {
      partition.hotHeld = 1;
      partition.coldHeld = 1;
    }
    switch (scenario.layout()) {
      case RANDOM -> random(nodes, partitions);
      case BALANCED -> balanced(nodes, partitions);
      case GROUPED -> grouped(nodes, partitions, blockSizes);
      case ALIGNED -> partitions.forEach(p -> p.node = nodes.get(p.place() % nodes.size()).id);
      case MET -> byMet(nodes, partitions, blockSizes);
    }
  }

  private void random(List<SimulatedNode> nodes, List<SimulatedPartition> partitions) {
    List<SimulatedPartition> shuffled = new ArrayList<>(partitions);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      SimulatedPartition swapped = shuffled.get(i);
      shuffled.set(i, shuffled.get(other));
      shuffled.set(other, swapped);
    }
    for (int i = 0; i < shuffled.size(); i++) {
      shuffled.get(i).node = nodes.get(i % nodes.size()).id;
    }
  }

  /**
   * What an operator would expect of a partition: reads and writes a second, and bytes that the
   * reads need in a cache.
   */
  private double[] load(SimulatedPartition partition) {
    Tenant tenant = scenario.tenants().get(partition.tenant);
    RequestRates asked = asked(partition);
    double reads = tenant.operations().reads() + tenant.operations().scan();
    return new double[] {
      asked.reads() + asked.scans(),
      asked.writes(),
      reads > MOSTLY_WRITTEN ? partition.bytes * tenant.hotData() : 0
    };
  }

  private RequestRates asked(SimulatedPartition partition) {
    Tenant tenant = scenario.tenants().get(partition.tenant);
    Tenant asking =
        scenario.tenants().stream()
            .filter(other -> other.name().equals(tenant.clientsOf()))
            .findFirst()
            .orElse(tenant);
    double turns = asking.clients() / (asking.think().toNanos() / 1e9 + USUAL_ANSWER_SECONDS);
    double asked =
        (asking.rate() == null ? turns : Math.min(asking.rate(), turns))
            * tenant.requests()
            * tenant.shareAt(partition.place(), Duration.ZERO);
    Operations operations = tenant.operations();
    return new RequestRates(
        asked * operations.reads(), asked * operations.scan(), asked * operations.writes());
  }

  /**
   * Reads, writes and what is to be cached evened out, the heaviest partition first, each where it
   * adds least to the sum of squares. What a node already has of the same tenant counts twice, so
   * that a tenant's hot partitions are as dispersed as possible (MeT, section 3.3: the best of 15
   * distributions that balance reads and writes).
   */
  private void balanced(List<SimulatedNode> nodes, List<SimulatedPartition> partitions) {
    double[] whole = new double[3];
    for (SimulatedPartition partition : partitions) {
      double[] load = load(partition);
      for (int d = 0; d < whole.length; d++) {
        whole[d] += load[d];
      }
    }
    Map<SimulatedPartition, double[]> shares = new HashMap<>();
    for (SimulatedPartition partition : partitions) {
      double[] share = load(partition);
      for (int d = 0; d < whole.length; d++) {
        share[d] /= Math.max(1e-9, whole[d]);
      }
      shares.put(partition, share);
    }
    List<SimulatedPartition> heaviest = new ArrayList<>(partitions);
    heaviest.sort(
        Comparator.comparingDouble(
                (SimulatedPartition p) -> sum(shares.getOrDefault(p, new double[3])))
            .reversed());
    double[][] loads = new double[nodes.size()][whole.length];
    double[][] ofTenant = new double[nodes.size()][scenario.tenants().size()];
    int[] counts = new int[nodes.size()];
    int most = (partitions.size() + nodes.size() - 1) / nodes.size();
    for (SimulatedPartition partition : heaviest) {
      double[] share = shares.getOrDefault(partition, new double[3]);
      int best = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int n = 0; n < loads.length; n++) {
        double adds = ofTenant[n][partition.tenant] * sum(share);
        for (int d = 0; d < whole.length; d++) {
          adds += loads[n][d] * share[d];
        }
        if (counts[n] < most && adds < least) {
          best = n;
          least = adds;
        }
      }
      partition.node = nodes.get(best).id;
      for (int d = 0; d < whole.length; d++) {
        loads[best][d] += share[d];
      }
      ofTenant[best][partition.tenant] += sum(share);
      counts[best]++;
    }
  }

  private static double sum(double[] shares) {
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    return sum;
  }

  /** Each class has nodes by its number of partitions, and the profile of MeT's paper (MET-12). */
  private void grouped(
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      SortedMap<TableId, ByteSize> blockSizes) {
    Map<AccessClass, List<SimulatedPartition>> groups = new EnumMap<>(AccessClass.class);
    for (SimulatedPartition partition : partitions) {
      groups
          .computeIfAbsent(use(scenario.tenants().get(partition.tenant)), g -> new ArrayList<>())
          .add(partition);
    }
    List<AccessClass> classes = new ArrayList<>(groups.keySet());
    if (classes.size() > nodes.size()) {
      balanced(nodes, partitions);
      return;
    }
    int next = 0;
    int left = nodes.size();
    int partitionsLeft = partitions.size();
    for (int g = 0; g < classes.size(); g++) {
      List<SimulatedPartition> group = groups.getOrDefault(classes.get(g), List.of());
      int fair = (int) Math.round((double) left * group.size() / Math.max(1, partitionsLeft));
      int share = Math.max(1, Math.min(fair, left - (classes.size() - g - 1)));
      List<SimulatedNode> own = nodes.subList(next, next + share);
      NodeProfile profile = MetProfiles.paper().profileOf(classes.get(g));
      MemorySplit split = Objects.requireNonNull(profile.memory());
      own.forEach(node -> node.memory = split);
      balanced(own, group);
      for (SimulatedPartition partition : group) {
        ByteSize size = Objects.requireNonNull(profile.blockSize());
        blockSizes.put(partition.table, size);
        partition.blockBytes = size.bytes();
      }
      next += share;
      left -= share;
      partitionsLeft -= group.size();
    }
  }

  /** MeT's classes, groups and assignment (MET-6 to MET-8), and its profiles (MET-12). */
  private void byMet(
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      SortedMap<TableId, ByteSize> blockSizes) {
    MetProfiles profiles = MetProfiles.paper();
    Map<AccessClass, List<Load>> loads = new EnumMap<>(AccessClass.class);
    Map<PartitionId, SimulatedPartition> byId = new HashMap<>();
    for (SimulatedPartition partition : partitions) {
      RequestRates asked = asked(partition);
      AccessClass use = profiles.classify(asked);
      loads
          .computeIfAbsent(use, none -> new ArrayList<>())
          .add(new Load(partition.id, asked.total(), (long) partition.bytes, null));
      byId.put(partition.id, partition);
      if (use != AccessClass.IDLE) {
        ByteSize size = Objects.requireNonNull(profiles.profileOf(use).blockSize());
        blockSizes.put(partition.table, size);
        partition.blockBytes = size.bytes();
      }
    }
    List<Load> idle = loads.getOrDefault(AccessClass.IDLE, List.of());
    loads.remove(AccessClass.IDLE);
    List<Group> groups = new ArrayList<>();
    loads.forEach((use, those) -> groups.add(new Group(profiles.profileOf(use), those)));
    List<Node> present =
        nodes.stream().map(node -> new Node(node.id, "", node.memory, false)).toList();
    Map<NodeId, SimulatedNode> nodeById = new HashMap<>();
    nodes.forEach(node -> nodeById.put(node.id, node));
    for (NodeTarget target :
        new MetPlacement(profiles.profileOf(AccessClass.READ_WRITE))
            .place(groups, idle, present, nodes.size())
            .nodes()) {
      Objects.requireNonNull(nodeById.get(target.node())).memory =
          Objects.requireNonNull(target.profile().memory());
      for (PartitionId id : target.partitions()) {
        Objects.requireNonNull(byId.get(id)).node = target.node();
      }
    }
  }

  /** By hand, as the paper: a tenant that reads and writes back is a mixed one. */
  private static AccessClass use(Tenant tenant) {
    Operations operations = tenant.operations();
    if (operations.scan() > 0.6) {
      return AccessClass.SCAN;
    }
    if (operations.writes() > 0.6) {
      return AccessClass.WRITE;
    }
    return operations.reads() - operations.writes() > 0.6
        ? AccessClass.READ
        : AccessClass.READ_WRITE;
  }
}
