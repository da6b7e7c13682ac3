package io.proteus.simulator.world;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the simulated store and its machines tell of themselves. */
record Survey(World world) {
  /** Who is there and who serves what. */
  Topology topology() {
    return new Topology(
        world.scenario().name(),
        world.now(),
        world.nodes().stream()
            .filter(node -> node.isListed(world.seconds()))
            .map(this::seen)
            .toList(),
        dead(),
        world.partitions().stream().map(this::seen).toList(),
        world.blockSizes().entrySet().stream()
            .map(e -> new Table(e.getKey(), e.getValue(), world.settings().of(e.getKey())))
            .toList(),
        world.partitions().stream().filter(p -> p.openingOn != null).map(p -> p.id).toList(),
        world.orders().balancerOn() && !isInMemory(),
        world.faults().gaps());
  }

  private Node seen(SimulatedNode node) {
    if (isInMemory()) {
      return Node.undivided(
          node.id, Integer.toString(node.incarnation), node.settings, new TreeMap<>());
    }
    return new Node(
        node.id,
        Integer.toString(node.incarnation),
        node.memory,
        world.scenario().online(),
        node.settings);
  }

  private Partition seen(SimulatedPartition partition) {
    SimulatedNode node = partition.node == null ? null : world.find(partition.node);
    boolean held = node != null && node.isListed(world.seconds());
    return new Partition(
            partition.id,
            partition.table,
            held && (partition.openingOn == null || partition.copied) ? partition.node : null,
            ByteSize.ofBytes((long) partition.bytes),
            isInMemory() ? null : Ratio.of(Math.max(0, Math.min(1, locality(partition)))))
        .holding(world.divisions().rows(partition));
  }

  /** As on average of so many nodes, and never more than is there in truth. */
  private static double locality(SimulatedPartition partition) {
    return Math.min(partition.locality, partition.files.localOn(partition.node));
  }

  private List<NodeId> dead() {
    List<NodeId> dead = new ArrayList<>(world.ended());
    for (SimulatedNode node : world.nodes()) {
      if (node.knownDead && !node.isListed(world.seconds())) {
        dead.add(node.id);
      }
    }
    return dead;
  }

  /** The same with all counters; nodes that are silent are not in it. */
  Sample sample() {
    Map<PartitionId, RequestCounters> counters = new HashMap<>();
    for (SimulatedPartition partition : world.partitions()) {
      SimulatedNode node = partition.node == null ? null : world.find(partition.node);
      if (node != null && node.isUp(world.seconds()) && world.seconds() >= node.silentUntil) {
        counters.put(
            partition.id,
            new RequestCounters(
                (long) partition.reads, (long) partition.scans, (long) partition.writes));
      }
    }
    Map<NodeId, NodeCounters> ofNodes = new HashMap<>();
    for (SimulatedNode node : world.nodes()) {
      if (node.isUp(world.seconds()) && world.seconds() >= node.silentUntil) {
        ofNodes.put(node.id, counters(node));
      }
    }
    return new Sample(topology(), counters, ofNodes);
  }

  private NodeCounters counters(SimulatedNode node) {
    double local = 0;
    double bytes = 0;
    for (SimulatedPartition partition : world.partitions()) {
      if (node.id.equals(partition.node)) {
        local += partition.bytes * partition.locality;
        bytes += partition.bytes;
      }
    }
    ByteSize heap = world.hardware().heap();
    if (isInMemory()) {
      return new NodeCounters(
          (long) node.requests,
          (long) node.hits,
          (long) node.misses,
          null,
          ByteSize.ofBytes((long) bytes),
          heap,
          null,
          null);
    }
    return new NodeCounters(
        (long) node.requests,
        (long) node.hits,
        (long) node.misses,
        0L,
        ByteSize.ofBytes((long) (heap.bytes() * node.memory.sum().value())),
        heap,
        bytes > 0 ? Ratio.of(Math.min(1, local / bytes)) : null,
        node.latencySeconds > 0 ? node.latencySeconds * 1000 : null);
  }

  private boolean isInMemory() {
    return world.constants().isInMemory();
  }

  /** Share of its memory that its partitions take. */
  private double held(SimulatedNode node) {
    return world.partitions().stream()
            .filter(partition -> node.id.equals(partition.node))
            .mapToDouble(partition -> partition.bytes)
            .sum()
        / world.hardware().heap().bytes();
  }

  /** How busy a node is; null when it does not tell. */
  @Nullable HostLoad host(NodeId id) {
    SimulatedNode node = world.find(id);
    if (node == null || !node.isUp(world.seconds()) || world.seconds() < node.silentUntil) {
      return null;
    }
    if (isInMemory()) {
      return new HostLoad(Ratio.of(node.cpu), null, Ratio.of(Math.min(1, held(node))));
    }
    double wait = Math.max(0, Math.min(1 - node.cpu, node.disk * (1 - node.cpu)));
    return new HostLoad(Ratio.of(node.cpu), Ratio.of(wait), Ratio.of(0.7));
  }
}
