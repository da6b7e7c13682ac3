package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import java.util.List;

/**
 * What the store itself does about where partitions are: opens them, and rescues those of the dead.
 */
final class Master {
  private final World world;

  Master(World world) {
    this.world = world;
  }

  /** A partition has come to where it was to go; to another node where that one is down. */
  void opened(SimulatedPartition partition, NodeId on) {
    if (partition.copied) {
      copied(partition, on);
      return;
    }
    SimulatedNode from = partition.node == null ? null : world.find(partition.node);
    if (from != null && from.isUnnoticed()) {
      return; // what the dead one had not written to files is in its log, and nobody reads it yet
    }
    SimulatedNode node = world.find(on);
    if (node == null || !node.isUp(world.seconds())) {
      reassign(partition);
      return;
    }
    boolean elsewhere = !on.equals(partition.node);
    world.writes().opened(partition, on);
    partition.node = on;
    partition.openingOn = null;
    partition.forgetCache();
    if (world.orders().prefetches(on)) {
      partition.readAhead(world.seconds() + world.constants().prefetchDelaySeconds());
    }
    if (elsewhere) {
      partition.locality =
          Math.min(1, (world.constants().replicas() - 1.0) / Math.max(1, world.nodes().size() - 1));
      // the store itself compacts what reads the files of others
      partition.toCompact = partition.references ? Math.max(1, partition.bytes) : 0;
      partition.resetCounters();
    }
    world.disturb();
  }

  /** All of it has arrived, unless one of both nodes is down: then it stays where it was. */
  private void copied(SimulatedPartition partition, NodeId on) {
    SimulatedNode from = partition.node == null ? null : world.find(partition.node);
    SimulatedNode node = world.find(on);
    partition.stopCopy();
    if (from != null && isUp(from) && node != null && isUp(node)) {
      partition.node = on;
      partition.resetCounters();
    }
  }

  private void reassign(SimulatedPartition partition) {
    List<SimulatedNode> live = world.nodes().stream().filter(this::isUp).toList();
    if (live.isEmpty()) {
      return;
    }
    partition.node = null;
    partition.openingOn = live.get(world.random().nextInt(live.size())).id;
    partition.opensAt = world.seconds() + world.constants().moveSeconds();
  }

  /** A node serves again, what was left on it included. */
  void backOn(SimulatedNode node) {
    for (SimulatedPartition partition : world.partitions()) {
      if (node.id.equals(partition.node)) {
        if (!world.constants().isInMemory()) {
          partition.forgetCache();
        }
        partition.resetCounters();
      }
    }
    world.disturb();
  }

  /** A node is known to be down: others get its partitions. */
  void giveAway(SimulatedNode node) {
    if (world.constants().isInMemory()) {
      waitFor(node);
      return;
    }
    for (SimulatedPartition partition : world.partitions()) {
      boolean here = node.id.equals(partition.node) || node.id.equals(partition.openingOn);
      if (here) {
        partition.toCompact = 0;
        partition.node = null;
        List<SimulatedNode> live =
            world.nodes().stream().filter(other -> other != node && isUp(other)).toList();
        // where there is none, it is asked again and again until there is one
        partition.openingOn =
            live.isEmpty() ? node.id : live.get(world.random().nextInt(live.size())).id;
        partition.opensAt = world.seconds() + world.constants().moveSeconds();
      }
    }
    world.disturb();
  }

  /** What is in its memory, or in its log, nobody else has: its partitions wait for it. */
  private void waitFor(SimulatedNode node) {
    for (SimulatedPartition partition : world.partitions()) {
      if (node.id.equals(partition.node) || node.id.equals(partition.openingOn)) {
        partition.stopCopy();
      }
    }
  }

  /** No partition may be without a node for longer than it takes to notice and to move it. */
  void checkServed() {
    double longest = world.constants().crashSeconds() + 3 * world.constants().moveSeconds() + 1;
    for (SimulatedPartition partition : world.partitions()) {
      if (world.isServed(partition) || waitsForItsNode(partition)) {
        partition.unservedSince = world.seconds();
      } else if (world.seconds() - partition.unservedSince > longest && anyUp()) {
        world.note(
            "%s of %s was without a node for more than %.0f s"
                .formatted(partition.id, partition.table, longest));
      }
    }
  }

  private boolean waitsForItsNode(SimulatedPartition partition) {
    SimulatedNode node = partition.node == null ? null : world.find(partition.node);
    return world.constants().isInMemory() && node != null && !isUp(node);
  }

  private boolean isUp(SimulatedNode node) {
    return node.isUp(world.seconds());
  }

  private boolean anyUp() {
    return world.nodes().stream().anyMatch(this::isUp);
  }
}
