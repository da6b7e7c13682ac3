package io.proteus.simulator.world;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated store on a ring tells of itself: no more than Proteus's engine for the real one
 * shows. Cassandra counts requests for each keyspace on each node, Riak for nodes only.
 */
record RingSurvey(World world, Ring ring) {
  /** Riak's vnodes hold all bucket types together. */
  private static final TableId DATA = new TableId("data");

  /** A hundredth of exponential times is longer than so many means. */
  private static final double P99_OF_MEANS = Math.log(100);

  private boolean tellsTables() {
    return ring.kind() == RingKind.TOKENS;
  }

  Topology topology() {
    List<Partition> partitions = partitions();
    return new Topology(
            world.scenario().name(),
            world.now(),
            alive().stream().map(world::find).map(RingSurvey::seen).toList(),
            List.copyOf(ring.dead()),
            partitions,
            tables().stream().map(table -> new Table(table, null)).toList(),
            inTransition(partitions),
            false,
            gaps())
        .placed(placing(), tellsTables() ? List.of() : ownership());
  }

  private Placing placing() {
    return ring.kind().waitsForTheDead()
        ? Placing.BY_STORE.joinedByOrderWhenWhole()
        : Placing.BY_STORE.joinedByOrder();
  }

  private List<NodeId> alive() {
    return ring.listed().stream().filter(ring::isAlive).toList();
  }

  private static Node seen(@Nullable SimulatedNode node) {
    if (node == null) {
      throw new IllegalStateException("a node that is alive is there");
    }
    return Node.undivided(
        node.id, Integer.toString(node.incarnation), node.settings, new TreeMap<>());
  }

  private List<TableId> tables() {
    return tellsTables()
        ? world.scenario().tenants().stream().map(tenant -> new TableId(tenant.name())).toList()
        : List.of(DATA);
  }

  private List<Partition> partitions() {
    List<Partition> partitions = new ArrayList<>();
    for (TableId table : tables()) {
      long size = tellsTables() ? bytesOfARange(table) : 0;
      for (RingRange range : ring.layout().ranges()) {
        String id = tellsTables() ? table.value() + "/" + range.id() : range.id();
        partitions.add(partition(new PartitionId(id), table, range, size));
      }
    }
    return partitions;
  }

  /** All that nodes have on their disks, spread evenly over ranges and copies. */
  private long bytesOfARange(TableId table) {
    double held = 0;
    for (SimulatedPartition copy : world.partitions()) {
      held += copy.table.equals(table) ? copy.bytes : 0;
    }
    double leftBehind = ring.listed().stream().mapToDouble(ring.cleanup()::leftBehind).sum();
    int copies = ring.layout().ranges().stream().mapToInt(range -> range.owners().size()).sum();
    return (long) ((held + leftBehind / tables().size()) / Math.max(1, copies));
  }

  /** The first owner that is alive serves it; there is no leader among them. */
  private Partition partition(PartitionId id, TableId table, RingRange range, long size) {
    @Nullable NodeId first = range.owners().stream().filter(ring::isAlive).findFirst().orElse(null);
    List<Replica> others =
        range.owners().stream()
            .filter(owner -> !owner.equals(first))
            .map(owner -> new Replica(owner, Replica.Role.PEER))
            .toList();
    return new Partition(id, table, first, new ByteSize(size), null, others);
  }

  /** Cassandra says that it is busy and not with what; Riak names what is handed off. */
  private List<PartitionId> inTransition(List<Partition> partitions) {
    RingChange change = ring.change();
    if (tellsTables()) {
      return change != null || ring.cleanup().now().isPresent()
          ? partitions.stream().map(Partition::id).toList()
          : List.of();
    }
    if (change == null) {
      return List.of();
    }
    if (change.hasStreamed()) {
      return List.of(new PartitionId("1 handed off by " + change.node));
    }
    Set<PartitionId> moving = new TreeSet<>();
    for (RingRange range : ring.layout().ranges()) {
      if (!range.owners().equals(change.after.ownersAt(range.end()))) {
        moving.add(new PartitionId(range.id()));
      }
    }
    return List.copyOf(moving);
  }

  private List<Ownership> ownership() {
    Map<NodeId, Double> shares = ring.layout().shares();
    return ring.listed().stream()
        .map(node -> new Ownership(node, Ratio.of(Math.min(1, shares.getOrDefault(node, 0.0)))))
        .toList();
  }

  /** Only those of nodes that it lists as alive. */
  private List<Gap> gaps() {
    Predicate<Gap> known = gap -> ring.isAlive(new NodeId(gap.subject()));
    Set<NodeId> listed = ring.listed();
    return world.faults().gaps().stream()
        .filter(gap -> listed.contains(new NodeId(gap.subject())))
        .filter(known)
        .toList();
  }

  Sample sample() {
    Topology topology = topology();
    Map<NodeId, NodeCounters> ofNodes = new HashMap<>();
    Map<PartitionId, RequestCounters> ofRanges = new HashMap<>();
    for (NodeId id : alive()) {
      SimulatedNode node = world.find(id);
      if (node == null || !tells(node)) {
        continue;
      }
      ofNodes.put(id, counters(node));
      if (tellsTables()) {
        count(node, topology, ofRanges);
      }
    }
    ring.counters().keep(ring.listed(), topology.partitions());
    LoadBasis basis = tellsTables() ? LoadBasis.BY_TABLE : LoadBasis.OF_NODE;
    return new Sample(topology, ofRanges, ofNodes, basis);
  }

  private void count(
      SimulatedNode node, Topology topology, Map<PartitionId, RequestCounters> ofRanges) {
    for (SimulatedPartition copy : world.partitions()) {
      if (node.id.equals(copy.node)) {
        List<Partition> ranges =
            topology.partitions().stream()
                .filter(range -> node.id.equals(range.node()) && range.table().equals(copy.table))
                .toList();
        ring.counters().add(node.id, node.incarnation, copy, ranges);
        ranges.forEach(range -> ofRanges.put(range.id(), ring.counters().of(range.id())));
      }
    }
  }

  private boolean tells(SimulatedNode node) {
    return node.isUp(world.seconds()) && world.seconds() >= node.silentUntil;
  }

  /** Cassandra counts what a node does as a replica, Riak what it coordinates. */
  private NodeCounters counters(SimulatedNode node) {
    double[] counted = tellsTables() ? asReplica(node) : node.coordinated;
    RequestCounters requests =
        new RequestCounters((long) counted[0], (long) counted[1], (long) counted[2]);
    ByteSize heap = world.hardware().heap();
    double mean = node.latencySeconds * 1000;
    return new NodeCounters(
        requests.total(),
        null,
        null,
        0L,
        ByteSize.ofBytes((long) (heap.bytes() * node.memory.sum().value())),
        tellsTables() ? heap : null,
        null,
        null,
        null,
        mean > 0 ? mean : null,
        mean * P99_OF_MEANS,
        requests);
  }

  private double[] asReplica(SimulatedNode node) {
    double[] counted = new double[3];
    for (SimulatedPartition copy : world.partitions()) {
      if (node.id.equals(copy.node)) {
        counted[0] += copy.reads;
        counted[1] += copy.scans;
        counted[2] += copy.writes;
      }
    }
    return counted;
  }

  /** How busy a node is; null when it does not tell. Riak tells the load average of a minute. */
  @Nullable HostLoad host(NodeId id) {
    SimulatedNode node = world.find(id);
    if (node == null || !tells(node)) {
      return null;
    }
    return tellsTables()
        ? new HostLoad(Ratio.of(node.cpu), null, null)
        : new HostLoad(Ratio.of(Math.min(1, node.loadAverage)), null, Ratio.of(0.7));
  }
}
